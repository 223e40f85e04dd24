import { Model } from 'objection';
import type { AccountStatus } from '../../domain/values.ts';

export interface ValidationSummary {
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly message: string }[];
  readonly missing_permissions: readonly string[];
  readonly error?: string;
}

/** A row of `aws_accounts`: an onboarded account. */
export class Account extends Model {
  static override tableName = 'aws_accounts';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = ['validation'];
  declare organization_id: string;
  declare id: string;
  declare connection_id: string;
  /** 12 digits. */
  declare account_id: string;
  declare name: string | null;
  /** Whether a person gave the name: a sync keeps it then. */
  declare name_chosen: boolean;
  declare email: string | null;
  declare ou_path: string | null;
  declare role_arn: string;
  declare included: boolean;
  declare status: AccountStatus;
  /** The user's choice; empty for the connection's. */
  declare regions: string[];
  /** Found by validation. */
  declare enabled_regions: string[];
  /** What is scanned: enabled ∩ chosen. */
  declare effective_regions: string[];
  /** `null` for the connection's. */
  declare scan_interval_minutes: number | null;
  declare validation: ValidationSummary;
  /** `null` for unknown. */
  declare template_version: string | null;
  /** ARN of the CloudFormation stack that made the role; `null` when it does not say. */
  declare stack_id: string | null;
  declare default_environment_id: string | null;
  declare last_validated_at: Date | null;
  /** Whether its Temporal Schedule may be out of step. */
  declare schedule_due: boolean;
  declare created_at: Date;
  declare updated_at: Date;
  declare deleted_at: Date | null;
}
