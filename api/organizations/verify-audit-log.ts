import { z } from 'zod';
import { verifyAuditChain } from '../../db/organizations/audit-read-model.ts';
import { operation } from '../http/operation.ts';

export const verifyAuditLog = operation({
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/organization/audit-log/verify',
  tag: 'Organization',
  summary: 'Verify the hash chain of the audit log',
  description:
    '`head` is the last sealed entry. Store it outside of the product: a later chain that does not contain it was replaced.',
  access: 'audit_log:read',
  transaction: 'snapshot',
  success: [
    200,
    z.object({
      verified: z.boolean(),
      entries: z.int(),
      head: z.object({ sequence: z.int(), hash: z.string() }),
      head_hash: z.string(),
      first_broken_sequence: z.int().optional(),
    }),
  ],
  async handle({ tenant }) {
    const chain = await verifyAuditChain(tenant);
    const hash = chain.headHash.toString('hex');
    return {
      verified: chain.firstBrokenSequence === undefined,
      entries: chain.entries,
      head: { sequence: chain.headSequence, hash },
      head_hash: hash,
      first_broken_sequence: chain.firstBrokenSequence,
    };
  },
});
