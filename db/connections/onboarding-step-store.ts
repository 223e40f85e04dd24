import { onboardingStepKeys } from '../../domain/values.ts';
import type { ConnectionKind, OnboardingStepKey, OnboardingStepStatus } from '../../domain/values.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { OnboardingStep } from './onboarding-step.ts';

/** The steps of a new connection. Without an organization there is nothing to find. */
export async function createOnboardingSteps(
  tenant: Tenant,
  connectionId: string,
  kind: ConnectionKind,
): Promise<void> {
  await OnboardingStep.query(queryOf(tenant)).insert(
    onboardingStepKeys.map((key) => ({
      organization_id: tenant.organizationId,
      connection_id: connectionId,
      key,
      status: kind === 'standalone' && key === 'sync_accounts' ? ('skipped' as const) : ('pending' as const),
      detail: kind === 'standalone' && key === 'sync_accounts' ? 'Accounts are added one by one.' : null,
    })),
  );
}

/** In the order in which they are done. */
export async function listOnboardingSteps(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly OnboardingStep[]> {
  const steps = await OnboardingStep.query(queryOf(tenant)).where({
    organization_id: tenant.organizationId,
    connection_id: connectionId,
  });
  return steps.toSorted((a, b) => onboardingStepKeys.indexOf(a.key) - onboardingStepKeys.indexOf(b.key));
}

/** A step that is done keeps the time at which it was done first, and is not begun again. */
export async function noteStep(
  tenant: Tenant,
  connectionId: string,
  key: OnboardingStepKey,
  status: OnboardingStepStatus,
  detail: string | null,
): Promise<void> {
  const query = queryOf(tenant);
  await query('onboarding_steps')
    .where({ organization_id: tenant.organizationId, connection_id: connectionId, key })
    .whereNotIn('status', status === 'in_progress' ? ['skipped', 'done'] : ['skipped'])
    .update({
      status,
      detail,
      completed_at: status === 'done' ? query.raw('coalesce(completed_at, now())') : null,
      updated_at: query.fn.now(),
    });
}
