import { ApplicationFailure, Context } from '@temporalio/activity';
import type { ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { AccountStatus } from '../../domain/values.ts';
import {
  listAccountsToValidate,
  countAccounts,
  findAccountAccess,
  markValidating,
  storeValidation,
} from '../../db/connections/account-store.ts';
import { refreshConnectionStatus } from '../../db/connections/connection-store.ts';
import { updateStep } from '../../db/connections/onboarding-step-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { createConnectionRoles } from './connection-roles.ts';
import { probeAccount } from './probe-account.ts';

const accountsPerPage = 50;

export interface AccountInput {
  readonly organizationId: string;
  readonly accountId: string;
}

/** Validating accounts, and what follows for their connection. All can be repeated. */
export function createAccountActivities(dependencies: Dependencies) {
  const { database } = dependencies;
  const roles = createConnectionRoles(dependencies);

  return {
    /** Ids of the next accounts to validate; none behind the last page. */
    async pageOfAccounts(input: ValidateAccountsInput, after: string | null): Promise<readonly string[]> {
      return database.withTenant(input.organizationId, (tenant) =>
        listAccountsToValidate(tenant, input.connectionId, {
          after,
          limit: accountsPerPage,
          notConnectedOnly: input.notConnectedOnly,
        }),
      );
    },

    /** Makes every check of an account's role and stores what was found. */
    async validateOneAccount({ organizationId, accountId }: AccountInput): Promise<AccountStatus | 'gone'> {
      const access = await database.withTenant(organizationId, async (tenant) => {
        await markValidating(tenant, accountId);
        return findAccountAccess(tenant, accountId);
      });
      if (access === undefined) return 'gone';
      const { account, connection } = access;
      if (account.status === 'suspended' || account.status === 'departed') return account.status;
      const context = Context.current();
      const role = await orUnavailable(roles.checkAccount(access));
      const probed =
        role.caller === undefined
          ? undefined
          : await probeAccount({
              caller: role.caller,
              partition: roles.partition,
              region: roles.region,
              chosen: account.regions.length > 0 ? account.regions : connection.regions,
              signal: context.cancellationSignal,
              onProgress: () => context.heartbeat(),
            });
      const missing = probed?.missingPermissions ?? [];
      const status = role.status === 'connected' && missing.length > 0 ? 'invalid' : role.status;
      await database.withTenant(organizationId, (tenant) =>
        storeValidation(tenant, accountId, {
          status,
          validation: {
            checks: [...role.checks, ...(probed?.checks ?? [])],
            missing_permissions: missing,
            ...(role.error === undefined ? {} : { error: role.error }),
          },
          templateVersion: role.templateVersion,
          stackId: role.stackId,
          enabledRegions: probed?.enabledRegions ?? null,
        }),
      );
      return status;
    },

    /** Stores that an account could not be looked at, however often it was tried. */
    async noteUnreachable({ organizationId, accountId }: AccountInput, error: string): Promise<void> {
      await database.withTenant(organizationId, (tenant) =>
        storeValidation(tenant, accountId, {
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
      return database.withTenant(input.organizationId, async (tenant) => {
        const counts = await countAccounts(tenant, input.subjectId);
        await refreshConnectionStatus(tenant, input.subjectId);
        const connected = counts.connected ?? 0;
        // Before its directory was read, an organization has no accounts to be right or wrong.
        if (Object.keys(counts).length === 0) return 0;
        const others = Object.entries(counts).filter(([status]) => status !== 'connected');
        const words = [`${connected} connected`, ...others.map(([status, count]) => `${count} ${status}`)];
        await updateStep(
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
    async concludeAccount({ organizationId, accountId }: AccountInput): Promise<string | null> {
      return database.withTenant(organizationId, async (tenant) => {
        const access = await findAccountAccess(tenant, accountId);
        if (access === undefined) return null;
        await refreshConnectionStatus(tenant, access.connection.id);
        return access.connection.id;
      });
    },
  };
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
