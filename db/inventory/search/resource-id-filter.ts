import type { Sql } from '../../sql.ts';

/** A filter on what is stored in other tables: tags, applications, teams, properties and others. */
export interface ResourceIdFilter {
  /** A query for the ids of all matching resources. Ids may repeat. */
  readonly ids: Sql;
  /** Returns the condition that one resource matches. */
  readonly condition: (idColumn: string) => Sql;
  /** Whether `condition` is too slow for more than a few hundred resources. */
  readonly isSlow?: true;
  /** The longest list of ids that is faster than testing resources in sort order. Default: 5,000. */
  readonly maximumIds?: number;
  /** A query that counts the matches as `countCells` expects it, if that is faster than counting `ids`. */
  readonly cells?: Sql;
}
