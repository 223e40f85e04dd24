import { findChainHead } from '../../db/organizations/audit-read-model.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

/**
 * Logs the head of each organization's audit chain. A store of logs outside of the database keeps the heads, so that a
 * chain that was replaced as a whole can be detected. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function logAuditHeads({
  database,
  logger,
}: Pick<Dependencies, 'database' | 'logger'>): Promise<void> {
  await forEachOrganization(
    await listOrganizations(database),
    { logger, atOnce: 1, failure: 'failed to read the audit chain head' },
    async ({ id, slug }) => {
      const head = await database.withTenant(id, findChainHead, { readOnly: true });
      if (head === undefined) return;
      const { sequence, hash } = head;
      logger.info(
        { organization_id: id, slug, audit_sequence: sequence, audit_hash: hash.toString('hex') },
        'audit chain head',
      );
    },
  );
}
