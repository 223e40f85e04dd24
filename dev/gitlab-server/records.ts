import type { GitChange } from '../scm-servers/git-repository.ts';
import type { GitlabContext } from './context.ts';
import { fullPathOf, projectPathOf } from './model.ts';
import type {
  ServerGroup,
  GitlabMergeRequest,
  GitlabNote,
  GitlabProject,
  GitlabStatus,
  ServerToken,
  GitlabUser,
} from './model.ts';

/** JSON of the REST API. Source: GitLab REST API documentation, example responses. */

type Urls = Pick<GitlabContext, 'origin'>;

export function userRecord({ origin }: Urls, { id, username }: GitlabUser) {
  return {
    id,
    username,
    name: username,
    state: 'active',
    locked: false,
    avatar_url: null,
    web_url: `${origin()}/${username}`,
  };
}

export function tokenRecord(token: ServerToken) {
  return {
    id: token.id,
    name: token.name,
    revoked: token.isRevoked,
    created_at: '2026-01-01T00:00:00.000Z',
    scopes: token.scopes,
    user_id: token.bot.id,
    last_used_at: null,
    active: !token.isRevoked,
    expires_at: token.expiresAt ?? null,
  };
}

export function groupRecord({ origin }: Urls, group: ServerGroup) {
  const fullPath = fullPathOf(group);
  return {
    id: group.id,
    web_url: `${origin()}/groups/${fullPath}`,
    name: group.path,
    path: group.path,
    description: '',
    visibility: 'private',
    full_name: fullPath.replaceAll('/', ' / '),
    full_path: fullPath,
    parent_id: group.parent?.id ?? null,
  };
}

export function projectRecord(urls: Urls, project: GitlabProject, isEmpty: boolean) {
  const path = projectPathOf(project);
  const { namespace, forkedFrom } = project;
  const webUrl = `${urls.origin()}/${path}`;
  return {
    id: project.id,
    description: null,
    name: project.path,
    name_with_namespace: path.replaceAll('/', ' / '),
    path: project.path,
    path_with_namespace: path,
    created_at: project.createdAt.toISOString(),
    default_branch: isEmpty ? null : project.defaultBranch,
    ssh_url_to_repo: `git@gitlab.test:${path}.git`,
    http_url_to_repo: `${webUrl}.git`,
    web_url: webUrl,
    namespace: {
      id: namespace.id,
      name: fullPathOf(namespace),
      path: 'username' in namespace ? namespace.username : namespace.path,
      kind: 'username' in namespace ? 'user' : 'group',
      full_path: fullPathOf(namespace),
    },
    empty_repo: isEmpty,
    archived: project.isArchived,
    merge_requests_access_level: project.mergeRequestsAccess,
    marked_for_deletion_on: project.deletionScheduledOn ?? null,
    visibility: project.visibility,
    last_activity_at: project.lastActivityAt.toISOString(),
    ...(forkedFrom === undefined
      ? {}
      : { forked_from_project: { id: forkedFrom.id, path_with_namespace: projectPathOf(forkedFrom) } }),
  };
}

export function mergeRequestRecord(urls: Urls, request: GitlabMergeRequest) {
  const { source, target } = request;
  return {
    id: request.id,
    iid: request.iid,
    project_id: target.id,
    title: request.title,
    description: request.description,
    state: request.state,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
    merged_at: request.mergedAt?.toISOString() ?? null,
    // A merged request has no `closed_at`.
    closed_at: request.closedAt?.toISOString() ?? null,
    target_branch: request.targetBranch,
    source_branch: request.sourceBranch,
    author: userRecord(urls, request.author),
    assignees: [],
    reviewers: [],
    // `null` when the fork was deleted.
    source_project_id: source.isDeleted ? null : source.id,
    target_project_id: target.id,
    labels: request.labels,
    draft: /^(?:draft:|\[draft\]|\(draft\))/i.test(request.title),
    sha: request.sha,
    merge_commit_sha: request.mergeCommitSha ?? null,
    web_url: `${urls.origin()}/${projectPathOf(target)}/-/merge_requests/${request.iid}`,
    references: { full: `${projectPathOf(target)}!${request.iid}` },
  };
}

export function noteRecord(urls: Urls, note: GitlabNote) {
  return {
    id: note.id,
    body: note.body,
    author: userRecord(urls, note.author),
    created_at: note.createdAt.toISOString(),
    updated_at: note.updatedAt.toISOString(),
    system: false,
    noteable_type: 'MergeRequest',
    noteable_iid: note.mergeRequest,
  };
}

export function commitStatusRecord(urls: Urls, status: GitlabStatus, author: GitlabUser) {
  return {
    id: status.id,
    sha: status.sha,
    status: status.status,
    name: status.name,
    description: status.description,
    target_url: status.targetUrl,
    created_at: status.createdAt.toISOString(),
    author: userRecord(urls, author),
  };
}

export function diffRecord({ status, path, previousPath }: GitChange) {
  return {
    old_path: previousPath ?? path,
    new_path: path,
    a_mode: status === 'added' ? '0' : '100644',
    b_mode: status === 'removed' ? '0' : '100644',
    new_file: status === 'added',
    renamed_file: status === 'renamed',
    deleted_file: status === 'removed',
    generated_file: false,
    diff: '',
    collapsed: false,
    too_large: false,
  };
}
