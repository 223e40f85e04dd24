import { Model } from 'objection';
import type { ModelObject } from 'objection';
import type { ScanStatus, ScanTrigger } from '../../domain/values.ts';

/** A row of `scans`. It has the same id as its run. */
export class Scan extends Model {
  static override tableName = 'scans';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare trigger: ScanTrigger;
  declare status: ScanStatus;
  declare connection_id: string | null;
  declare aws_account_id: string | null;
  declare regions: string[] | null;
  declare resource_types: string[] | null;
  declare retry_of_task_id: string | null;
  declare requested_by: string | null;
  declare seen: number;
  declare created: number;
  declare updated: number;
  declare deleted: number;
  declare unchanged: number;
  declare tasks_total: number;
  declare tasks_done: number;
  declare tasks_failed: number;
  declare error: string | null;
  declare created_at: Date;
  declare started_at: Date | null;
  declare cancel_requested_at: Date | null;
  declare finished_at: Date | null;
}

/** The columns of a scan, without the methods of the model. */
export type ScanRow = ModelObject<Scan>;
