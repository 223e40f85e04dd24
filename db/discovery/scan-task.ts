import { Model } from 'objection';
import type { CellOutcome } from '../../domain/discovery/observed-resource.ts';
import type { ScanTaskStatus } from '../../domain/values.ts';

/** A failed cell (resource type) of a task. */
export interface CellFailure {
  readonly resource_type: string;
  readonly outcome: Exclude<CellOutcome, 'complete' | 'unsupported' | 'not_permitted'>;
  readonly error_code: string | null;
  readonly error: string | null;
}

/** A row of `scan_tasks`: one account, region and service of a scan. */
export class ScanTask extends Model {
  static override tableName = 'scan_tasks';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare scan_id: string;
  declare aws_account_id: string;
  declare region: string;
  declare service: string;
  declare resource_types: string[];
  declare status: ScanTaskStatus;
  declare attempts: number;
  declare claimed_by: string | null;
  declare lease_expires_at: Date | null;
  declare resources_seen: number;
  declare created: number;
  declare updated: number;
  declare deleted: number;
  declare unchanged: number;
  declare error_code: string | null;
  declare error: string | null;
  declare failures: CellFailure[];
  declare started_at: Date | null;
  declare finished_at: Date | null;
}
