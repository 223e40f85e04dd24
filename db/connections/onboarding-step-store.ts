import { onboardingStepKeys } from '../../domain/values.ts';
import type { ConnectionKind, OnboardingStepKey, OnboardingStepStatus } from '../../domain/values.ts';
import { execute, queryModel } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { OnboardingStep } from './onboarding-step.ts';

/** Inserts the steps of a new connection. A standalone connection has no directory, so its sync step is skipped. */
export async function createOnboardingSteps(
  tenant: Tenant,
  connectionId: string,
  kind: ConnectionKind,
): Promise<void> {
  await queryModel(tenant, OnboardingStep).insert(
    onboardingStepKeys.map((key) => ({
      organizationId: tenant.organizationId,
      connectionId,
      key,
      status: kind === 'standalone' && key === 'sync_accounts' ? ('skipped' as const) : ('pending' as const),
      detail: kind === 'standalone' && key === 'sync_accounts' ? 'Accounts are added one by one.' : undefined,
    })),
  );
}

/** Lists the steps of a connection in the order of `onboardingStepKeys`. */
export async function listOnboardingSteps(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly OnboardingStep[]> {
  const steps = await queryModel(tenant, OnboardingStep).where({
    organization_id: tenant.organizationId,
    connection_id: connectionId,
  });
  return steps.toSorted((a, b) => onboardingStepKeys.indexOf(a.key) - onboardingStepKeys.indexOf(b.key));
}

/** Updates a step. A done step keeps its first `completed_at` and cannot return to `in_progress`. */
export async function updateStep(
  tenant: Tenant,
  connectionId: string,
  key: OnboardingStepKey,
  status: OnboardingStepStatus,
  detail: string | undefined,
): Promise<void> {
  const unchanged = status === 'in_progress' ? ['skipped', 'done'] : ['skipped'];
  await execute(
    tenant,
    sql`update onboarding_steps set status = ${status}, detail = ${detail}, updated_at = now(),
          completed_at = case when ${status === 'done'} then coalesce(completed_at, now()) end
        where organization_id = ${tenant.organizationId} and connection_id = ${connectionId} and key = ${key}
          and status <> all(${unchanged}::text[])`,
  );
}
