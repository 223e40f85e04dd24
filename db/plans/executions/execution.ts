import { Model } from 'objection';
import type { ExecutionKind, ExecutionStatus } from '../../../domain/values.ts';

/** A row of `executions`: a run of an infrastructure tool that a CI system reported. */
export class Execution extends Model {
  static override tableName = 'executions';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare external_id: string;
  declare kind: ExecutionKind;
  declare provider: string;
  declare status: ExecutionStatus;
  declare repository_provider: string | null;
  declare repository_name: string | null;
  declare repository_id: string | null;
  declare iac_project_id: string | null;
  declare project_path: string | null;
  declare workspace: string | null;
  declare commit_sha: string | null;
  declare branch: string | null;
  declare pull_request_number: number | null;
  declare pull_request_id: string | null;
  declare run_url: string | null;
  declare actor: string | null;
  declare tool_name: string | null;
  declare tool_version: string | null;
  declare started_at: Date | null;
  declare started_by_report: boolean;
  declare finished_at: Date | null;
  declare ended_by_report: boolean;
  declare plan_id: string | null;
  /** Whether the changes that the execution may concern are not explained yet. */
  declare explanation_due: boolean;
  declare created_at: Date;
  declare updated_at: Date;
}
