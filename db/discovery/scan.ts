import { RowModel } from '../row-model.ts';
import type { ModelObject } from 'objection';
import type { ScanStatus, ScanTrigger } from '../../domain/values.ts';

/** A row of `scans`. It has the same id as its run. */
export class Scan extends RowModel {
  static override tableName = 'scans';
  declare organizationId: string;
  declare id: string;
  declare trigger: ScanTrigger;
  declare status: ScanStatus;
  declare connectionId: string | undefined;
  declare awsAccountId: string | undefined;
  declare regions: string[] | undefined;
  declare resourceTypes: string[] | undefined;
  declare retryOfTaskId: string | undefined;
  declare requestedBy: string | undefined;
  declare seen: number;
  declare created: number;
  declare updated: number;
  declare deleted: number;
  declare unchanged: number;
  declare tasksTotal: number;
  declare tasksDone: number;
  declare tasksFailed: number;
  declare error: string | undefined;
  declare createdAt: Date;
  declare startedAt: Date | undefined;
  declare cancelRequestedAt: Date | undefined;
  declare finishedAt: Date | undefined;
}

/** The columns of a scan, without the methods of the model. */
export type ScanRow = ModelObject<Scan>;
