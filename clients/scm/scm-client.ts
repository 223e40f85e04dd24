import type {
  ChangedFiles,
  ProviderBlob,
  ProviderPullRequest,
  ProviderRepository,
  RepositoryTree,
} from '../../domain/scm/provider-records.ts';

/** Identifies a repository: GitHub by its name, GitLab by its numeric id. */
export interface RepositoryRef {
  readonly externalId: string;
  readonly fullName: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Missing on the last page. The first page is 1. */
  readonly nextPage?: number;
  /** Items of all pages, when the provider counts them. */
  readonly total?: number;
}

/** The requests of one connection to its provider. Every method throws ScmError. */
export interface ScmClient {
  /** Lists the repositories that the connection can access, 100 a page. `search`: part of the name. */
  listRepositories(page: number, search?: string): Promise<Page<ProviderRepository>>;
  /** Returns the commit of a branch, or `undefined` when the branch does not exist or the repository is empty. */
  getHead(repository: RepositoryRef, branch: string): Promise<string | undefined>;
  readTree(repository: RepositoryRef, commitSha: string): Promise<RepositoryTree>;
  /** Returns the repository as it is now. */
  getRepository(repository: RepositoryRef): Promise<ProviderRepository>;
  /**
   * Yields every wanted file of a commit once, in any order, with its content or the reason why it was not read.
   *
   * @param wanted paths to blob SHAs
   * @param treeBytes size of all files of the commit, by which GitHub's client chooses between an archive and queries
   */
  readBlobs(
    repository: RepositoryRef,
    commitSha: string,
    wanted: ReadonlyMap<string, string>,
    treeBytes?: number,
  ): AsyncGenerator<ProviderBlob, void, undefined>;
  /** Returns the files that differ between two commits. */
  compare(repository: RepositoryRef, base: string, head: string): Promise<ChangedFiles>;
  /** Lists pull requests by their last update, newest first, 100 a page. */
  listPullRequests(repository: RepositoryRef, page: number): Promise<Page<ProviderPullRequest>>;
  getPullRequest(repository: RepositoryRef, number: number): Promise<ProviderPullRequest>;
  listPullRequestFiles(repository: RepositoryRef, number: number): Promise<ChangedFiles>;
}

/** The account of a connection as the provider describes it now. */
export interface ScmAccount {
  /** The login of the GitHub account, or the full path of the GitLab group. */
  readonly slug: string;
  /** As in `granted_permissions` of the connection. */
  readonly permissions: Readonly<Record<string, string>>;
  /** `null` for a token that does not expire, and for GitHub. */
  readonly tokenExpiresAt: Date | null;
}

/** A client that can also describe the account of its connection. */
export interface ScmConnectionClient extends ScmClient {
  describeAccount(): Promise<ScmAccount>;
}
