import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { findSecondFactor } from '../../db/identity/second-factor-store.ts';
import { applyMappings, countBreakGlassUsers } from '../../db/identity/sso/apply-mappings.ts';
import {
  deleteSsoConfiguration,
  findSsoConfiguration,
  getSsoConfiguration,
  saveSsoConfiguration,
  sealClientSecret,
} from '../../db/identity/sso/sso-configuration-store.ts';
import type { SsoConfiguration as Row } from '../../db/identity/sso/sso-configuration-store.ts';
import {
  domainNotProven,
  endPasswordAccess,
  getSsoDomain,
  listProvenDomains,
  listSsoDomains,
  recordDomainProof,
  replaceSsoDomains,
} from '../../db/identity/sso/sso-domain-store.ts';
import type { SsoDomain as DomainRow } from '../../db/identity/sso/sso-domain-store.ts';
import { endSsoSessions, hasAdministratorSignedIn } from '../../db/identity/sso/sso-identity-store.ts';
import { findMissingTeams } from '../../db/ownership/owners/team-store.ts';
import { maximumBreakGlassUsers } from '../../db/organizations/member-store.ts';
import { countScimRecords } from '../../db/scim/scim-group-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { domainRecordName } from '../../domain/identity/domain-record-name.ts';
import { roleNames } from '../../domain/identity/roles.ts';
import { ssoCheckKeys, ssoCheckStatuses, ssoStatuses } from '../../domain/values.ts';
import { checkCode } from '../identity/check-code.ts';
import { checkOwnPassword, refuseCredentials } from '../identity/check-own-password.ts';
import { codeInput, wrongCode } from '../identity/schemas.ts';
import { ssoRedirectUri } from '../identity/sso/sso-registration.ts';
import { operation } from '../http/operation.ts';
import type { HandlerContext } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { scimBaseUrl } from '../scim/scim-documents.ts';
import type { Services } from '../services.ts';

const tag = 'Single sign-on';
const maximumDomains = 20;
const maximumMappings = 500;

const domainText = z
  .string()
  .trim()
  .max(253)
  .transform((text) => domainToASCII(text.toLowerCase()))
  .pipe(
    z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'must be a domain name'),
  );

const SsoDomain = z
  .object({
    domain: z.string().describe('Domain of email addresses'),
    verified_at: timestamp.optional().describe('Time of the proof; absent without a proof'),
    record: z
      .object({
        type: z.literal('TXT').describe('Type of the DNS record'),
        name: z.string().describe('Name of the DNS record'),
        value: z.string().describe('Value of the DNS record'),
      })
      .meta({ id: 'DomainRecord' })
      .describe('The DNS record that proves the domain'),
  })
  .meta({ id: 'SsoDomain' });

const RoleMapping = z
  .object({
    group: z.string().describe('Value of the group claim'),
    roles: z.array(z.enum(roleNames)).describe('Roles of the members of the group'),
  })
  .meta({ id: 'SsoRoleMapping' });

const TeamMapping = z
  .object({
    group: z.string().describe('Value of the group claim'),
    team_id: id.describe('Team of the members of the group'),
  })
  .meta({ id: 'SsoTeamMapping' });

