import type { GitRepository } from '../scm-servers/git-repository.ts';
import { createIds } from '../scm-servers/create-ids.ts';

export interface GitlabUser {
  readonly id: number;
  readonly username: string;
}

export interface ServerGroup {
  readonly id: number;
  path: string;
  readonly parent: ServerGroup | undefined;
}

export interface GitlabProject {
  readonly id: number;
  path: string;
  /** The group or the user to which the project belongs. */
  namespace: ServerGroup | GitlabUser;
  defaultBranch: string;
  visibility: 'private' | 'internal' | 'public';
  isArchived: boolean;
  isDeleted: boolean;
  /** `2027-01-31`: when the project was deleted, while it can still be restored. */
  deletionScheduledOn: string | undefined;
  /** With `disabled`, GitLab responds 403 to requests about merge requests. */
  mergeRequestsAccess: 'enabled' | 'disabled';
  readonly forkedFrom: GitlabProject | undefined;
  readonly git: GitRepository;
  readonly mergeRequests: GitlabMergeRequest[];
  readonly notes: GitlabNote[];
  readonly statuses: GitlabStatus[];
  readonly createdAt: Date;
  /** GitLab updates it at most once an hour. */
  lastActivityAt: Date;
}

export interface GitlabMergeRequest {
  readonly id: number;
  readonly iid: number;
  title: string;
  description: string;
  author: GitlabUser;
  readonly source: GitlabProject;
  readonly sourceBranch: string;
  readonly target: GitlabProject;
  targetBranch: string;
  sha: string;
  /** The merge base when the branch last moved. */
  baseSha: string;
  labels: readonly string[];
  state: 'opened' | 'closed' | 'merged';
  readonly createdAt: Date;
  updatedAt: Date;
  closedAt: Date | undefined;
  mergedAt: Date | undefined;
  mergeCommitSha: string | undefined;
}

export interface GitlabNote {
  readonly id: number;
  readonly mergeRequest: number;
  body: string;
  readonly author: GitlabUser;
  readonly createdAt: Date;
  updatedAt: Date;
}

export interface GitlabStatus {
  readonly id: number;
  readonly sha: string;
  readonly status: string;
  readonly name: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly createdAt: Date;
}

/** An access token of a group. */
export interface ServerToken {
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Reporters write comments, but push no commits. */
  role: 'reporter' | 'developer';
  readonly group: ServerGroup;
  readonly bot: GitlabUser;
  /** `2027-01-31`: the token is invalid from that day. */
  expiresAt: string | undefined;
  isRevoked: boolean;
}

/** A webhook of a group or project, with a secret token, a signing token or both. */
export interface GitlabHook {
  readonly id: number;
  readonly uuid: string;
  readonly url: string;
  /** A group: its projects and those of its subgroups. */
  readonly scope: ServerGroup | GitlabProject;
  readonly token: string | undefined;
  /** `whsec_<base64>`. */
  readonly signingToken: string | undefined;
}

export interface GitlabModel {
  readonly users: Map<number, GitlabUser>;
  readonly groups: Map<number, ServerGroup>;
  readonly projects: Map<number, GitlabProject>;
  readonly tokens: Map<string, ServerToken>;
  readonly hooks: GitlabHook[];
  readonly nextId: () => number;
}

export function createGitlabModel(): GitlabModel {
  return {
    users: new Map(),
    groups: new Map(),
    projects: new Map(),
    tokens: new Map(),
    hooks: [],
    nextId: createIds(100),
  };
}

/** `acme/platform`; the name of a user for their namespace. */
export function fullPathOf(namespace: ServerGroup | GitlabUser): string {
  if ('username' in namespace) return namespace.username;
  return namespace.parent === undefined
    ? namespace.path
    : `${fullPathOf(namespace.parent)}/${namespace.path}`;
}

export function projectPathOf({ namespace, path }: GitlabProject): string {
  return `${fullPathOf(namespace)}/${path}`;
}

/** Whether a group is another one or below it. */
export function isInGroup(inner: ServerGroup | GitlabUser, outer: ServerGroup): boolean {
  if ('username' in inner) return false;
  return inner === outer || (inner.parent !== undefined && isInGroup(inner.parent, outer));
}
