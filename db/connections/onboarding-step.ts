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
  /** The pending condition or the error, as text for the user. */
  declare detail: string | null;
  declare completed_at: Date | null;
  declare updated_at: Date;
}
