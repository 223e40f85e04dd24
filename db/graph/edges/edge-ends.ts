import type { RelationshipDirection } from '../../../domain/values.ts';
import { rawSql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** The columns of the two ends of the relationship `e`. */
export interface EdgeEnds {
  /** The end from which the relationship is seen. */
  readonly near: Sql;
  readonly far: Sql;
  /** The text of `far`. */
  readonly farColumn: string;
}

/** The ends of the relationship `e`, seen from its source (`outgoing`) or from its target (`incoming`). */
export const edgeEnds: Readonly<Record<RelationshipDirection, EdgeEnds>> = {
  outgoing: { near: rawSql('e.source_id'), far: rawSql('e.target_id'), farColumn: 'e.target_id' },
  incoming: { near: rawSql('e.target_id'), far: rawSql('e.source_id'), farColumn: 'e.source_id' },
};
