import { onboardingWaitMs } from '../../domain/connections/onboarding.ts';
import type { OnboardingCheck } from '../../domain/connections/onboarding.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { OnboardingStepKey } from '../../domain/values.ts';
import { listAccountsToValidate, findAccountAccess } from '../../db/connections/account-store.ts';
import type { AccountAccess } from '../../db/connections/account-store.ts';
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
import type { RoleCheck } from './check-role.ts';
import { createConnectionRoles } from './connection-roles.ts';
import type { ConnectionRoles } from './connection-roles.ts';
import { describeOrganization, listRoots } from './walk-aws-organization.ts';

/** Accounts of a standalone connection at which onboarding looks in one go. */
const accountsLookedAt = 20;

/** What a look at the connection as a whole found; `gone` when there is nothing to look at any more. */
export interface RootResult {
  readonly state: 'ok' | 'failed' | 'gone';
  readonly error?: string;
}

/** Looking at a connection as a whole. All can be repeated. */
export function createConnectionActivities(dependencies: Dependencies) {
  const { database, configuration } = dependencies;
  const roles = createConnectionRoles(dependencies);
  const inTenant = <T>(input: RunInput, work: (tenant: Tenant) => Promise<T>) =>
    database.withTenant(input.organizationId, work);
  const live = (input: RunInput) => inTenant(input, (tenant) => findLiveConnection(tenant, input.subjectId));

  return {
    /** Whether the role is there by now. */
    async lookForRole(input: RunInput, attempt: number): Promise<OnboardingCheck> {
      const waitMs = onboardingWaitMs(configuration.onboardingPollSeconds * 1000, attempt);
      const connection = await live(input);
      if (connection === undefined) return { state: 'gone', waitMs };
      const look = await lookAtRoles(connection, roles, () =>
        inTenant(input, (tenant) => reachableAccounts(tenant, connection.id)),
      );
      const [status, detail] = look.there
        ? (['done', null] as const)
        : (['in_progress', look.detail] as const);
      await inTenant(input, (tenant) => updateStep(tenant, connection.id, 'deploy_role', status, detail));
      return { state: look.there ? 'ready' : 'waiting', waitMs };
    },

    /** Says that a step is being worked on; one that is done stays done. */
    async beginStep(input: RunInput, key: OnboardingStepKey): Promise<void> {
      await inTenant(input, (tenant) => updateStep(tenant, input.subjectId, key, 'in_progress', null));
    },

    /** Whether the connection as a whole works: for an organization, whether its directory may be read. */
    async validateRoot(input: RunInput): Promise<RootResult> {
      const connection = await live(input);
      if (connection === undefined) return { state: 'gone' };
      if (connection.kind === 'standalone') {
        const words = 'Each account is validated by itself.';
        await inTenant(input, async (tenant) => {
          await recordConnectionCheck(tenant, connection.id, { validated: true, last_error: null });
          await updateStep(tenant, connection.id, 'validate_connection', 'done', words);
        });
        return { state: 'ok' };
      }
      const found = await lookAtOrganization(await roles.checkManagement(connection), roles.region);
      const error = 'error' in found ? found.error : null;
      await inTenant(input, async (tenant) => {
        // That the organization answers does not undo that its accounts could not be read.
        const steps = await listOnboardingSteps(tenant, connection.id);
        const unread = steps.find(({ key, status }) => key === 'sync_accounts' && status === 'failed');
        await recordConnectionCheck(tenant, connection.id, {
          last_error: error ?? unread?.detail ?? null,
          validated: true,
          ...('id' in found ? { organization_id_external: found.id } : {}),
        });
        const status = error === null ? 'done' : 'failed';
        await updateStep(tenant, connection.id, 'validate_connection', status, error);
        await refreshConnectionStatus(tenant, connection.id);
      });
      return error === null ? { state: 'ok' } : { state: 'failed', error };
    },
  };
}

type Look = { readonly there: true } | { readonly there: false; readonly detail: string };

async function lookAtRoles(
  connection: Connection,
  roles: ConnectionRoles,
  standaloneAccounts: () => Promise<readonly AccountAccess[]>,
): Promise<Look> {
  const waiting = (detail: string): Look => ({ there: false, detail });
  try {
    if (connection.kind === 'organization') {
      const { status, error } = await roles.checkManagement(connection);
      if (status !== 'unreachable') return { there: true };
      return waiting(
        `Waiting for the role ${connection.role_name} in ${connection.management_account_id ?? ''}: ${error ?? ''}`,
      );
    }
    const accounts = await standaloneAccounts();
    if (accounts.length === 0) return waiting('Waiting for an account to be added.');
    for (const access of accounts) {
      const { status } = await roles.checkAccount(access);
      if (status !== 'unreachable') return { there: true };
    }
    return waiting(`Waiting for the role ${connection.role_name} in ${accounts.length} accounts.`);
  } catch (error) {
    if (error instanceof CatalogueError) return waiting(error.message);
    return waiting(`AWS could not be asked: ${classifyAwsError(error).message}`);
  }
}

async function reachableAccounts(tenant: Tenant, connectionId: string): Promise<readonly AccountAccess[]> {
  const ids = await listAccountsToValidate(tenant, connectionId, {
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
    await listRoots({ caller: role.caller, region });
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
