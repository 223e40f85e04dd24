import { z } from 'zod';
import { verifyAuditChain } from '../../db/organizations/audit-read-model.ts';
import { operation } from '../http/operation.ts';
import { omitNull } from '../http/schemas.ts';

export const verifyAuditLog = operation({
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/organization/audit-log/verify',
  tag: 'Organization',
  summary: 'Verify the hash chain of the audit log',
  access: 'audit_log:read',
  transaction: 'snapshot',
  success: [
    200,
    z.object({
      verified: z.boolean(),
      entries: z.int(),
      head_hash: z.string(),
      first_broken_sequence: z.int().optional(),
    }),
  ],
  async handle({ tenant }) {
    const { entries, head_hash: head, first_broken_sequence: broken } = await verifyAuditChain(tenant);
    return {
      verified: broken === null,
      entries,
      head_hash: head.toString('hex'),
      first_broken_sequence: omitNull(broken),
    };
  },
});
