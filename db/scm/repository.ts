import { Model } from 'objection';
import type {
  AutomationGrant,
  RepositoryRemovalReason,
  RepositoryStatus,
  RepositoryVisibility,
  ScmProvider,
} from '../../domain/values.ts';

/** The result of the last scan, as users see it. */
export interface RepositoryScan {
  /** Missing when the repository has no commits. */
  readonly commit_sha?: string;
  /** Blobs of the tree. */
  readonly files: number;
  readonly skipped_files: number;
  /** Whether a limit left files out. */
  readonly truncated: boolean;
  /** ISO 8601. */
  readonly finished_at: string;
}

/** A row of `repositories`. */
export class Repository extends Model {
  static override tableName = 'repositories';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = ['last_scan'];
  declare organization_id: string;
  declare id: string;
  declare scm_connection_id: string;
  declare provider: ScmProvider;
  declare external_id: string;
  declare full_name: string;
  declare default_branch: string | null;
  declare url: string;
  declare visibility: RepositoryVisibility;
  declare archived: boolean;
  declare status: RepositoryStatus;
  declare removal_reason: RepositoryRemovalReason | null;
  declare last_error: string | null;
  declare pushed_at: Date | null;
  declare checked_pushed_at: Date | null;
  declare next_head_check_at: Date | null;
  declare last_scanned_commit_sha: string | null;
  declare last_scanned_at: Date | null;
  declare last_scan: RepositoryScan | null;
  declare automation_grants: AutomationGrant[];
  declare pull_requests_synced_at: Date | null;
  declare pull_requests_pass_started_at: Date | null;
  declare pull_requests_next_page: number | null;
  declare pull_requests_newest_update: Date | null;
  declare pull_request_projects_key: string | null;
  declare scan_requested_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}
