import { confidences } from '../../domain/values.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/** The confidences from the best to the worst. The first index is 1. */
export const confidenceArray = rawSql(
  `array[${confidences.map((confidence) => `'${confidence}'`).join(', ')}]`,
);

/** Returns the rank of the confidence in a column: 1 is `high`. Indexes of `relationships` contain this expression. */
export function confidenceRank(column: string): Sql {
  return sql`array_position(${confidenceArray}, ${rawSql(column)})`;
}
