import { RowModel } from '../row-model.ts';

/** A row of `runs`: one execution of a workflow for a subject, such as a connection. */
export class Run extends RowModel {
  static override tableName = 'runs';
  declare organizationId: string;
  declare id: string;
  declare kind: string;
  declare subjectId: string;
  declare status: string;
  declare description: string | undefined;
  /** The account number, 12 digits, of a run that concerns one account. */
  declare accountId: string | undefined;
  declare requestedBy: string | undefined;
  /** Whether a schedule started it for many organizations at once, and nobody waits for it. */
  declare inBackground: boolean;
  declare error: string | undefined;
  declare createdAt: Date;
  declare startedAt: Date | undefined;
  declare finishedAt: Date | undefined;
}
