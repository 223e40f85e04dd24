import { setMaxListeners } from 'node:events';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { onboardingWaitMs } from '../../domain/connections/onboarding.ts';
import type { OnboardingLook, ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { partitionOfArn } from '../../domain/connections/template-links.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { AccountStatus, OnboardingStepKey } from '../../domain/values/index.ts';
import {
  accountsToValidate,
  countAccounts,
  findAccountAccess,
  markValidating,
  roleArnOf,
  storeValidation,
} from '../../db/connections/account-store.ts';
import type { AccountAccess } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import {
  findConnection,
  noteConnection,
  refreshConnectionStatus,
} from '../../db/connections/connection-store.ts';
import { noteStep } from '../../db/connections/onboarding-step-store.ts';
import { storeOrganization } from '../../db/connections/store-organization.ts';
import { markUnobserved } from '../../db/resources/mark-unobserved.ts';
import { cancelScansOf } from '../../db/scans/scan-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { classifyAwsError } from '../clients/aws/classify-aws-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkRole } from './check-role.ts';
import type { RoleCheck } from './check-role.ts';
import { probeAccount } from './probe-account.ts';
import { describeOrganization, walkOrganization } from './walk-organization.ts';

const accountsPerPage = 50;
/** Accounts of a standalone connection at which onboarding looks in one go. */
const accountsLookedAt = 20;

export interface AccountInput {
  readonly organizationId: string;
  readonly awsAccountId: string;
}

/** What a look at the connection as a whole found; `gone` when there is nothing to look at any more. */
export interface RootResult {
  readonly state: 'ok' | 'failed' | 'gone';
  readonly error?: string;
}

