import type { ChangedFile } from './detection/affected-projects.ts';
import type { TreeEntry } from './detection/paths/tree-entry.ts';
import type { PullRequestState, RepositoryVisibility } from '../values.ts';

/** A repository as GitHub or GitLab describes it. */
export interface ProviderRepository {
  /** The numeric id, which renames and transfers do not change. */
  readonly externalId: string;
  readonly fullName: string;
  /** Missing in an empty repository. */
  readonly defaultBranch?: string;
  readonly url: string;
  readonly visibility: RepositoryVisibility;
  readonly archived: boolean;
  readonly fork: boolean;
  /** When the repository last received commits. GitLab: its last activity, which can be an hour older than the last push. */
  readonly pushedAt?: Date;
}

/** The files of a commit. */
export interface RepositoryTree {
  readonly commitSha: string;
  readonly entries: readonly TreeEntry[];
  /** Whether a limit left entries out. */
  readonly truncated: boolean;
}

/** A file of a commit, with its content or the reason why it was not read. */
export type ProviderBlob =
  | { readonly path: string; readonly sha: string; readonly content: Uint8Array }
  | { readonly path: string; readonly sha: string; readonly problem: BlobProblem };

/** `not_found`: the provider has no file with the path and SHA. `archive_limit`: beyond 512 MB of an archive. */
export type BlobProblem = 'binary' | 'too_large' | 'not_a_file' | 'not_found' | 'archive_limit';

/** Changed files; `complete` is false when the provider lists only some of them. */
export interface ChangedFiles {
  readonly files: readonly ChangedFile[];
  readonly complete: boolean;
}

export interface ProviderPullRequest {
  readonly number: number;
  readonly title: string;
  /** `ghost` for a deleted user. */
  readonly authorLogin: string;
  readonly state: PullRequestState;
  /** `owner:branch` for a branch of a fork. */
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly headSha: string;
  readonly url: string;
  readonly labels: readonly string[];
  readonly openedAt: Date;
  readonly mergedAt?: Date;
  readonly closedAt?: Date;
  readonly updatedAt: Date;
}
