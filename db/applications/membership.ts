import type { Evidence } from '../../domain/ownership/evidence.ts';
import type { Confidence, MembershipSource, MembershipStatus } from '../../domain/values.ts';
import { rawSql } from '../sql.ts';

/** A row of `memberships`. */
export interface Membership {
  readonly id: string;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly resourceId: string;
  /** The native id if the resource has no name. */
  readonly resourceName: string;
  readonly resourceType: string;
  readonly status: MembershipStatus;
  readonly source: MembershipSource;
  readonly ruleId: string | undefined;
  readonly confidence: Confidence;
  readonly evidence: readonly Evidence[];
  readonly reviewedBy: string | undefined;
  readonly reviewedAt: Date | undefined;
  /** Of a rejection. */
  readonly reason: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of {@link Membership}, of the table alias `m`. */
export const membershipColumns = rawSql(
  `m.id, m.application_id, m.resource_id, m.status, m.source, m.rule_id, m.confidence, m.evidence, m.reviewed_by,
   m.reviewed_at, m.reason, m.created_at, m.updated_at, (select a.name from applications a
     where a.organization_id = m.organization_id and a.id = m.application_id) as application_name,
   (select coalesce(r.name, r.native_id) from resources r
     where r.organization_id = m.organization_id and r.id = m.resource_id) as resource_name,
   (select r.resource_type from resources r
     where r.organization_id = m.organization_id and r.id = m.resource_id) as resource_type`,
);
