import { randomBytes } from 'node:crypto';
import { errors } from '../../../domain/errors.ts';
import { domainOfEmail } from '../../../domain/identity/sso-claims.ts';
import { mapConstraintErrors } from '../../database-errors.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Database, Queryable, Tenant } from '../../tenant.ts';

/** An email domain of an organization, which a TXT record proves. */
export interface SsoDomain {
  readonly domain: string;
  /** What the TXT record has to contain. */
  readonly recordValue: string;
  /** The time of the proof; `undefined` before it, and after the proof ended. */
  readonly verifiedAt: Date | undefined;
}

/** Daily checks in a row without the record after which a proof ends. */
export const maximumFailedChecks = 7;

const columns = rawSql(
  'domain, record_value, case when proof_ended_at is null then verified_at end as verified_at',
);

/** Lists the domains by name. */
export async function listSsoDomains(tenant: Tenant): Promise<readonly SsoDomain[]> {
  return rowsOf<SsoDomain>(
    tenant,
    sql`select ${columns} from sso_domains where organization_id = ${tenant.organizationId} order by domain`,
  );
}

/** Lists the names of the domains that the organization has proven. */
export async function listProvenDomains(tenant: Tenant): Promise<readonly string[]> {
  const domains = await listSsoDomains(tenant);
  return domains.flatMap(({ domain, verifiedAt }) => (verifiedAt === undefined ? [] : [domain]));
}

/** Replaces the domains. Domains that stay keep their record and their proof. */
export async function replaceSsoDomains(tenant: Tenant, domains: readonly string[]): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`delete from sso_domains where organization_id = ${organizationId} and domain <> all (${domains}::text[])`,
  );
  const values = domains.map(() => `cloud-inventory=${randomBytes(24).toString('base64url')}`);
  await execute(
    tenant,
    sql`insert into sso_domains (organization_id, domain, record_value)
      select ${organizationId}, n.domain, n.value from unnest(${domains}::text[], ${values}::text[]) as n (domain, value)
      on conflict (organization_id, domain) do nothing`,
  );
}

/** @throws CatalogueError `not_found`. */
export async function getSsoDomain(tenant: Tenant, domain: string): Promise<SsoDomain> {
  const found = await rowOf<SsoDomain>(
    tenant,
    sql`select ${columns} from sso_domains where organization_id = ${tenant.organizationId} and domain = ${domain}`,
  );
  if (found === undefined) throw errors.notFound();
  return found;
}

/** The refusal of a proof, in the same words for a record that is missing and for a domain of another organization. */
export function domainNotProven(): Error {
  return errors.conflict(
    'The domain is not proven: add its TXT record, or the domain belongs to another organization.',
  );
}

/** Stores that the record of a domain was found. @throws CatalogueError `conflict` for a domain of another organization. */
export async function recordDomainProof(
  tenant: Tenant,
  { domain, recordValue }: SsoDomain,
): Promise<SsoDomain> {
  const proven = await mapConstraintErrors(
    { sso_domains_proof_key: domainNotProven },
    rowOf<SsoDomain>(
      tenant,
      sql`update sso_domains set checked_at = now(), failed_checks = 0, proof_ended_at = null,
          verified_at = case when proof_ended_at is null then coalesce(verified_at, now()) else now() end
        where organization_id = ${tenant.organizationId} and domain = ${domain} and record_value = ${recordValue}
        returning ${columns}`,
    ),
  );
  if (proven === undefined) throw errors.notFound();
  return proven;
}

/** Counts a daily check that did not find the record. Returns whether the proof ended with it. */
export async function recordFailedCheck(tenant: Tenant, { domain }: SsoDomain): Promise<boolean> {
  const row = await rowOf<{ hasEnded: boolean }>(
    tenant,
    sql`update sso_domains set checked_at = now(), failed_checks = failed_checks + 1,
        proof_ended_at = case when failed_checks + 1 >= ${maximumFailedChecks} then now() end
      where organization_id = ${tenant.organizationId} and domain = ${domain} and verified_at is not null
        and proof_ended_at is null
      returning proof_ended_at is not null as has_ended`,
  );
  return row?.hasEnded === true;
}

/** Lists the proven domains of the organization that were last checked before a time. */
export async function listDueDomains(tenant: Tenant, before: Date): Promise<readonly SsoDomain[]> {
  return rowsOf<SsoDomain>(
    tenant,
    sql`select ${columns} from sso_domains where organization_id = ${tenant.organizationId}
      and verified_at is not null and proof_ended_at is null and checked_at < ${before} order by domain`,
  );
}

/** Returns the organizations with a proven domain that was last checked before a time. */
export async function listOrganizationsWithDueDomains(
  database: Database,
  before: Date,
): Promise<readonly { readonly id: string }[]> {
  return rowsOf(database.outside, sql`select id from organizations_with_due_domains(${before})`);
}

export interface DomainOwner {
  readonly organizationId: string;
  /** `false` if the proof has ended. */
  readonly isProven: boolean;
}

/** Finds the organization that has proven the domain of an email address, else the last one whose proof ended. */
export async function findDomainOwner(queryable: Queryable, email: string): Promise<DomainOwner | undefined> {
  return rowOf<DomainOwner>(queryable, sql`select * from find_domain_owner(${domainOfEmail(email)})`);
}

/**
 * Refuses an address of a domain that another organization has proven. `organizationId` is `undefined` for a new organization.
 * @throws CatalogueError `forbidden`
 */
export async function requireFreeDomain(
  queryable: Queryable,
  email: string,
  organizationId: string | undefined,
): Promise<void> {
  const owner = await findDomainOwner(queryable, email);
  if (owner?.isProven === true && owner.organizationId !== organizationId)
    throw errors.forbidden('The domain of the email address belongs to an organization with single sign-on.');
}

/**
 * Whether a user has to sign in by single sign-on: it is enforced, the user is no break-glass user, and the domain of the email
 * was proven, also if the proof ended since. Keeps the configuration as it is until the transaction ends.
 */
export async function isPasswordRefused(tenant: Tenant, userId: string): Promise<boolean> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`select from sso_configurations where organization_id = ${organizationId} for share`,
  );
  const { refused } = await oneRowOf<{ refused: boolean }>(
    tenant,
    sql`select exists (
        select from users u
        join sso_configurations c on c.organization_id = ${organizationId} and c.enforced
        join sso_domains d on d.organization_id = ${organizationId} and d.verified_at is not null
          and d.domain = split_part(u.email, '@', 2)
        where u.organization_id = ${organizationId} and u.id = ${userId} and not u.break_glass) as refused`,
  );
  return refused;
}

/** Ends the password sessions, started logins and password resets of the users who have to sign in by single sign-on. */
export async function endPasswordAccess(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  const users = sql`(select u.id from users u
    join sso_configurations c on c.organization_id = ${organizationId} and c.enforced
    join sso_domains d on d.organization_id = ${organizationId} and d.verified_at is not null
      and d.domain = split_part(u.email, '@', 2)
    where u.organization_id = ${organizationId} and not u.break_glass)`;
  await execute(
    tenant,
    sql`update sessions set revoked_at = now() where organization_id = ${organizationId} and method = 'password'
      and revoked_at is null and user_id in ${users}`,
  );
  for (const table of ['user_tokens', 'login_challenges'].map(rawSql))
    await execute(
      tenant,
      sql`delete from ${table} where organization_id = ${organizationId} and user_id in ${users}`,
    );
}
