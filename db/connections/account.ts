import { Model } from 'objection';
import type { AccountStatus } from '../../domain/values.ts';

export interface ValidationSummary {
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly message: string }[];
  readonly missing_permissions: readonly string[];
  readonly error?: string;
}

/** A row of `aws_accounts`: an onboarded AWS account. */
export class Account extends Model {
  static override tableName = 'aws_accounts';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = ['validation'];
  declare organization_id: string;
  declare id: string;
  declare connection_id: string;
  /** The account number: 12 digits. */
  declare account_id: string;
  declare name: string | null;
  /** Whether a user set the name; the directory sync keeps such a name. */
  declare name_chosen: boolean;
  declare email: string | null;
  declare ou_path: string | null;
  declare role_arn: string;
  declare included: boolean;
  declare status: AccountStatus;
  /** The regions that the user chose; empty to use those of the connection. */
  declare regions: string[];
  /** The regions that are enabled in AWS, as of the last validation. */
  declare enabled_regions: string[];
  /** The scanned regions: enabled and chosen. */
  declare effective_regions: string[];
  /** `null` to use the interval of the connection. */
  declare scan_interval_minutes: number | null;
  declare validation: ValidationSummary;
  /** `null` when unknown. */
  declare template_version: string | null;
  /** Permission groups of the role; `null` when it is unknown what the role can read through Cloud Control. */
  declare cloud_control_groups: string[] | null;
  /** ARN of the CloudFormation stack that created the role; `null` when the role has no such tag. */
  declare stack_id: string | null;
  declare default_environment_id: string | null;
  declare last_validated_at: Date | null;
  /** Whether its Temporal Schedule may need an update. */
  declare schedule_due: boolean;
  declare created_at: Date;
  declare updated_at: Date;
  declare deleted_at: Date | null;
}
