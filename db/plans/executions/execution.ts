import { RowModel } from '../../row-model.ts';
import type { ExecutionKind, ExecutionStatus } from '../../../domain/values.ts';

/** A row of `executions`: a run of an infrastructure tool that a CI system reported. */
export class Execution extends RowModel {
  static override tableName = 'executions';
  declare organizationId: string;
  declare id: string;
  declare externalId: string;
  declare kind: ExecutionKind;
  declare provider: string;
  declare status: ExecutionStatus;
  declare repositoryProvider: string | undefined;
  declare repositoryName: string | undefined;
  declare repositoryId: string | undefined;
  declare iacProjectId: string | undefined;
  declare projectPath: string | undefined;
  declare workspace: string | undefined;
  declare commitSha: string | undefined;
  declare branch: string | undefined;
  declare pullRequestNumber: number | undefined;
  declare pullRequestId: string | undefined;
  declare runUrl: string | undefined;
  declare actor: string | undefined;
  declare toolName: string | undefined;
  declare toolVersion: string | undefined;
  declare startedAt: Date | undefined;
  declare startedByReport: boolean;
  declare finishedAt: Date | undefined;
  declare endedByReport: boolean;
  declare planId: string | undefined;
  /** Whether the changes that the execution may concern are not explained yet. */
  declare explanationDue: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
}
