import type { GitRepository } from '../scm-servers/git-repository.ts';
import { createIds } from '../scm-servers/create-ids.ts';

export type OrganizationRole = 'admin' | 'member';

/** A user or an organization. */
export interface GithubAccount {
  readonly id: number;
  login: string;
  readonly type: 'User' | 'Organization';
  /** Roles by user id; of organizations only. */
  readonly members: Map<number, OrganizationRole>;
  isDeleted: boolean;
}

export interface GithubRepository {
  readonly id: number;
  owner: GithubAccount;
  name: string;
  /** Full names before renames and transfers, which redirect to the repository. */
  readonly previousNames: string[];
  defaultBranch: string;
  isPrivate: boolean;
  isArchived: boolean;
  isDeleted: boolean;
  readonly parent: GithubRepository | undefined;
  readonly git: GitRepository;
  /** Ids of users that can read the repository without being members of its owner. */
  readonly collaborators: Set<number>;
  readonly pulls: GithubPull[];
  readonly comments: GithubComment[];
  readonly statuses: GithubStatus[];
  readonly createdAt: Date;
  pushedAt: Date | undefined;
  /** Entries from which recursive trees are truncated. */
  treeLimit: number;
}

export interface GithubPull {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string;
  readonly author: GithubAccount;
  readonly base: { readonly repository: GithubRepository; branch: string; sha: string };
  readonly head: { readonly repository: GithubRepository; readonly branch: string; sha: string };
  labels: readonly string[];
  isDraft: boolean;
  state: 'open' | 'closed';
  readonly createdAt: Date;
  updatedAt: Date;
  closedAt: Date | undefined;
  mergedAt: Date | undefined;
  mergeCommitSha: string | undefined;
}

export interface GithubComment {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
  readonly createdAt: Date;
  updatedAt: Date;
}

export interface GithubStatus {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly createdAt: Date;
}

export interface ServerInstallation {
  readonly id: number;
  readonly account: GithubAccount;
  readonly creator: GithubAccount;
  /** Ids of repositories, or all of the account. */
  selection: 'all' | Set<number>;
  permissions: Readonly<Record<string, string>>;
  suspendedAt: Date | undefined;
  readonly createdAt: Date;
  /** `undefined`: never limited. */
  limit: { remaining: number; readonly resetAt: Date } | undefined;
}

export type GithubToken =
  | {
      readonly kind: 'installation';
      readonly installationId: number;
      readonly permissions: Readonly<Record<string, string>>;
      /** `undefined`: all repositories of the installation. */
      readonly repositoryIds: readonly number[] | undefined;
      readonly expiresAt: Date;
    }
  | { readonly kind: 'user'; readonly userId: number };

/** Everything that the server stores. */
export interface GithubModel {
  readonly accounts: Map<number, GithubAccount>;
  readonly repositories: Map<number, GithubRepository>;
  readonly installations: Map<number, ServerInstallation>;
  readonly tokens: Map<string, GithubToken>;
  /** User ids by code of the OAuth redirect; a code is used once. */
  readonly codes: Map<string, number>;
  readonly nextId: () => number;
}

/** Ids of each server of a process differ: @octokit/auth-app shares pending token requests by installation id. */
const idsPerServer = 1_000_000;
const nextServer = createIds(1);

/** @param firstId default: another one for each server of the process */
export function createGithubModel(firstId = nextServer() * idsPerServer): GithubModel {
  return {
    accounts: new Map(),
    repositories: new Map(),
    installations: new Map(),
    tokens: new Map(),
    codes: new Map(),
    nextId: createIds(firstId),
  };
}

export function repositoriesOf(
  { repositories }: GithubModel,
  { account, selection }: ServerInstallation,
): readonly GithubRepository[] {
  return [...repositories.values()].filter(
    ({ id, owner, isDeleted }) =>
      !isDeleted && owner.id === account.id && (selection === 'all' || selection.has(id)),
  );
}

export function fullNameOf({ owner, name }: GithubRepository): string {
  return `${owner.login}/${name}`;
}

/** Finds a repository by its full name, or by one that it had, unless another one has that name now. */
export function findByName(
  repositories: readonly GithubRepository[],
  fullName: string,
): GithubRepository | undefined {
  const name = fullName.toLowerCase();
  return (
    repositories.find((repository) => fullNameOf(repository).toLowerCase() === name) ??
    repositories.find(({ previousNames }) =>
      previousNames.some((previous) => previous.toLowerCase() === name),
    )
  );
}

/** Whether GitHub lists an installation to a user: as owner, member, or collaborator of a repository. */
export function canSeeInstallation(
  model: GithubModel,
  userId: number,
  installation: ServerInstallation,
): boolean {
  const { account } = installation;
  return (
    account.id === userId ||
    account.members.has(userId) ||
    repositoriesOf(model, installation).some(({ collaborators }) => collaborators.has(userId))
  );
}
