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

/** A repository whose pull requests were listed before. */
export interface ListedPullRequests extends RepositoryRef {
  /** The newest update in that list; `undefined` without one, or when a later update could have the same time. */
  readonly newestUpdate: Date | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Missing on the last page. The first page is 1. */
  readonly nextPage?: number;
  /** Items of all pages, when the provider counts them. */
  readonly total?: number;
  /** Items that the page leaves out, such as projects that are being deleted. `total` includes them. */
  readonly omitted?: number;
}

/** A comment of the product on a pull request. */
export interface CommentToWrite {
  /** The comment that was written before; it may have been deleted. */
  readonly id?: string;
  /** The first line of the text. It identifies the comment when its id is not known. */
  readonly marker: string;
  readonly body: string;
  /** Called before each request that writes. `false` cancels it. */
  readonly mayWrite: () => Promise<boolean>;
}

export interface CommitStatus {
  readonly context: string;
  readonly state: 'success' | 'failure';
  /** At most 140 characters. */
  readonly description: string;
}

/** A new branch with one commit that adds one file. */
export interface NewBranch {
  readonly name: string;
  /** The parent of the commit. */
  readonly baseSha: string;
  readonly path: string;
  readonly content: string;
  readonly message: string;
  /** Called before the first request that writes, and before the one that creates the branch. `false` cancels it. */
  readonly mayWrite: () => Promise<boolean>;
}

export interface NewPullRequest {
  /** A branch of the repository itself. */
  readonly branch: string;
  readonly targetBranch: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Called before the request that writes. `false` cancels it. */
  readonly mayWrite: () => Promise<boolean>;
}

/** The requests of one connection to its provider. Every method throws ScmError. */
export interface ScmClient {
  /** A text for users about the first limit that the provider's responses exceeded. Missing when everything was read. */
  readonly exceeded: string | undefined;
  /** Lists the repositories that the connection can access, 100 a page. `search`: part of the name. */
  listRepositories(page: number, search?: string): Promise<Page<ProviderRepository>>;
  /** Returns the repositories with the given ids that the connection can access. */
  findRepositories(externalIds: readonly string[]): Promise<readonly ProviderRepository[]>;
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
  /**
   * Returns the `externalId` of the repositories that may have pull requests which were updated since they were last
   * listed, with requests for many repositories at once.
   *
   * @param since every repository was listed after this time
   */
  findChangedPullRequests(
    repositories: readonly ListedPullRequests[],
    since: Date,
  ): Promise<ReadonlySet<string>>;
  getPullRequest(repository: RepositoryRef, number: number): Promise<ProviderPullRequest>;
  listPullRequestFiles(repository: RepositoryRef, number: number): Promise<ChangedFiles>;
  /** Returns the commit with which the provider compares the head of a pull request, or `undefined` when it does not exist any more. */
  getMergeBase(repository: RepositoryRef, number: number): Promise<string | undefined>;
  /**
   * Replaces the text of the product's comment on a pull request, or creates the comment. Returns its id, `undefined` when
   * `mayWrite` cancelled it. A comment of another author is never changed.
   */
  upsertComment(
    repository: RepositoryRef,
    number: number,
    comment: CommentToWrite,
  ): Promise<string | undefined>;
  setCommitStatus(repository: RepositoryRef, sha: string, status: CommitStatus): Promise<void>;
  /** Returns whether a file or folder exists at a commit. */
  pathExists(repository: RepositoryRef, commitSha: string, path: string): Promise<boolean>;
  /** Returns the newest pull request of a branch of the repository itself, in any state. */
  findPullRequest(repository: RepositoryRef, branch: string): Promise<ProviderPullRequest | undefined>;
  /**
   * Creates a branch together with its commit, so that no other request sees one without the other. Returns false when
   * `mayWrite` cancelled it. Does nothing when the branch exists.
   * @throws ScmError `rejected` when the provider refuses it
   */
  createBranch(repository: RepositoryRef, branch: NewBranch): Promise<boolean>;
  /**
   * Opens a draft, unless a pull request of the branch is open. Returns false when `mayWrite` cancelled it.
   * @throws ScmError `rejected` when the provider refuses it
   */
  openDraft(repository: RepositoryRef, draft: NewPullRequest): Promise<boolean>;
}
