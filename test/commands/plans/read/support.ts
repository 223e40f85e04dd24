import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPlan } from '../../../../commands/plans/read/read-plan-task.ts';
import type { PlanBody } from '../../../../commands/plans/read/read-plan-task.ts';
import { PlanRejected } from '../../../../domain/plans/read/plan-rejected.ts';
import type { ParsedPlan, PlannedChange } from '../../../../domain/plans/read/planned-change.ts';
import type { Json } from '../../../../domain/json/json.ts';

/** A JSON value of a test, of any shape. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Members = { [key: string]: Value };

export const hmacKey = Buffer.alloc(32, 1);
const folder = path.resolve('test/fixtures/plans');

/** The names of the plans in test/fixtures/plans, without suffix. */
export const planNames = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''));

export function fixtureText(name: string): string {
  return readFileSync(path.join(folder, `${name}.json`), 'utf8');
}

export function fixture(name: string): Members {
  return JSON.parse(fixtureText(name)) as Members;
}

/** Reads a body in this thread, in chunks of `chunkSize` bytes. */
export async function readBody(
  body: string | Buffer | object,
  { chunkSize = 10_000, ...options }: Partial<PlanBody> & { readonly chunkSize?: number } = {},
): Promise<ParsedPlan> {
  const bytes =
    typeof body === 'string'
      ? Buffer.from(body)
      : Buffer.isBuffer(body)
        ? body
        : Buffer.from(JSON.stringify(body));
  const changes: PlannedChange[] = [];
  const header = await readPlan(
    { form: 'plan', encoding: 'identity', hmacKey, ...options },
    chunksOf(bytes, chunkSize),
    (change) => changes.push(change),
  );
  return { ...header, changes };
}

/** Returns the rejection of a body. */
export async function rejectionOf(
  body: Parameters<typeof readBody>[0],
  options?: Parameters<typeof readBody>[1],
): Promise<PlanRejected> {
  try {
    await readBody(body, options);
  } catch (error) {
    if (error instanceof PlanRejected) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

export async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** A plan with these changes. */
export function planOf(changes: readonly object[], fields: object = {}): Members {
  return {
    format_version: '1.2',
    terraform_version: '1.9.8',
    resource_changes: changes as Value[],
    ...fields,
  } as Members;
}

/** An update of an SQS queue. */
export function queueChange(change: object, fields: object = {}): Members {
  return {
    address: 'aws_sqs_queue.jobs',
    mode: 'managed',
    type: 'aws_sqs_queue',
    name: 'jobs',
    provider_name: 'registry.terraform.io/hashicorp/aws',
    change: { actions: ['update'], before: {}, after: {}, ...change } as Members,
    ...fields,
  };
}

/** The redacted values of a change. */
export function valuesOf(change: PlannedChange | undefined): { before: Json; after: Json } {
  if (change === undefined) throw new Error('the change is missing');
  return { before: JSON.parse(change.before) as Json, after: JSON.parse(change.after) as Json };
}
