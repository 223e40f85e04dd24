import type { JsonObject } from '../../../domain/json/json.ts';
import type {
  Confidence,
  FailureKind,
  GraphLinkType,
  RelationshipDirection,
  RelationshipStatus,
  RelationshipType,
} from '../../../domain/values.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { NodeRow } from './graph-node.ts';

/** An edge of the graph. */
export interface EdgeRow {
  readonly id: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly relationshipType: RelationshipType | GraphLinkType;
  readonly confidence: Confidence;
  readonly status: RelationshipStatus;
  readonly lastObservedAt: Date;
  /** How the ends fail with each other, as extraction stored it. Absent: the default of the type. */
  readonly sourceFailure?: FailureKind | undefined;
  readonly targetFailure?: FailureKind | undefined;
  readonly failureLocal?: boolean;
}

/** A relationship from the perspective of one of its ends, or of an application that an end belongs to. */
export interface RelationshipRow {
  readonly id: string;
  readonly relationshipType: RelationshipType;
  readonly direction: RelationshipDirection;
  readonly confidence: Confidence;
  readonly status: RelationshipStatus;
  readonly properties: JsonObject;
  readonly evidenceCount: number;
  readonly lastObservedAt: Date;
  readonly peer: NodeRow;
  readonly viaMember: NodeRow | undefined;
}

/**
 * Returns the expression for the last observation of the relationship `e`. Runs do not update active relationships that they
 * find unchanged: these were observed by the last run of the account that has the reference.
 */
export function lastObserved(organizationId: string): Sql {
  return sql`case e.status when 'active' then greatest(e.last_observed_at, (
      select a.last_extracted_at from graph_accounts a
      where a.organization_id = ${organizationId} and a.aws_account_id = e.holder_account_id))
    else e.last_observed_at end`;
}
