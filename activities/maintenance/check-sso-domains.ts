import { domainRecordName } from '../../domain/identity/domain-record-name.ts';
import { dayMs } from '../../domain/time.ts';
import {
  listDueDomains,
  listOrganizationsWithDueDomains,
  recordDomainProof,
  recordFailedCheck,
} from '../../db/identity/sso/sso-domain-store.ts';
import type { SsoDomain } from '../../db/identity/sso/sso-domain-store.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

/** DNS servers that do not answer are waited for, so several organizations are checked at once. */
const organizationsAtOnce = 4;

/**
 * Looks up the TXT records of the domains that were last checked a day ago. A proof ends with the seventh check in a row that
 * does not find the record, also because the DNS servers cannot be asked.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function checkSsoDomains({
  database,
  domainRecords,
  logger,
}: Pick<Dependencies, 'database' | 'domainRecords' | 'logger'>): Promise<void> {
  const before = new Date(Date.now() - dayMs);
  await forEachOrganization(
    await listOrganizationsWithDueDomains(database, before),
    { logger, atOnce: organizationsAtOnce, failure: 'failed to check the domains of single sign-on' },
    async ({ id }) => {
      const due = await database.withTenant(id, (tenant) => listDueDomains(tenant, before), {
        readOnly: true,
      });
      for (const domain of due) {
        const isFound = await hasRecord(domain);
        await database.withTenant(id, async (tenant) => {
          if (isFound) {
            await recordDomainProof(tenant, domain);
            return;
          }
          if (!(await recordFailedCheck(tenant, domain))) return;
          await recordAudit(tenant, {
            actorType: 'system',
            actorId: undefined,
            action: 'sso_domain.proof_ended',
            targetType: 'sso_domain',
            targetName: domain.domain,
          });
        });
      }
    },
  );

  async function hasRecord({ domain, recordValue }: SsoDomain): Promise<boolean> {
    try {
      return await domainRecords.has(domainRecordName(domain), recordValue);
    } catch (error) {
      logger.warn({ err: error, domain }, 'failed to read the record of a domain');
      return false;
    }
  }
}
