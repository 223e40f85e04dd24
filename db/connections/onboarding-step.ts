import { Model } from 'objection';
import type { OnboardingStepKey, OnboardingStepStatus } from '../../domain/values.ts';

/** A row of `onboarding_steps`. */
export class OnboardingStep extends Model {
  static override tableName = 'onboarding_steps';
  static override idColumn = ['organization_id', 'connection_id', 'key'];
  declare organization_id: string;
  declare connection_id: string;
  declare key: OnboardingStepKey;
  declare status: OnboardingStepStatus;
  /** What is waited for, or what went wrong, in words. */
  declare detail: string | null;
  declare completed_at: Date | null;
  declare updated_at: Date;
}
