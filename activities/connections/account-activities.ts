import { ApplicationFailure, Context } from '@temporalio/activity';
import { accountRejected } from '../../domain/connections/account-rejected.ts';
import type { ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { isTemplateBehind } from '../../domain/connections/template-version.ts';
import { defined } from '../../domain/defined.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { AccountStatus } from '../../domain/values.ts';
import {
  listAccountsToValidate,
  countIncludedAccounts,
  findAccountAccess,
  markValidating,
  storeValidation,
} from '../../db/connections/account-store.ts';
import { refreshConnectionStatus } from '../../db/connections/connection-store.ts';
import { replaceBlocks } from '../../db/discovery/policy-block-store.ts';
import { updateStep } from '../../db/connections/onboarding-step-store.ts';
import { isRejectedByAws } from '../../clients/aws/classify-aws-error.ts';
import { heartbeat } from '../shared/own-failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleOfAccount } from './customer-roles.ts';
import { errorCode, limitAttempts } from '../shared/limit-attempts.ts';
import { probeAccount } from './probe-account.ts';

const accountsPerPage = 50;

export interface AccountInput {
  readonly organizationId: string;
  readonly accountId: string;
}

/** Activities that validate accounts and update the status of their connection. All are idempotent. */
export function createAccountActivities(dependencies: Dependencies) {
  const { database, roles } = dependencies;

  async function validateAccount({
    organizationId,
    accountId,
  }: AccountInput): Promise<AccountStatus | 'deleted'> {
    const access = await database.withTenant(organizationId, async (tenant) => {
      await markValidating(tenant, accountId);
      return findAccountAccess(tenant, accountId);
    });
    if (access === undefined) return 'deleted';
    const { account, connection } = access;
    if (account.status === 'suspended' || account.status === 'departed') return account.status;
    const context = Context.current();
    const checkedRole = roleOfAccount(access);
    const role = await failIfUnavailable(roles.check(checkedRole));
    const probed =
      role.caller === undefined
        ? undefined
        : await probeAccount({
            caller: role.caller,
            partition: roles.partition,
            region: roles.region,
            chosen: account.regions.length > 0 ? account.regions : connection.regions,
            signal: context.cancellationSignal,
            onProgress: heartbeat,
          });
    const missing = probed?.missingPermissions ?? [];
    const invalid = role.status === 'connected' && missing.length > 0;
    const stored = await database.withTenant(organizationId, async (tenant) => {
      const status = await storeValidation(tenant, accountId, {
        status: invalid ? 'invalid' : role.status,
        // The release of a new collector must not end the scans of an account whose role is older.
        keepsConnected: invalid && isTemplateBehind(role.templateVersion),
        roleArn: checkedRole.roleArn,
        validation: defined({
          checks: [...role.checks, ...(probed?.checks ?? [])],
          missing_permissions: missing,
          error: role.error,
        }),
        templateVersion: role.templateVersion,
        cloudControlGroups: role.cloudControlGroups,
        stackId: role.stackId,
        enabledRegions: probed?.enabledRegions,
      });
      if (probed !== undefined) await replaceBlocks(tenant, accountId, probed.deniedRegions);
      return status;
    });
    return stored ?? 'deleted';
  }

  return {
    /** Returns the ids of the next page of accounts to validate; empty after the last page. */
    async listAccountsToValidate(
      input: ValidateAccountsInput,
      after: string | null,
    ): Promise<readonly string[]> {
      return database.withTenant(input.organizationId, (tenant) =>
        listAccountsToValidate(tenant, input.connectionId, {
          after: after ?? undefined,
          limit: accountsPerPage,
          notConnectedOnly: input.notConnectedOnly,
        }),
      );
    },

    /** Runs every check of an account's role, stores the result and returns the account's status. */
    async validateOneAccount(input: AccountInput): Promise<AccountStatus | 'deleted'> {
      return limitAttempts(
        () => validateAccount(input),
        (error) => (isRejectedByAws(error) ? accountRejected : errorCode(error)),
      );
    },

    /** Stores that AWS rejected the validation of an account. */
    async markAccountUnreachable({ organizationId, accountId }: AccountInput, error: string): Promise<void> {
      await database.withTenant(organizationId, (tenant) =>
        storeValidation(tenant, accountId, {
          status: 'unreachable',
          roleArn: undefined,
          validation: { checks: [], missing_permissions: [], error },
          templateVersion: undefined,
          cloudControlGroups: undefined,
          stackId: undefined,
          enabledRegions: undefined,
        }),
      );
    },

    /** Computes the connection's status from its accounts and returns the number of connected accounts. */
    async finishValidation(input: RunInput): Promise<number> {
      return database.withTenant(input.organizationId, async (tenant) => {
        const counts = await countIncludedAccounts(tenant, input.subjectId);
        await refreshConnectionStatus(tenant, input.subjectId);
        const connected = counts.connected ?? 0;
        // The directory of the AWS organization is not synced yet: the step stays as it is.
        if (Object.keys(counts).length === 0) return 0;
        const others = Object.entries(counts).filter(([status]) => status !== 'connected');
        const parts = [`${connected} connected`, ...others.map(([status, count]) => `${count} ${status}`)];
        await updateStep(
          tenant,
          input.subjectId,
          'validate_accounts',
          connected > 0 ? 'done' : 'failed',
          parts.join(', '),
        );
        return connected;
      });
    },

    /** Computes the status of the account's connection and returns its id; `null` if the account was deleted. */
    async finishAccountValidation({ organizationId, accountId }: AccountInput): Promise<string | null> {
      return database.withTenant(organizationId, async (tenant) => {
        const access = await findAccountAccess(tenant, accountId);
        if (access === undefined) return null;
        await refreshConnectionStatus(tenant, access.connection.id);
        return access.connection.id;
      });
    },
  };
}

/**
 * Converts the error for missing AWS credentials of this service to a failure that Temporal does not retry. Its type is
 * the error's code, so that the workflow does not mark the account unreachable.
 */
async function failIfUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CatalogueError) throw ApplicationFailure.nonRetryable(error.message, error.code);
    throw error;
  }
}
