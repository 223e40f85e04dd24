import { Model } from 'objection';

/** A row of `runs`: one execution of a workflow for a subject, such as a connection. */
export class Run extends Model {
  static override tableName = 'runs';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare kind: string;
  declare subject_id: string;
  declare status: string;
  declare description: string | null;
  /** The account number, 12 digits, of a run that concerns one account. */
  declare account_id: string | null;
  declare requested_by: string | null;
  declare error: string | null;
  declare created_at: Date;
  declare started_at: Date | null;
  declare finished_at: Date | null;
}
