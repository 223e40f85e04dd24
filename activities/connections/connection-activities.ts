import { onboardingWaitMs } from '../../domain/connections/onboarding.ts';
import type { OnboardingAttempt } from '../../domain/connections/onboarding.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { OnboardingStepKey } from '../../domain/values.ts';
import { listAccountsToValidate, findAccountAccess } from '../../db/connections/account-store.ts';
import type { AccountWithConnection } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import {
  findLiveConnection,
  recordConnectionCheck,
  refreshConnectionStatus,
} from '../../db/connections/connection-store.ts';
import { listOnboardingSteps, updateStep } from '../../db/connections/onboarding-step-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../shared/limit-attempts.ts';
import type { RoleCheck } from './check-role.ts';
import { managementRoleOf, roleOfAccount } from './customer-roles.ts';
import type { CustomerRoles } from './customer-roles.ts';
import { describeOrganization, listRoots } from './walk-aws-organization.ts';

/** Maximum number of accounts of a standalone connection that one onboarding attempt checks. */
const accountsPerAttempt = 20;

/** Result of a step of a connection. */
export interface StepResult {
  /** `deleted`: the connection was deleted. `skipped`: the step does not apply to the connection's kind. */
  readonly state: 'ok' | 'failed' | 'deleted' | 'skipped';
  readonly error?: string;
}

/** Activities that check a connection as a whole. All are idempotent. */
export function createConnectionActivities(dependencies: Dependencies) {
  const { database, configuration, roles } = dependencies;
  const inTenant = <T>(input: RunInput, work: (tenant: Tenant) => Promise<T>) =>
    database.withTenant(input.organizationId, work);
  const findConnection = (input: RunInput) =>
    inTenant(input, (tenant) => findLiveConnection(tenant, input.subjectId));

  async function check(input: RunInput): Promise<StepResult> {
    const connection = await findConnection(input);
    if (connection === undefined) return { state: 'deleted' };
    if (connection.kind === 'standalone') {
      const detail = 'Each account is validated separately.';
      await inTenant(input, async (tenant) => {
        await recordConnectionCheck(tenant, connection.id, { validated: true, lastError: null });
        await updateStep(tenant, connection.id, 'validate_connection', 'done', detail);
      });
      return { state: 'ok' };
    }
    const found = await readAwsOrganization(
      await roles.check(managementRoleOf(connection, roles.partition)),
      roles.region,
    );
    const error = 'error' in found ? found.error : undefined;
    await inTenant(input, async (tenant) => {
      // A successful check does not clear the error of a failed directory sync.
      const steps = await listOnboardingSteps(tenant, connection.id);
      const failedSync = steps.find(({ key, status }) => key === 'sync_accounts' && status === 'failed');
      await recordConnectionCheck(tenant, connection.id, {
        lastError: error ?? failedSync?.detail ?? null,
        validated: true,
        ...('id' in found ? { organization_id_external: found.id } : {}),
      });
      const status = error === undefined ? 'done' : 'failed';
      await updateStep(tenant, connection.id, 'validate_connection', status, error);
      await refreshConnectionStatus(tenant, connection.id);
    });
    return error === undefined ? { state: 'ok' } : { state: 'failed', error };
  }

  return {
    /** Checks whether the connection's role can be assumed, and stores the result in the step `deploy_role`. */
    async checkRoleDeployed(input: RunInput, attempt: number): Promise<OnboardingAttempt> {
      const waitMs = onboardingWaitMs(configuration.onboardingPollSeconds * 1000, attempt);
      const connection = await findConnection(input);
      if (connection === undefined) return { state: 'deleted', waitMs };
      const deployment = await checkDeployment(connection, roles, () =>
        inTenant(input, (tenant) => accountsToCheck(tenant, connection.id)),
      );
      const [status, detail] = deployment.deployed
        ? (['done', undefined] as const)
        : (['in_progress', deployment.detail] as const);
      await inTenant(input, (tenant) => updateStep(tenant, connection.id, 'deploy_role', status, detail));
      return { state: deployment.deployed ? 'ready' : 'waiting', waitMs };
    },

    /** Sets a step to `in_progress`, unless it is done. */
    async markStepInProgress(input: RunInput, key: OnboardingStepKey): Promise<void> {
      await inTenant(input, (tenant) => updateStep(tenant, input.subjectId, key, 'in_progress', undefined));
    },

    /**
     * Checks that the directory of an AWS organization can be read, and stores the result. A standalone connection has
     * no directory, so its check always succeeds; its accounts are validated separately.
     */
    async checkConnection(input: RunInput): Promise<StepResult> {
      return limitAttempts(() => check(input));
    },
  };
}

type Deployment = { readonly deployed: true } | { readonly deployed: false; readonly detail: string };

async function checkDeployment(
  connection: Connection,
  roles: CustomerRoles,
  listAccounts: () => Promise<readonly AccountWithConnection[]>,
): Promise<Deployment> {
  const waiting = (detail: string): Deployment => ({ deployed: false, detail });
  try {
    if (connection.kind === 'organization') {
      const { status, error } = await roles.check(managementRoleOf(connection, roles.partition));
      if (status !== 'unreachable') return { deployed: true };
      return waiting(
        `Waiting for the role ${connection.roleName} in ${connection.managementAccountId ?? ''}: ${error ?? ''}`,
      );
    }
    const accounts = await listAccounts();
    if (accounts.length === 0) return waiting('Waiting for an account to be added.');
    for (const access of accounts) {
      const { status } = await roles.check(roleOfAccount(access));
      if (status !== 'unreachable') return { deployed: true };
    }
    return waiting(`Waiting for the role ${connection.roleName} in ${accounts.length} accounts.`);
  } catch (error) {
    if (error instanceof CatalogueError) return waiting(error.message);
    return waiting(`The call to AWS failed: ${classifyAwsError(error).message}`);
  }
}

async function accountsToCheck(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly AccountWithConnection[]> {
  const ids = await listAccountsToValidate(tenant, connectionId, {
    after: undefined,
    limit: accountsPerAttempt,
    notConnectedOnly: false,
  });
  const accounts: AccountWithConnection[] = [];
  for (const id of ids) {
    const access = await findAccountAccess(tenant, id);
    if (access !== undefined) accounts.push(access);
  }
  return accounts;
}

async function readAwsOrganization(
  role: RoleCheck,
  region: string,
): Promise<{ readonly id: string } | { readonly error: string }> {
  if (role.caller === undefined) return { error: role.error ?? 'The role does not work.' };
  try {
    const { id } = await describeOrganization(role.caller, region);
    await listRoots({ caller: role.caller, region });
    return { id };
  } catch (error) {
    const { outcome, message, missingAction, deniedByScp } = classifyAwsError(error);
    if (outcome === 'denied') {
      const cause = deniedByScp === true ? 'A service control policy denies' : 'The role lacks';
      return { error: `${cause} ${missingAction ?? 'reading the organization'}: ${message}` };
    }
    return { error: `The organization could not be read: ${message}` };
  }
}
