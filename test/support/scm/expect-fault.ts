import type { ExecutionContext } from 'ava';
import { ScmError } from '../../../clients/scm/scm-error.ts';
import type { ProviderBlob } from '../../../domain/scm/provider-records.ts';
import type { ScmFault } from '../../../domain/scm/scm-faults.ts';

/** Asserts that work fails with an ScmError of a fault, and returns it. */
export async function expectFault(
  t: ExecutionContext,
  fault: ScmFault,
  work: Promise<unknown>,
): Promise<ScmError> {
  const error = await t.throwsAsync(work, { instanceOf: ScmError });
  t.is(error.fault, fault, error.message);
  return error;
}

/** Asserts that a delay is a time, give or take the duration of a request. */
export function expectDelay(t: ExecutionContext, error: ScmError, seconds: number): void {
  const { retryAfterMs } = error;
  t.true(
    retryAfterMs !== undefined && Math.abs(retryAfterMs - seconds * 1000) <= 5000,
    `${retryAfterMs} ms in place of ${seconds} s`,
  );
}

/** Collects the blobs that were read, and the problems of the others by path. */
export async function collectBlobs(blobs: AsyncIterable<ProviderBlob>) {
  const all = await collect(blobs);
  return {
    read: all.flatMap((blob) => ('content' in blob ? [blob] : [])),
    problems: Object.fromEntries(
      all.flatMap((blob) => ('problem' in blob ? [[blob.path, blob.problem] as const] : [])),
    ),
  };
}

/** Collects what an async generator yields. */
export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
