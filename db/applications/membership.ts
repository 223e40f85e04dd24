import type { Evidence } from '../../domain/ownership/evidence.ts';
import type { Confidence, MembershipSource, MembershipStatus } from '../../domain/values.ts';
import { rawSql } from '../sql.ts';

/** A row of `memberships`. */
export interface Membership {
  readonly id: string;
  readonly application_id: string;
  readonly resource_id: string;
  readonly status: MembershipStatus;
  readonly source: MembershipSource;
  readonly rule_id: string | null;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
  readonly reviewed_by: string | null;
  readonly reviewed_at: Date | null;
  /** Of a rejection. */
  readonly reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of {@link Membership}, of the table alias `m`. */
export const membershipColumns = rawSql(
  `m.id, m.application_id, m.resource_id, m.status, m.source, m.rule_id, m.confidence, m.evidence, m.reviewed_by,
   m.reviewed_at, m.reason, m.created_at, m.updated_at`,
);