const SsoConfiguration = z
  .object({
    issuer: z.string().describe('Issuer of the identity provider, as in its discovery document'),
    client_id: z.string().describe('Id of this product at the provider'),
    domains: z.array(SsoDomain).describe('Domains of email addresses whose users sign in by single sign-on'),
    group_claim: z.string().describe('Claim of the ID token with the groups'),
    trust_email: z
      .boolean()
      .describe('Whether an email counts as verified if the provider sends no `email_verified`'),
    role_mappings: z.array(RoleMapping).describe('Roles by group'),
    team_mappings: z.array(TeamMapping).describe('Teams by group'),
    default_roles: z.array(z.enum(roleNames)).describe('Roles of everyone who signs in by single sign-on'),
    enforced: z
      .boolean()
      .describe('Whether users with an email of a proven domain cannot sign in with a password'),
    redirect_uri: z.string().describe('URL to register at the provider'),
    scim: z
      .object({
        url: z.string().describe('Address to enter at the directory'),
        users: z.int().describe('Users that the directory provisioned'),
        groups: z
          .int()
          .describe(
            'Groups that the directory provisioned; groups of ID tokens are ignored after the first one',
          ),
      })
      .meta({ id: 'ScimSummary' })
      .describe('Provisioning by SCIM'),
    status: z.enum(ssoStatuses),
    last_error: z.string().optional().describe('Why the last request to the provider failed'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SsoConfiguration' });

const SsoCheck = z
  .object({
    key: z.enum(ssoCheckKeys),
    status: z.enum(ssoCheckStatuses),
    detail: z.string().describe('What was found'),
  })
  .meta({ id: 'SsoCheck' });

const group = z.string().min(1).max(256).describe('Value of the group claim');
const distinctRoles = z
  .array(z.enum(roleNames))
  .max(roleNames.length)
  .refine((roles) => new Set(roles).size === roles.length, 'must not repeat a role');

const SsoBody = z.strictObject({
  issuer: z.string().trim().min(1).max(2000).describe('Issuer of the identity provider'),
  client_id: z.string().trim().min(1).max(255).describe('Id of this product at the provider'),
  client_secret: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Secret of this product at the provider. Without it the stored one is kept'),
  domains: z
    .array(z.strictObject({ domain: domainText.describe('Domain of email addresses') }))
    .max(maximumDomains)
    .refine(
      (given) => new Set(given.map(({ domain }) => domain)).size === given.length,
      'must not repeat a domain',
    )
    .default([])
    .describe('Domains of email addresses. Each has to be proven'),
  group_claim: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('groups')
    .describe('Claim of the ID token with the groups'),
  trust_email: z
    .boolean()
    .default(false)
    .describe('Whether an email counts as verified if the provider sends no `email_verified`'),
  role_mappings: z
    .array(
      z.strictObject({ group, roles: distinctRoles.min(1).describe('Roles of the members of the group') }),
    )
    .max(maximumMappings)
    .default([])
    .describe('Roles by group'),
  team_mappings: z
    .array(z.strictObject({ group, team_id: id.describe('Team of the members of the group') }))
    .max(maximumMappings)
    .default([])
    .describe('Teams by group'),
  default_roles: distinctRoles.default([]).describe('Roles of everyone who signs in by single sign-on'),
  enforced: z
    .boolean()
    .default(false)
    .describe('Whether users with an email of a proven domain cannot sign in with a password'),
  password: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Your password, for another issuer or client than the stored one'),
  code: codeInput.optional(),
});

export const ssoOperations = [
  operation({
    id: 'getSso',
    method: 'GET',
    path: '/organization/sso',
    tag,
    summary: 'Get the configuration of single sign-on',
    description: 'Returns 404 while there is none. The secret of the client is never returned.',
    access: 'sso:read',
    success: [200, SsoConfiguration],
    errors: ['not_found'],
    async handle({ tenant, services }) {
      return present(tenant, services, await getSsoConfiguration(tenant));
    },
  }),
  operation({
    id: 'replaceSso',
    method: 'PUT',
    path: '/organization/sso',
    tag,
    summary: 'Create or replace the configuration of single sign-on',
    description:
      'Fields that are absent get their defaults, except for the secret of the client. Another issuer or client needs your password, ' +
      'and a code if you have a second factor; it ends the sessions by single sign-on. Changing `role_mappings` or `default_roles` ' +
      'needs `roles:manage`. `enforced` needs a proven domain, a break-glass user, and a platform administrator who has signed in ' +
      'by single sign-on since the last change of issuer or client; it ends the password sessions of proven domains.',
    access: 'sso:manage',
    callers: 'users',
    audit: 'sso.replaced',
    transaction: false,
    bodyLimit: 256 * 1024,
    body: SsoBody,
    success: [200, SsoConfiguration],
    errors: ['invalid_credentials', 'conflict', 'last_admin', 'rate_limited', 'provider_unavailable'],
    async handle(context) {
      const { body, principal, services, record } = context;
      const { organizationId } = principal;
      const fault = services.sso.issuerFault(body.issuer);
      if (fault !== undefined) throw errors.validationFailed('issuer', fault);
      const before = await services.database.withTenant(organizationId, (tenant) =>
        findSsoConfiguration(tenant),
      );
      const isOther = isOtherClient(before, body);
      if (before !== undefined && isOther) await confirmOwner(context);
      const sealed =
        body.client_secret === undefined
          ? before
          : await sealClientSecret(services.encryption, organizationId, body.client_secret, before?.id);
      if (sealed === undefined) throw errors.validationFailed('client_secret', 'is required');
      return services.database.withTenant(organizationId, async (tenant) => {
        const current = await findSsoConfiguration(tenant, 'update');
        if (current?.id !== before?.id || isOtherClient(current, body) !== isOther)
          throw errors.conflict('The configuration was changed meanwhile.');
        requireRolesManage(context, current);
        await requireTeams(
          tenant,
          body.team_mappings.map(({ team_id: teamId }) => teamId),
        );
        const saved = await saveSsoConfiguration(tenant, {
          id: sealed.id,
          issuer: body.issuer,
          clientId: body.client_id,
          clientSecretSealed: sealed.clientSecretSealed,
          groupClaim: body.group_claim,
          trustEmail: body.trust_email,
          roleMappings: body.role_mappings,
          teamMappings: body.team_mappings,
          defaultRoles: body.default_roles,
          enforced: body.enforced,
        });
        await replaceSsoDomains(
          tenant,
          body.domains.map(({ domain }) => domain),
        );
        if (isOther) await endSsoSessions(tenant);
        if (body.enforced) await requireEnforceable(tenant, current?.enforced === true && !isOther);
        const { changed } = await applyMappings(tenant);
        if (body.enforced) await endPasswordAccess(tenant);
        const { password: _password, code: _code, client_secret: _secret, ...given } = body;
        await record(tenant, {
          type: 'sso',
          id: saved.id,
          name: saved.issuer,
          details: { ...given, changed_members: changed.length },
        });
        return present(tenant, services, saved);
      });
    },
  }),
  operation({
    id: 'deleteSso',
    method: 'DELETE',
    path: '/organization/sso',
    tag,
    summary: 'Delete the configuration of single sign-on',
    description:
      'Ends the sessions by single sign-on, the proofs of the domains, and the roles and team memberships by mapping. Users stay ' +
      'bound to their accounts for the case that the same issuer and client return.',
    access: 'sso:manage',
    callers: 'users',
    audit: 'sso.deleted',
    success: [200, z.object({ deleted: z.literal(true) }).meta({ id: 'SsoDeleted' })],
    errors: ['not_found', 'last_admin'],
    async handle({ tenant, audit }) {
      const { id: configurationId, issuer } = await getSsoConfiguration(tenant, 'update');
      await deleteSsoConfiguration(tenant);
      await endSsoSessions(tenant);
      const { changed } = await applyMappings(tenant);
      audit({ type: 'sso', id: configurationId, name: issuer, details: { changed_members: changed.length } });
      return { deleted: true };
    },
  }),
  operation({
    id: 'verifySsoDomain',
    method: 'POST',
    path: '/organization/sso/domains/{domain}/verify',
    tag,
    summary: 'Look up the DNS record that proves a domain',
    description:
      'Returns 409 while the record is missing, and in the same words for a domain that another organization has proven. The proof is ' +
      'checked again daily, and ends after seven failed checks.',
    access: 'sso:manage',
    callers: 'users',
    audit: 'sso_domain.verified',
    transaction: false,
    limits: ({ principal }) => [['sso_tests', principal.organizationId]],
    params: z.object({
      domain: z.string().min(1).max(253).toLowerCase().describe('A domain of the configuration'),
    }),
    success: [200, SsoDomain],
    errors: ['conflict', 'last_admin', 'provider_unavailable'],
    async handle({ params, principal, services, record }) {
      const { database, domainRecords } = services;
      const { organizationId } = principal;
      const domain = await database.withTenant(organizationId, (tenant) =>
        getSsoDomain(tenant, params.domain),
      );
      const isFound = await domainRecords
        .has(domainRecordName(domain.domain), domain.recordValue)
        .catch((error: unknown) => {
          throw errors.providerUnavailable('The DNS servers of the domain cannot be asked.', error);
        });
      if (!isFound) throw domainNotProven();
      return database.withTenant(organizationId, async (tenant) => {
        const configuration = await getSsoConfiguration(tenant, 'update');
        const proven = await recordDomainProof(tenant, domain);
        if (configuration.enforced) {
          await applyMappings(tenant);
          await endPasswordAccess(tenant);
        }
        await record(tenant, { type: 'sso_domain', id: null, name: proven.domain });
        return presentDomain(proven);
      });
    },
  }),
  operation({
    id: 'testSso',
    method: 'POST',
    path: '/organization/sso/test',
    tag,
    summary: 'Check the identity provider',
    description: 'Reads the discovery document and the keys of the provider anew, and compares the clocks.',
    access: 'sso:manage',
    callers: 'users',
    audit: 'sso.tested',
    transaction: false,
    limits: ({ principal }) => [['sso_tests', principal.organizationId]],
    success: [
      200,
      z
        .object({
          ok: z.boolean().describe('Whether no check failed'),
          checks: z.array(SsoCheck).describe('The checks'),
        })
        .meta({ id: 'SsoTest' }),
    ],
    errors: ['not_found'],
    async handle({ principal, services, record }) {
      const { database, sso } = services;
      const { organizationId } = principal;
      const configuration = await database.withTenant(organizationId, (tenant) =>
        getSsoConfiguration(tenant),
      );
      const checks = await sso.checkProvider(configuration.issuer);
      const ok = checks.every(({ status }) => status !== 'failed');
      await database.withTenant(organizationId, (tenant) =>
        record(tenant, { type: 'sso', id: configuration.id, name: configuration.issuer, details: { ok } }),
      );
      return { ok, checks };
    },
  }),
];

type Context = HandlerContext<unknown, unknown, z.output<typeof SsoBody>>;

function isOtherClient(row: Row | undefined, body: z.output<typeof SsoBody>): boolean {
  return row?.issuer !== body.issuer || row.clientId !== body.client_id;
}

/** @throws CatalogueError `validation_failed` without the password or a needed code, `invalid_credentials`, `rate_limited`. */
async function confirmOwner(context: Context): Promise<void> {
  const { body, principal, services } = context;
  if (body.password === undefined)
    throw errors.validationFailed('password', 'is required for another issuer or client');
  const { user } = await checkOwnPassword(context, body.password);
  const { organizationId } = principal;
  const factor = await services.database.withTenant(organizationId, (tenant) =>
    findSecondFactor(tenant, user.id),
  );
  if (factor?.isConfirmed !== true) return;
  if (body.code === undefined)
    throw errors.validationFailed('code', 'is required for another issuer or client');
  const owner = { organizationId, userId: user.id, account: user.id };
  const use = await checkCode(context, owner, factor, body.code);
  if (!(await services.database.withTenant(organizationId, use)))
    throw refuseCredentials(context, principal, wrongCode);
}

/** @throws CatalogueError `forbidden` for a change of roles without the permission. */
function requireRolesManage({ body, principal }: Context, current: Row | undefined): void {
  const before = [current?.roleMappings ?? [], current?.defaultRoles ?? []];
  const isChanged =
    JSON.stringify(sortKeys(before)) !== JSON.stringify(sortKeys([body.role_mappings, body.default_roles]));
  if (isChanged && !principal.permissions.has('roles:manage'))
    throw errors.forbidden('Changing role_mappings or default_roles needs the permission roles:manage.');
}

/** Mappings with their properties in one order: Postgres returns them in the order of their lengths. */
function sortKeys(value: readonly unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ),
  );
}

async function requireTeams(tenant: Tenant, teamIds: readonly string[]): Promise<void> {
  const [missing] = await findMissingTeams(tenant, teamIds);
  if (missing !== undefined)
    throw errors.validationFailed('team_mappings', `${missing} is no team of the organization`);
}

/** @param isUnchanged whether single sign-on was enforced before, with the same issuer and client */
async function requireEnforceable(tenant: Tenant, isUnchanged: boolean): Promise<void> {
  // A proof that has ended since does not end the enforcement.
  if (isUnchanged) return;
  if ((await listProvenDomains(tenant)).length === 0)
    throw errors.conflict('Enforcing single sign-on needs a proven domain.');
  const breakGlass = await countBreakGlassUsers(tenant);
  if (breakGlass < 1 || breakGlass > maximumBreakGlassUsers)
    throw errors.conflict('Enforcing single sign-on needs one or two break-glass users.');
  if (!(await hasAdministratorSignedIn(tenant)))
    throw errors.conflict(
      'Enforcing single sign-on needs a platform administrator who has signed in by it since the last change of issuer or client.',
    );
}

async function present(
  tenant: Tenant,
  services: Services,
  row: Row,
): Promise<z.input<typeof SsoConfiguration>> {
  const domains = await listSsoDomains(tenant);
  return {
    issuer: row.issuer,
    client_id: row.clientId,
    domains: domains.map(presentDomain),
    group_claim: row.groupClaim,
    trust_email: row.trustEmail,
    role_mappings: row.roleMappings.map(({ group: name, roles }) => ({ group: name, roles: [...roles] })),
    team_mappings: row.teamMappings.map(({ group: name, team_id: teamId }) => ({
      group: name,
      team_id: teamId,
    })),
    default_roles: [...row.defaultRoles],
    enforced: row.enforced,
    redirect_uri: ssoRedirectUri(services),
    scim: { url: scimBaseUrl(services), ...(await countScimRecords(tenant)) },
    status: row.status,
    last_error: row.lastError,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  };
}

function presentDomain({ domain, verifiedAt, recordValue }: DomainRow): z.input<typeof SsoDomain> {
  return {
    domain,
    verified_at: iso(verifiedAt),
    record: { type: 'TXT', name: domainRecordName(domain), value: recordValue },
  };
}
