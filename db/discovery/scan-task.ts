import { RowModel } from '../row-model.ts';
import type { CellOutcome, ScanTaskStatus } from '../../domain/values.ts';

/** A failed cell (resource type) of a task. */
export interface CellFailure {
  readonly resource_type: string;
  readonly outcome: Exclude<CellOutcome, 'complete' | 'unsupported' | 'blocked_by_scp' | 'not_permitted'>;
  readonly error_code: string | null;
  readonly error: string | null;
}

/** A row of `scan_tasks`: one account, region and service of a scan. */
export class ScanTask extends RowModel {
  static override tableName = 'scan_tasks';
  declare organizationId: string;
  declare id: string;
  declare scanId: string;
  declare awsAccountId: string;
  declare region: string;
  declare service: string;
  declare resourceTypes: string[];
  declare status: ScanTaskStatus;
  declare attempts: number;
  declare claimedBy: string | undefined;
  declare leaseExpiresAt: Date | undefined;
  declare resourcesSeen: number;
  declare created: number;
  declare updated: number;
  declare deleted: number;
  declare unchanged: number;
  declare errorCode: string | undefined;
  declare error: string | undefined;
  declare failures: CellFailure[];
  declare startedAt: Date | undefined;
  declare finishedAt: Date | undefined;
}
