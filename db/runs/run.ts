import { Model } from 'objection';

/** A row of `runs`: work that a workflow does. */
export class Run extends Model {
  static override tableName = 'runs';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare kind: string;
  declare subject_id: string;
  declare status: string;
  declare description: string | null;
  declare account_id: string | null;
  declare requested_by: string | null;
  declare error: string | null;
  declare created_at: Date;
  declare started_at: Date | null;
  declare finished_at: Date | null;
}
