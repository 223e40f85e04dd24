import { z } from 'zod';
import { flag, repeatable } from '../../commands/inventory/parameter-values.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestEvidence } from '../../commands/mapping/request-evidence.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { lockEnvironment } from '../../db/applications/environment-store.ts';
import { findAccountRecord, listAccounts } from '../../db/connections/account-read-model.ts';
import type { AccountFilters, AccountRecord } from '../../db/connections/account-read-model.ts';
import { addAccount, getAccount, lockAccount, updateAccount } from '../../db/connections/account-store.ts';
import {
  getConnection,
  lockConnection,
  refreshConnectionStatus,
} from '../../db/connections/connection-store.ts';
import { removeAccountsFromScans } from '../../db/discovery/scan-store.ts';
import { markOtherRegionsUnobserved, markUnobserved } from '../../db/inventory/mark-unobserved.ts';
import type { Tenant } from '../../db/tenant.ts';
import { defined } from '../../domain/defined.ts';
import { isTemplateBehind } from '../../domain/connections/template-version.ts';
import { partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { errors } from '../../domain/errors.ts';
import { accountStatuses, globalRegion } from '../../domain/values.ts';
import type { Principal } from '../http/access/principal.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Accepted, accountNumber, id, iso, shortText, timestamp, recordVersion } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { connectionTag, regionList, requireRegions, scanInterval } from './connection-schemas.ts';

const accountName = shortText;

const Account = z
  .object({
    id,
    connection_id: id,
    account_id: accountNumber,
    name: z.string().optional(),
    email: z.string().optional(),
    ou_path: z.string().optional(),
    role_arn: z.string(),
    included: z.boolean(),
    code_complete: z
      .boolean()
      .describe('A person said that all code of the account is connected: it needs no state that was read'),
    status: z.enum(accountStatuses),
    regions: z.array(z.string()),
    effective_regions: z.array(z.string()),
    scan_interval_minutes: z.number().int(),
    event_scans: z
      .boolean()
      .describe('Whether CloudTrail events start scans of the cells that they make due'),
    default_environment_id: id.optional(),
    validation: z.object({
      checks: z.array(z.object({ check: z.string(), ok: z.boolean(), message: z.string() })),
      missing_permissions: z.array(z.string()),
      error: z.string().optional(),
    }),
    last_validated_at: timestamp.optional(),
    template: z.object({ version: z.string().optional(), behind: z.boolean() }),
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'OnboardedAccount' });

export const accountOperations = [
  operation({
    id: 'listConnectionAccounts',
    method: 'GET',
    path: '/aws/connections/{id}/accounts',
    tag: connectionTag,
    summary: 'List the accounts of a connection',
    description: 'Lists the accounts of the connection with the result of their last validation.',
    access: 'accounts:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Account)],
    async handle(context) {
      const { id } = await getConnection(context.tenant, context.params.id);
      return listPage(context, `connection-accounts ${id}`, context.query, { connection_id: [id] });
    },
  }),
  operation({
    id: 'addAccount',
    method: 'POST',
    path: '/aws/connections/{id}/accounts',
    tag: connectionTag,
    summary: 'Add an account to a connection',
    description: 'Starts the validation of the account.',
    access: 'accounts:manage',
    audit: 'account.added',
    body: z.strictObject({ account_id: accountNumber, name: accountName.optional() }),
    success: [201, Account],
    location: '/aws/accounts/{id}',
    errors: ['account_exists', 'conflict'],
    async handle({ body, params, principal, tenant, services, audit }) {
      const connection = await lockConnection(tenant, params.id);
      const account = await addAccount(tenant, connection, {
        awsAccountNumber: body.account_id,
        name: body.name,
        partition: partitionOfArn(services.configuration.servicePrincipalArn),
      });
      await launchRun(tenant, services, {
        kind: 'validate_account',
        subjectId: account.id,
        awsAccountNumber: account.accountId,
        description: account.name ?? account.accountId,
        requestedBy: principal.id,
      });
      audit({ type: 'account', id: account.id, name: account.name ?? account.accountId });
      return readOnboardedAccount(tenant, account.id);
    },
  }),
  operation({
    id: 'listAccounts',
    method: 'GET',
    path: '/aws/accounts',
    tag: connectionTag,
    summary: 'List accounts',
    description: 'Lists the AWS accounts of all connections. Filters are combined with AND.',
    access: 'accounts:read',
    query: z.strictObject({
      connection_id: repeatable(id),
      status: repeatable(z.enum(accountStatuses)),
      included: flag.optional(),
      q: z.string().max(200).optional().describe('Substring of the name, account id, email or OU path'),
      ...pagingParameters,
    }),
    success: [200, listOf(Account)],
    handle: (context) => listPage(context, 'accounts', context.query, context.query),
  }),
  operation({
    id: 'getAccount',
    method: 'GET',
    path: '/aws/accounts/{id}',
    tag: connectionTag,
    summary: 'Get an account',
    description: 'Returns the account with its status and the result of its last validation.',
    access: 'accounts:read',
    success: [200, Account],
    handle: ({ params, tenant }) => readOnboardedAccount(tenant, params.id),
  }),
  operation({
    id: 'updateAccount',
    method: 'PATCH',
    path: '/aws/accounts/{id}',
    versioned: 'aws_accounts',
    tag: connectionTag,
    summary: 'Update an account',
    description:
      'Resources in an excluded account or in a removed region become `unobserved`. Empty `regions` and a `null` ' +
      '`scan_interval_minutes` inherit the values of the connection. `code_complete` declares that all code of the account is ' +
      'connected: only states and projects that are known to reach the account then keep its evidence incomplete.',
    access: 'accounts:manage',
    audit: 'account.updated',
    body: z.strictObject({
      included: z.boolean().optional(),
      code_complete: z.boolean().optional(),
      regions: regionList.optional(),
      name: accountName.optional(),
      scan_interval_minutes: scanInterval.nullable().optional(),
      event_scans: z.boolean().optional(),
    }),
    success: [200, Account],
    errors: ['conflict'],
    async handle({ body, params, tenant, services, audit }) {
      const { connectionId } = await getAccount(tenant, params.id);
      // Locks the connection before the account, in the same order as other transactions, to avoid deadlocks.
      await lockConnection(tenant, connectionId);
      const before = await lockAccount(tenant, params.id);
      if (body.regions !== undefined) requireRegions(body.regions, before.enabledRegions);
      const after = await updateAccount(tenant, before.id, propertiesOf(body));
      if (before.included && !after.included) {
        await removeAccountsFromScans(tenant, [after.id]);
        await markUnobserved(tenant, [after.id]);
      } else if (body.regions !== undefined) {
        await markOtherRegionsUnobserved(tenant, after.id, [globalRegion, ...after.effectiveRegions]);
      }
      if (before.included !== after.included) await refreshConnectionStatus(tenant, after.connectionId);
      if (before.codeComplete !== after.codeComplete)
        await requestAccountMatches(
          tenant,
          services,
          [{ id: after.id, accountId: after.accountId }],
          'changes',
        );
      const name = after.name ?? after.accountId;
      const { code_complete: codeComplete } = body;
      const details = { changed: Object.keys(body), ...defined({ code_complete: codeComplete }) };
      audit({ type: 'account', id: after.id, name, details });
      return readOnboardedAccount(tenant, after.id);
    },
  }),
  operation({
    id: 'validateAccount',
    method: 'POST',
    path: '/aws/accounts/{id}/validate',
    tag: connectionTag,
    summary: 'Validate an account',
    description:
      'Starts a run that assumes the role in the account and checks its permissions. Returns its ' +
      '`run_id`.',
    access: 'accounts:manage',
    audit: 'account.validation_requested',
    success: [202, Accepted],
    errors: ['conflict', 'provider_unavailable'],
    async handle({ params, principal, tenant, services, audit }) {
      const account = await getAccount(tenant, params.id);
      const connection = await getConnection(tenant, account.connectionId);
      if (connection.status === 'deleting') throw errors.conflict('The connection is being deleted.');
      await services.serviceCredentials.check();
      const name = account.name ?? account.accountId;
      const { run_id } = await launchRun(tenant, services, {
        kind: 'validate_account',
        subjectId: account.id,
        awsAccountNumber: account.accountId,
        description: name,
        requestedBy: principal.id,
      });
      audit({ type: 'account', id: account.id, name });
      return { run_id };
    },
  }),
  operation({
    id: 'setDefaultEnvironment',
    method: 'PUT',
    path: '/aws-accounts/{id}/default-environment',
    versioned: 'aws_accounts',
    tag: connectionTag,
    summary: 'Set the default environment of an account',
    description: '`null` or an empty string clears it.',
    access: 'accounts:manage',
    audit: 'account.default_environment_set',
    body: z.strictObject({ environment_id: z.union([id.toLowerCase(), z.literal('')]).nullable() }),
    success: [
      200,
      z.object({ aws_account_id: id, environment_id: id.nullable() }).meta({ id: 'DefaultEnvironment' }),
    ],
    async handle({ body, params, tenant, services, audit }) {
      const account = await lockAccount(tenant, params.id);
      const environmentId = body.environment_id === '' ? null : body.environment_id;
      if (environmentId !== null && !(await lockEnvironment(tenant, environmentId)))
        throw errors.validationFailed('environment_id', 'is not a known environment');
      await updateAccount(tenant, account.id, { defaultEnvironmentId: environmentId });
      // Projects of an environment reach the accounts that have it.
      if ((account.defaultEnvironmentId ?? null) !== environmentId) await requestEvidence(tenant, services);
      audit({ type: 'account', id: account.id, name: account.name ?? account.accountId });
      return { aws_account_id: account.id, environment_id: environmentId };
    },
  }),
];

async function listPage(
  context: { readonly principal: Principal; readonly services: Services; readonly tenant: Tenant },
  name: string,
  query: Parameters<typeof pager>[2],
  filters: AccountFilters,
) {
  const { request, envelope } = pager(context, name, query);
  const rows = await listAccounts(context.tenant, filters, request.limit, request.after?.[0]?.toString());
  return envelope(
    cutPage(rows, request.limit, (account) => [account.id]),
    presentAccount,
  );
}

function presentAccount(account: AccountRecord): z.input<typeof Account> {
  return {
    id: account.id,
    connection_id: account.connectionId,
    account_id: account.accountId,
    name: account.name,
    email: account.email,
    ou_path: account.ouPath,
    role_arn: account.roleArn,
    included: account.included,
    code_complete: account.codeComplete,
    status: account.status,
    regions: account.regions,
    effective_regions: account.effectiveRegions,
    scan_interval_minutes: account.scanIntervalMinutes ?? account.connectionScanIntervalMinutes,
    event_scans: account.eventScans,
    default_environment_id: account.defaultEnvironmentId,
    validation: {
      checks: [...account.validation.checks],
      missing_permissions: [...account.validation.missing_permissions],
      error: account.validation.error,
    },
    last_validated_at: iso(account.lastValidatedAt),
    template: { version: account.templateVersion, behind: isTemplateBehind(account.templateVersion) },
    created_at: iso(account.createdAt),
    updated_at: iso(account.updatedAt),
    version: account.version,
  };
}

/** Reads and presents an account. @throws CatalogueError `not_found`. */
export async function readOnboardedAccount(
  tenant: Tenant,
  accountId: string,
): Promise<z.input<typeof Account>> {
  const record = await findAccountRecord(tenant, accountId);
  if (record === undefined) throw errors.notFound();
  return presentAccount(record);
}