/** What the workflows of connections do outside: look, validate, sync. All can be repeated. */
export function createConnectionActivities(dependencies: Dependencies) {
  const { database, aws, configuration } = dependencies;
  const partition = partitionOfArn(configuration.servicePrincipalArn);
  const region = callRegionOf(partition);
  const inTenant = <T>(organizationId: string, work: (tenant: Tenant) => Promise<T>) =>
    database.withTenant(organizationId, work);
  const check = (accountId: string, roleArn: string, externalId: string) =>
    checkRole(aws, { accountId, roleArn, externalId, region }, Context.current().cancellationSignal);
  const checkManagement = ({
    management_account_id: id,
    role_name: name,
    external_id: externalId,
  }: Connection) => check(id ?? '', roleArnOf(partition, id ?? '', name), externalId);
  const live = (input: RunInput) =>
    inTenant(input.organizationId, async (tenant) => {
      const connection = await findConnection(tenant, input.subjectId);
      return connection === undefined || connection.status === 'deleting' ? undefined : connection;
    });

  return {
    /** Whether the role is there by now. */
    async lookForRole(input: RunInput, attempt: number): Promise<OnboardingLook> {
      const waitMs = onboardingWaitMs(configuration.onboardingPollSeconds * 1000, attempt);
      const connection = await live(input);
      if (connection === undefined) return { state: 'gone', waitMs };
      const note = (status: 'in_progress' | 'done', detail: string | null) =>
        inTenant(input.organizationId, (tenant) =>
          noteStep(tenant, connection.id, 'deploy_role', status, detail),
        );
      const look = await lookAtRoles(connection, {
        standalone: () =>
          inTenant(input.organizationId, (tenant) => reachableAccounts(tenant, connection.id)),
        check: ({ account }) => check(account.account_id, account.role_arn, connection.external_id),
        checkManagement: () => checkManagement(connection),
      });
      await note(look.there ? 'done' : 'in_progress', look.there ? null : look.detail);
      return { state: look.there ? 'ready' : 'waiting', waitMs };
    },

    /** Says that a step is being worked on; one that is done stays done. */
    async beginStep({ organizationId, subjectId }: RunInput, key: OnboardingStepKey): Promise<void> {
      await inTenant(organizationId, (tenant) => noteStep(tenant, subjectId, key, 'in_progress', null));
    },

    /** Whether the connection as a whole works: for an organization, whether its directory may be read. */
    async validateRoot(input: RunInput): Promise<RootResult> {
      const connection = await live(input);
      if (connection === undefined) return { state: 'gone' };
      if (connection.kind === 'standalone') {
        await inTenant(input.organizationId, async (tenant) => {
          await noteConnection(tenant, connection.id, { validated: true, last_error: null });
          await noteStep(
            tenant,
            connection.id,
            'validate_connection',
            'done',
            'Each account is validated by itself.',
          );
        });
        return { state: 'ok' };
      }
      const found = await lookAtOrganization(await checkManagement(connection), region);
      await inTenant(input.organizationId, async (tenant) => {
        const error = 'error' in found ? found.error : null;
        await noteConnection(tenant, connection.id, {
          last_error: error,
          validated: true,
          ...('id' in found ? { organization_id_external: found.id } : {}),
        });
        await noteStep(
          tenant,
          connection.id,
          'validate_connection',
          error === null ? 'done' : 'failed',
          error,
        );
        await refreshConnectionStatus(tenant, connection.id);
      });
      return 'error' in found ? { state: 'failed', error: found.error } : { state: 'ok' };
    },

    /** Reads the whole directory, then stores it at once: a walk that fails half-way changes nothing. */
    async syncDirectory(input: RunInput): Promise<RootResult> {
      const connection = await live(input);
      if (connection === undefined || connection.kind === 'standalone') return { state: 'gone' };
      const fail = async (error: string): Promise<RootResult> => {
        await inTenant(input.organizationId, async (tenant) => {
          await noteConnection(tenant, connection.id, { last_error: error });
          await noteStep(tenant, connection.id, 'sync_accounts', 'failed', error);
        });
        return { state: 'failed', error };
      };
      const id = connection.management_account_id ?? '';
      const caller = aws.forRole({
        roleArn: roleArnOf(partition, id, connection.role_name),
        externalId: connection.external_id,
      });
      try {
        const directory = await walkOrganization({
          caller,
          region,
          signal: Context.current().cancellationSignal,
          onProgress: () => Context.current().heartbeat(),
        });
        const outcome = await inTenant(input.organizationId, async (tenant) => {
          const stored = await storeOrganization(tenant, connection.id, directory, partition);
          if (stored === undefined) return undefined;
          await retire(tenant, stored.gone);
          await noteConnection(tenant, connection.id, { last_error: null });
          const elsewhere =
            stored.elsewhere === 0 ? '' : `; ${stored.elsewhere} are in another connection and stay there`;
          await noteStep(
            tenant,
            connection.id,
            'sync_accounts',
            'done',
            `${stored.found} accounts${elsewhere}`,
          );
          await refreshConnectionStatus(tenant, connection.id);
          return stored;
        });
        return { state: outcome === undefined ? 'gone' : 'ok' };
      } catch (error) {
        if (error instanceof CatalogueError) throw error;
        Context.current().cancellationSignal.throwIfAborted();
        const { code, message } = classifyAwsError(error);
        return fail(`The organization could not be read (${code}): ${message}`);
      }
    },

    /** Ids of the next accounts to validate; none behind the last page. */
    async pageOfAccounts(input: ValidateAccountsInput, after: string | null): Promise<readonly string[]> {
      return inTenant(input.organizationId, (tenant) =>
        accountsToValidate(tenant, input.connectionId, {
          after,
          limit: accountsPerPage,
          notConnectedOnly: input.notConnectedOnly,
        }),
      );
    },

    /** Makes every check of an account's role and stores what was found. */
    async validateOneAccount({
      organizationId,
      awsAccountId,
    }: AccountInput): Promise<AccountStatus | 'gone'> {
      const access = await inTenant(organizationId, async (tenant) => {
        await markValidating(tenant, awsAccountId);
        return findAccountAccess(tenant, awsAccountId);
      });
      if (access === undefined) return 'gone';
      const { account, connection } = access;
      // Every call in flight listens for the end of the activity.
      setMaxListeners(64, Context.current().cancellationSignal);
      if (account.status === 'suspended' || account.status === 'departed') return account.status;
      const role = await orUnavailable(check(account.account_id, account.role_arn, connection.external_id));
      const probed =
        role.caller === undefined
          ? undefined
          : await probeAccount({
              caller: role.caller,
              partition,
              region,
              chosen: account.regions.length > 0 ? account.regions : connection.regions,
              signal: Context.current().cancellationSignal,
              onProgress: () => Context.current().heartbeat(),
            });
      const missing = probed?.missingPermissions ?? [];
      const status = role.status === 'connected' && missing.length > 0 ? 'invalid' : role.status;
      await inTenant(organizationId, async (tenant) => {
        await storeValidation(tenant, awsAccountId, {
          status,
          validation: {
            checks: [...role.checks, ...(probed?.checks ?? [])],
            missing_permissions: missing,
            ...(role.error === undefined ? {} : { error: role.error }),
          },
          templateVersion: role.templateVersion,
          stackId: role.stackId,
          enabledRegions: probed?.enabledRegions ?? null,
        });
      });
      return status;
    },

    /** Stores that an account could not be looked at, however often it was tried. */
    async noteUnreachable({ organizationId, awsAccountId }: AccountInput, error: string): Promise<void> {
      await inTenant(organizationId, (tenant) =>
        storeValidation(tenant, awsAccountId, {
          status: 'unreachable',
          validation: { checks: [], missing_permissions: [], error },
          templateVersion: null,
          stackId: null,
          enabledRegions: null,
        }),
      );
    },

    /** Computes the connection's status from its accounts; answers with how many are connected. */
    async concludeValidation(input: RunInput): Promise<number> {
      return inTenant(input.organizationId, async (tenant) => {
        const counts = await countAccounts(tenant, input.subjectId);
        await refreshConnectionStatus(tenant, input.subjectId);
        const connected = counts.connected ?? 0;
        // Before its directory was read, an organization has no accounts to be right or wrong.
        if (Object.keys(counts).length === 0) return 0;
        const others = Object.entries(counts).filter(([status]) => status !== 'connected');
        const words = [`${connected} connected`, ...others.map(([status, count]) => `${count} ${status}`)];
        await noteStep(
          tenant,
          input.subjectId,
          'validate_accounts',
          connected > 0 ? 'done' : 'failed',
          words.join(', '),
        );
        return connected;
      });
    },

    /** The same for the connection of one account. */
    async concludeAccount({ organizationId, awsAccountId }: AccountInput): Promise<string | null> {
      return inTenant(organizationId, async (tenant) => {
        const access = await findAccountAccess(tenant, awsAccountId);
        if (access === undefined) return null;
        await refreshConnectionStatus(tenant, access.connection.id);
        return access.connection.id;
      });
    },
  };
}

