import { rawSql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/** The time at which the state of a source was written at the latest: S3 cuts off the fraction of the second. */
export function writtenBy(source: string): Sql {
  return rawSql(`(${source}.modified_at + interval '1 second')`);
}
