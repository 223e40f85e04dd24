import { gzipSync } from 'node:zlib';
import test from 'ava';
import { readPlanInThread } from '../../../../commands/plans/read/read-plan-in-thread.ts';
import { PlanRejected } from '../../../../domain/plans/read/plan-rejected.ts';
import { createDocumentWorkers } from '../../../../runtime/document-workers.ts';
import { chunksOf, fixtureText, hmacKey, queueChange, readBody } from './support.ts';

const workers = createDocumentWorkers(1);
test.after.always(() => workers.close());
const megabyte = 1024 * 1024;

function* texts(
  head: string,
  count: number,
  item: (index: number) => string,
  tail: string,
): Generator<Uint8Array> {
  yield Buffer.from(head);
  for (let index = 0; index < count; index += 1) yield Buffer.from(`${index === 0 ? '' : ','}${item(index)}`);
  yield Buffer.from(tail);
}

async function* streamed(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}

const read = (chunks: AsyncIterable<Uint8Array>, encoding: 'gzip' | 'identity' = 'identity') =>
  readPlanInThread(workers, 'tenant', { form: 'plan', encoding, hmacKey, chunks });

async function problemOf(chunks: Iterable<Uint8Array>): Promise<string | undefined> {
  const error = await read(streamed(chunks)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof PlanRejected ? error.problem : String(error);
}

const head = '{"format_version":"1.2","resource_changes":[';

test.serial('returns what the task reads, and rejections with their class', async (t) => {
  const text = fixtureText('terraform-1.11-update');
  t.deepEqual(await read(chunksOf(gzipSync(text), 1_000), 'gzip'), await readBody(text));
  const error = await t.throwsAsync(read(chunksOf(Buffer.from('PK\u0003\u0004'), 100)), {
    instanceOf: PlanRejected,
  });
  t.is(
    error?.message,
    'The body is a binary plan file. Send the output of `terraform show -json <plan file>`.',
  );
});

test.serial(
  'rejects more than 64 MB, 100,000 changes, and changes of more than 16 MB or 500,000 values',
  async (t) => {
    const text = Buffer.alloc(megabyte, 0x78);
    const long = (count: number) =>
      texts(`{"format_version":"1.2","prior_state":{"x":["`, count, () => text.toString(), '"]}}');
    t.is(await problemOf(long(65)), 'too_large');
    t.is(await problemOf(texts(head, 100_001, () => '{"change":{}}', ']}')), 'too_many_changes');
    t.is(await problemOf(texts(`${head}{"a":"`, 40, () => text.toString(), '"}]}')), 'part_too_large');
    const arrays = (count: number) =>
      `${head}{"change":{"after_sensitive":true,"after":[${'[],'.repeat(count)}[]]}}]}`;
    t.is(await problemOf([Buffer.from(arrays(500_000))]), 'part_too_large');
    t.is(await problemOf([Buffer.from(arrays(490_000))]), 'invalid_address');
    const variable = (index: number) => `"v${index}":{"value":"${'x'.repeat(1_000)}"}`;
    t.is(await problemOf(texts('{"variables":{', 17_000, variable, '}}')), 'part_too_large');
  },
);

test.serial('rejects more than 100,000 sensitive values', async (t) => {
  const values = Array.from({ length: 100_001 }, (_, index) => `secret-${index}`);
  const change = queueChange({ after: values, after_sensitive: true });
  t.is(await problemOf([Buffer.from(`${head}${JSON.stringify(change)}]}`)]), 'too_many_secrets');
});

test.serial('thousands of sensitive values are redacted by their beginnings', async (t) => {
  const secrets = Array.from({ length: 20_000 }, (_, index) => `${index}-SECRET-${'x'.repeat(40)}`);
  const changes = [
    queueChange({ after: { secrets, copies: secrets.join(' ') }, after_sensitive: { secrets: true } }),
  ];
  const plan = await read(streamed([Buffer.from(`${head}${JSON.stringify(changes[0])}]}`)]));
  t.false(JSON.stringify(plan.changes.map(({ before, after }) => [before, after])).includes('SECRET'));
});

test.serial('throws the reason of the signal', async (t) => {
  const cancelled = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
    yield Buffer.from(head);
    cancelled.abort(new Error('cancelled'));
    await new Promise(() => {});
  }
  const body = { form: 'plan', encoding: 'identity', hmacKey, chunks: endless() } as const;
  await t.throwsAsync(readPlanInThread(workers, 'tenant', body, cancelled.signal), { message: 'cancelled' });
});
