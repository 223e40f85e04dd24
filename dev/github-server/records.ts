import type { ServerDelivery } from '../scm-servers/deliveries.ts';
import type { GithubContext } from './context.ts';
import { fullNameOf } from './model.ts';
import type {
  GithubAccount,
  GithubComment,
  ServerInstallation,
  GithubPull,
  GithubRepository,
  GithubStatus,
} from './model.ts';

/** JSON of the REST API and of webhooks. Source: GitHub REST API documentation, example responses. */

type Urls = Pick<GithubContext, 'origin' | 'app'>;

const api = ({ origin }: Urls) => `${origin()}/api/v3`;

/** Returns `null` for a deleted account: GitHub shows `ghost` as the author of its pull requests. */
export function accountRecord(urls: Urls, account: GithubAccount) {
  if (account.isDeleted) return null;
  const url = `${api(urls)}/users/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: `${urls.origin()}/avatars/u/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${urls.origin()}/${account.login}`,
    repos_url: `${url}/repos`,
    type: account.type,
    site_admin: false,
  };
}

export function repositoryRecord(urls: Urls, repository: GithubRepository) {
  const fullName = fullNameOf(repository);
  const url = `${api(urls)}/repos/${fullName}`;
  return {
    id: repository.id,
    node_id: nodeId('Repository', repository.id),
    name: repository.name,
    full_name: fullName,
    private: repository.isPrivate,
    owner: accountRecord(urls, repository.owner),
    html_url: `${urls.origin()}/${fullName}`,
    description: null,
    fork: repository.parent !== undefined,
    url,
    branches_url: `${url}/branches{/branch}`,
    pulls_url: `${url}/pulls{/number}`,
    statuses_url: `${url}/statuses/{sha}`,
    created_at: secondsOf(repository.createdAt),
    updated_at: secondsOf(repository.pushedAt ?? repository.createdAt),
    pushed_at: secondsOf(repository.pushedAt),
    clone_url: `${urls.origin()}/${fullName}.git`,
    default_branch: repository.defaultBranch,
    archived: repository.isArchived,
    disabled: false,
    visibility: repository.isPrivate ? 'private' : 'public',
    topics: [],
  };
}

/** The short form in `installation` and `installation_repositories` webhooks. */
export function repositorySummary(repository: GithubRepository) {
  return {
    id: repository.id,
    node_id: nodeId('Repository', repository.id),
    name: repository.name,
    full_name: fullNameOf(repository),
    private: repository.isPrivate,
  };
}

export function installationRecord(urls: Urls, installation: ServerInstallation) {
  const { id, account, selection, permissions, suspendedAt, createdAt } = installation;
  const settings = account.type === 'Organization' ? `organizations/${account.login}/settings` : 'settings';
  return {
    id,
    client_id: urls.app.clientId,
    account: accountRecord(urls, account),
    repository_selection: selection === 'all' ? 'all' : 'selected',
    access_tokens_url: `${api(urls)}/app/installations/${id}/access_tokens`,
    repositories_url: `${api(urls)}/installation/repositories`,
    html_url: `${urls.origin()}/${settings}/installations/${id}`,
    app_id: Number(urls.app.appId),
    app_slug: urls.app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions,
    events: ['pull_request', 'push', 'repository'],
    created_at: secondsOf(createdAt),
    updated_at: secondsOf(suspendedAt ?? createdAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: suspendedAt === undefined ? null : accountRecord(urls, installation.creator),
    suspended_at: secondsOf(suspendedAt),
  };
}

export function pullRecord(urls: Urls, pull: GithubPull) {
  const { base, head } = pull;
  const name = fullNameOf(base.repository);
  const side = ({ repository, branch, sha }: GithubPull['head'] | GithubPull['base']) => ({
    label: `${repository.owner.login}:${branch}`,
    ref: branch,
    sha,
    user: accountRecord(urls, repository.owner),
    // `null` when the fork was deleted.
    repo: repository.isDeleted ? null : repositoryRecord(urls, repository),
  });
  return {
    url: `${api(urls)}/repos/${name}/pulls/${pull.number}`,
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    html_url: `${urls.origin()}/${name}/pull/${pull.number}`,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: accountRecord(urls, pull.author),
    body: pull.body === '' ? null : pull.body,
    created_at: secondsOf(pull.createdAt),
    updated_at: secondsOf(pull.updatedAt),
    closed_at: secondsOf(pull.closedAt),
    merged_at: secondsOf(pull.mergedAt),
    merge_commit_sha: pull.mergeCommitSha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    labels: pull.labels.map((label, index) => ({
      id: pull.id * 100 + index,
      name: label,
      color: 'ededed',
      default: false,
    })),
    milestone: null,
    draft: pull.isDraft,
    head: side(head),
    base: side(base),
    author_association: 'CONTRIBUTOR',
  };
}

export function commentRecord(urls: Urls, repository: GithubRepository, comment: GithubComment) {
  const url = `${api(urls)}/repos/${fullNameOf(repository)}/issues`;
  return {
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    url: `${url}/comments/${comment.id}`,
    html_url: `${urls.origin()}/${fullNameOf(repository)}/pull/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${url}/${comment.issue}`,
    user: { login: comment.author, id: comment.id, type: 'Bot' },
    performed_via_github_app:
      comment.author === `${urls.app.slug}[bot]` ? { id: Number(urls.app.appId), slug: urls.app.slug } : null,
    body: comment.body,
    created_at: secondsOf(comment.createdAt),
    updated_at: secondsOf(comment.updatedAt),
    author_association: 'NONE',
  };
}

export function statusRecord(urls: Urls, status: GithubStatus) {
  return {
    id: status.id,
    node_id: nodeId('StatusContext', status.id),
    state: status.state,
    context: status.context,
    description: status.description,
    target_url: status.targetUrl,
    created_at: secondsOf(status.createdAt),
    updated_at: secondsOf(status.createdAt),
    creator: { login: `${urls.app.slug}[bot]`, type: 'Bot' },
  };
}

export function deliveryRecord(delivery: ServerDelivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt.toISOString(),
    redelivery: delivery.isRedelivery,
    duration: 0.1,
    status: delivery.status >= 200 && delivery.status < 300 ? 'OK' : 'failed to connect to host',
    status_code: delivery.status,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
    url: delivery.url,
  };
}

/** GitHub's times have no milliseconds: `2026-11-22T14:00:00Z`. */
export function secondsOf(time: Date): string;
export function secondsOf(time: Date | undefined): string | null;
export function secondsOf(time: Date | undefined): string | null {
  return time === undefined ? null : `${time.toISOString().slice(0, 19)}Z`;
}

function nodeId(type: string, id: number): string {
  return Buffer.from(`0:${type}${id}`).toString('base64');
}
