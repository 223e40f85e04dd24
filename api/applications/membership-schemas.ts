import { z } from 'zod';
import type { Membership as MembershipRow } from '../../db/applications/membership.ts';
import { confidences, membershipSources, membershipStatuses } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { Evidence } from '../ownership/evidence.ts';

export const membershipTag = 'Memberships';

export const Membership = z
  .object({
    id,
    application_id: id,
    resource_id: id,
    status: z.enum(membershipStatuses),
    source: z.enum(membershipSources),
    rule_id: id.optional(),
    confidence: z.enum(confidences),
    evidence: z.array(Evidence),
    reviewed_by: id.optional(),
    reviewed_at: timestamp.optional(),
    reason: z.string().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Membership' });

export function presentMembership(row: MembershipRow) {
  return {
    id: row.id,
    application_id: row.applicationId,
    resource_id: row.resourceId,
    status: row.status,
    source: row.source,
    rule_id: row.ruleId,
    confidence: row.confidence,
    evidence: row.evidence,
    reviewed_by: row.reviewedBy,
    reviewed_at: iso(row.reviewedAt),
    reason: row.reason,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}
