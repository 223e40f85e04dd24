import { oneRowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Database } from '../../tenant.ts';

/**
 * Conditions of an organization with rows in the queue of inference; it has one. `running`: it has an active run, which may
 * wait for a slot. `failed`: its last run failed or was terminated. `waiting`: no run has started yet.
 */
export const inferenceConditions = ['waiting', 'running', 'failed'] as const;

export interface InferenceQueues {
  readonly organizations: number;
  /** The age of the oldest row. */
  readonly oldestSeconds: number;
}

/** Returns the queues of all organizations by condition. A condition without an organization is left out. */
export async function readInferenceQueues(database: Database): Promise<ReadonlyMap<string, InferenceQueues>> {
  const rows = await rowsOf<{ condition: string; organizations: number; oldestSeconds: number }>(
    database.outside,
    sql`select * from inference_queues()`,
  );
  return new Map(
    rows.map(({ condition, organizations, oldestSeconds }) => [condition, { organizations, oldestSeconds }]),
  );
}

/** Returns the number of rows in the queue of inference of all organizations, at most `atMost`. */
export async function countInferenceQueue(database: Database, atMost: number): Promise<number> {
  const row = await oneRowOf<{ size: number }>(
    database.outside,
    sql`select inference_queue_rows(${atMost}) as size`,
  );
  return row.size;
}
