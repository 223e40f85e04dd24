import { RowModel } from '../row-model.ts';
import type { AccountStatus } from '../../domain/values.ts';

export interface ValidationSummary {
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly message: string }[];
  readonly missing_permissions: readonly string[];
  readonly error?: string;
}

/** A row of `aws_accounts`: an onboarded AWS account. */
export class Account extends RowModel {
  static override tableName = 'aws_accounts';
  static override jsonAttributes = ['validation'];
  declare organizationId: string;
  declare id: string;
  declare connectionId: string;
  /** The account number: 12 digits. */
  declare accountId: string;
  declare name: string | undefined;
  /** Whether a user set the name; the directory sync keeps such a name. */
  declare nameChosen: boolean;
  declare email: string | undefined;
  declare ouPath: string | undefined;
  declare roleArn: string;
  declare included: boolean;
  /** A person said that all code of the account is connected. */
  declare codeComplete: boolean;
  declare status: AccountStatus;
  /** The regions that the user chose; empty to use those of the connection. */
  declare regions: string[];
  /** The regions that are enabled in AWS, as of the last validation. */
  declare enabledRegions: string[];
  /** The scanned regions: enabled and chosen. */
  declare effectiveRegions: string[];
  /** `undefined` to use the interval of the connection. */
  declare scanIntervalMinutes: number | undefined;
  /** Whether CloudTrail events start scans of the account. */
  declare eventScans: boolean;
  declare validation: ValidationSummary;
  /** `undefined` when unknown. */
  declare templateVersion: string | undefined;
  /** Permission groups of the role; `undefined` when it is unknown what the role can read through Cloud Control. */
  declare cloudControlGroups: string[] | undefined;
  /** ARN of the CloudFormation stack that created the role; `undefined` when the role has no such tag. */
  declare stackId: string | undefined;
  declare defaultEnvironmentId: string | undefined;
  declare lastValidatedAt: Date | undefined;
  /** Whether its Temporal Schedule may need an update. */
  declare scheduleDue: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
  declare deletedAt: Date | undefined;
}
