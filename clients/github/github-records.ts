import type { ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import type { ProviderPullRequest, ProviderRepository } from '../../domain/scm/provider-records.ts';
import { repositoryVisibilities } from '../../domain/values.ts';
import { limitedField } from '../scm/limited-field.ts';

/** The fields of a repository that are read, in REST responses and webhooks. */
export interface GithubRepositoryRecord {
  readonly id: number | bigint;
  readonly full_name: string;
  readonly default_branch?: string | null;
  readonly html_url: string;
  readonly private: boolean;
  readonly visibility?: string;
  readonly archived?: boolean;
  readonly fork?: boolean;
  readonly pushed_at?: string | null;
}

/** The fields of a pull request that are read, in REST responses and webhooks. */
export interface GithubPullRequestRecord {
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly user: { readonly login: string } | null;
  readonly html_url: string;
  readonly labels: readonly { readonly name?: string | null }[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly merged_at: string | null;
  readonly closed_at: string | null;
  readonly head: {
    readonly ref: string;
    readonly sha: string;
    readonly label?: string;
    readonly user?: { readonly login: string } | null;
    /** `null` when the fork was deleted. */
    readonly repo: { readonly id: number | bigint } | null;
  };
  readonly base: { readonly ref: string; readonly repo: { readonly id: number | bigint } };
}

export function githubRepositoryOf(repository: GithubRepositoryRecord): ProviderRepository {
  const visibility =
    repositoryVisibilities.find((known) => known === repository.visibility) ??
    (repository.private ? 'private' : 'public');
  const branch = repository.default_branch ?? '';
  return {
    externalId: String(repository.id),
    fullName: field(repository.full_name, 'full_name'),
    ...(branch === '' ? {} : { defaultBranch: field(branch, 'default_branch') }),
    url: field(repository.html_url, 'html_url'),
    visibility,
    archived: repository.archived === true,
    fork: repository.fork === true,
    ...(typeof repository.pushed_at === 'string' ? { pushedAt: new Date(repository.pushed_at) } : {}),
  };
}

export function githubPullRequestOf(request: GithubPullRequestRecord): ProviderPullRequest {
  const { head, base } = request;
  const fork = head.repo?.id !== base.repo.id;
  const owner = head.user?.login ?? 'ghost';
  return {
    number: request.number,
    title: field(request.title, 'title'),
    authorLogin: request.user?.login ?? 'ghost',
    state: request.merged_at !== null ? 'merged' : request.state === 'closed' ? 'closed' : 'open',
    sourceBranch: field(fork ? `${owner}:${head.ref}` : head.ref, 'head'),
    targetBranch: field(base.ref, 'base'),
    headSha: field(head.sha, 'sha'),
    url: field(request.html_url, 'html_url'),
    labels: request.labels.flatMap(({ name }) => (typeof name === 'string' ? [field(name, 'label')] : [])),
    openedAt: new Date(request.created_at),
    ...(request.merged_at === null ? {} : { mergedAt: new Date(request.merged_at) }),
    ...(request.closed_at === null ? {} : { closedAt: new Date(request.closed_at) }),
    updatedAt: new Date(request.updated_at),
  };
}

export function githubChangedFilesOf(
  files: readonly { readonly filename: string; readonly previous_filename?: string }[],
): readonly ChangedFile[] {
  return files.map(({ filename, previous_filename: previous }) => {
    const path = field(filename, 'filename');
    return previous === undefined ? { path } : { path, previousPath: field(previous, 'filename') };
  });
}

function field(text: string, name: string): string {
  return limitedField('GitHub', text, name);
}
