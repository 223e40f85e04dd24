import { Context } from '@temporalio/activity';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import type { Connection } from '../../db/connections/connection.ts';
import {
  findLiveConnection,
  recordConnectionCheck,
  refreshConnectionStatus,
} from '../../db/connections/connection-store.ts';
import { updateStep } from '../../db/connections/onboarding-step-store.ts';
import { listAccountNumbers, storeAwsOrganization } from '../../db/connections/store-aws-organization.ts';
import type { DirectoryAccount } from '../../db/connections/store-aws-organization.ts';
import { queueInference } from '../../db/ownership/inference/inference-queue.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { isTransientDatabaseError } from '../../db/database-errors.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { heartbeat } from '../shared/own-failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../shared/limit-attempts.ts';
import type { StepResult } from './connection-activities.ts';
import { managementRoleOf } from './customer-roles.ts';
import { retireAccounts } from './retire-accounts.ts';
import { RoleRefused } from './role-refused.ts';
import { walkAwsOrganization } from './walk-aws-organization.ts';

/** The activity that syncs the directory of an AWS organization. Idempotent. */
export function createDirectoryActivities(dependencies: Dependencies) {
  const { database, roles } = dependencies;

  function walk(caller: AwsCaller): Promise<readonly DirectoryAccount[]> {
    return walkAwsOrganization({
      caller,
      region: roles.region,
      signal: Context.current().cancellationSignal,
      onProgress: heartbeat,
    });
  }

  /** Lists the directory twice when a known account is missing: the first walk may have missed a moved account. */
  async function listAccounts(connection: Connection): Promise<readonly DirectoryAccount[]> {
    // The role is checked before every sync: a sync is rare, and its result decides which accounts are scanned.
    const caller = await roles.checkedCallerFor(managementRoleOf(connection, roles.partition));
    const first = await walk(caller);
    const known = await database.withTenant(connection.organizationId, (tenant) =>
      listAccountNumbers(tenant, connection.id),
    );
    const found = new Map(first.map((account) => [account.account_id, account]));
    if (known.every((number) => found.has(number))) return first;
    for (const account of await walk(caller)) found.set(account.account_id, account);
    return [...found.values()];
  }

  async function sync(input: RunInput): Promise<StepResult> {
    const { organizationId, subjectId } = input;
    const connection = await database.withTenant(organizationId, (tenant) =>
      findLiveConnection(tenant, subjectId),
    );
    if (connection === undefined) return { state: 'deleted' };
    if (connection.kind === 'standalone') return { state: 'skipped' };
    let directory: readonly DirectoryAccount[];
    try {
      directory = await listAccounts(connection);
    } catch (error) {
      if (error instanceof CatalogueError || isTransientDatabaseError(error)) throw error;
      Context.current().cancellationSignal.throwIfAborted();
      const { code, message: reason } = classifyAwsError(error);
      const message =
        error instanceof RoleRefused
          ? error.message
          : `The organization could not be read (${code}): ${reason}`;
      await database.withTenant(organizationId, async (tenant) => {
        await recordConnectionCheck(tenant, connection.id, { lastError: message });
        await updateStep(tenant, connection.id, 'sync_accounts', 'failed', message);
        await refreshConnectionStatus(tenant, connection.id);
      });
      return { state: 'failed', error: message };
    }
    return database.withTenant(organizationId, async (tenant) => {
      const stored = await storeAwsOrganization(tenant, connection.id, directory, roles.partition);
      if (stored === undefined) return { state: 'deleted' };
      await retireAccounts(tenant, stored.inactiveIds);
      await recordConnectionCheck(tenant, connection.id, { lastError: null });
      const { found, inOtherConnections: others } = stored;
      const detail = `${found} accounts${others === 0 ? '' : `; ${others} are in another connection and stay there`}`;
      await updateStep(tenant, connection.id, 'sync_accounts', 'done', detail);
      await refreshConnectionStatus(tenant, connection.id);
      await queueInference(tenant, 'account', stored.movedIds);
      await requestQueuedInference(tenant, dependencies);
      return { state: 'ok' };
    });
  }

  return {
    /**
     * Lists all accounts of the AWS organization, then stores them in one transaction. A failed walk changes no
     * account and is stored as the connection's last error.
     */
    async syncDirectory(input: RunInput): Promise<StepResult> {
      return limitAttempts(() => sync(input));
    },
  };
}
