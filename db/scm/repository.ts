import { RowModel } from '../row-model.ts';
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
export class Repository extends RowModel {
  static override tableName = 'repositories';
  static override jsonAttributes = ['last_scan'];
  declare organizationId: string;
  declare id: string;
  declare scmConnectionId: string;
  declare provider: ScmProvider;
  declare externalId: string;
  declare fullName: string;
  declare defaultBranch: string | undefined;
  declare url: string;
  declare visibility: RepositoryVisibility;
  declare archived: boolean;
  declare status: RepositoryStatus;
  declare removalReason: RepositoryRemovalReason | undefined;
  declare lastError: string | undefined;
  declare pushedAt: Date | undefined;
  declare checkedPushedAt: Date | undefined;
  declare nextHeadCheckAt: Date | undefined;
  declare lastScannedCommitSha: string | undefined;
  declare lastScannedAt: Date | undefined;
  /** The version of the detector that made the projects. */
  declare detectorVersion: number | undefined;
  declare lastScan: RepositoryScan | undefined;
  declare automationGrants: AutomationGrant[];
  declare pullRequestsSyncedAt: Date | undefined;
  declare pullRequestsPassStartedAt: Date | undefined;
  declare pullRequestsNextPage: number | undefined;
  declare pullRequestsNewestUpdate: Date | undefined;
  declare pullRequestProjectsKey: string | undefined;
  declare scanRequestedAt: Date | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
}
