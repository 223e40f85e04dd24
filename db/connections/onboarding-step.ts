import { RowModel } from '../row-model.ts';
import type { OnboardingStepKey, OnboardingStepStatus } from '../../domain/values.ts';

/** A row of `onboarding_steps`. */
export class OnboardingStep extends RowModel {
  static override tableName = 'onboarding_steps';
  static override idColumn = ['organization_id', 'connection_id', 'key'];
  declare organizationId: string;
  declare connectionId: string;
  declare key: OnboardingStepKey;
  declare status: OnboardingStepStatus;
  /** The pending condition or the error, as text for the user. */
  declare detail: string | undefined;
  declare completedAt: Date | undefined;
  declare updatedAt: Date;
}