/** Where global services of a partition are called. */
export function callRegionOf(partition: string): string {
  if (partition === 'aws-cn') return 'cn-northwest-1';
  return partition === 'aws-us-gov' ? 'us-gov-west-1' : 'us-east-1';
}

/** Nothing of these accounts is scanned any more. */
export async function retire(tenant: Tenant, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await cancelScansOf(tenant, accountIds);
  await markUnobserved(tenant, accountIds);
}

/** Our own credentials being at fault says nothing of the account, and does not heal by trying again at once. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CatalogueError) throw ApplicationFailure.nonRetryable(error.message, error.code);
    throw error;
  }
}

type Look = { readonly there: true } | { readonly there: false; readonly detail: string };

async function lookAtRoles(
  connection: Connection,
  ask: {
    standalone(): Promise<readonly AccountAccess[]>;
    check(access: AccountAccess): Promise<RoleCheck>;
    checkManagement(): Promise<RoleCheck>;
  },
): Promise<Look> {
  const waiting = (detail: string): Look => ({ there: false, detail });
  try {
    if (connection.kind === 'organization') {
      const { status, error } = await ask.checkManagement();
      if (status !== 'unreachable') return { there: true };
      return waiting(
        `Waiting for the role ${connection.role_name} in ${connection.management_account_id ?? ''}: ${error ?? ''}`,
      );
    }
    const accounts = await ask.standalone();
    if (accounts.length === 0) return waiting('Waiting for an account to be added.');
    for (const access of accounts) {
      const { status } = await ask.check(access);
      if (status !== 'unreachable') return { there: true };
    }
    return waiting(`Waiting for the role ${connection.role_name} in ${accounts.length} accounts.`);
  } catch (error) {
    if (error instanceof CatalogueError) return waiting(error.message);
    return waiting(`AWS could not be asked: ${classifyAwsError(error).message}`);
  }
}

async function reachableAccounts(tenant: Tenant, connectionId: string): Promise<readonly AccountAccess[]> {
  const ids = await accountsToValidate(tenant, connectionId, {
    after: null,
    limit: accountsLookedAt,
    notConnectedOnly: false,
  });
  const accounts: AccountAccess[] = [];
  for (const id of ids) {
    const access = await findAccountAccess(tenant, id);
    if (access !== undefined) accounts.push(access);
  }
  return accounts;
}

async function lookAtOrganization(
  role: RoleCheck,
  region: string,
): Promise<{ readonly id: string } | { readonly error: string }> {
  if (role.caller === undefined) return { error: role.error ?? 'The role does not work.' };
  try {
    const { id } = await describeOrganization(role.caller, region);
    await role.caller.call({ client: 'organizations', region, operation: 'ListRoots' });
    return { id };
  } catch (error) {
    const { outcome, message, missingAction, deniedByScp } = classifyAwsError(error);
    if (outcome === 'denied') {
      const why = deniedByScp === true ? 'A service control policy denies' : 'The role lacks';
      return { error: `${why} ${missingAction ?? 'reading the organization'}: ${message}` };
    }
    return { error: `The organization could not be read: ${message}` };
  }
}
