import type { GitlabContext } from './context.ts';
import { fullPathOf, projectPathOf } from './model.ts';
import type { ServerGroup, GitlabMergeRequest, GitlabProject, GitlabUser } from './model.ts';
import { userRecord } from './records.ts';

type Urls = Pick<GitlabContext, 'origin'>;

const zeroSha = '0'.repeat(40);

/** Bodies of webhooks. Source: GitLab, "Webhook events", examples of each event. */
export function gitlabWebhookPayloads(urls: Urls) {
  const projectOf = (project: GitlabProject) => {
    const path = projectPathOf(project);
    return {
      id: project.id,
      name: project.path,
      description: '',
      web_url: `${urls.origin()}/${path}`,
      avatar_url: null,
      git_ssh_url: `git@gitlab.test:${path}.git`,
      git_http_url: `${urls.origin()}/${path}.git`,
      namespace: fullPathOf(project.namespace),
      visibility_level: project.visibility === 'private' ? 0 : project.visibility === 'internal' ? 10 : 20,
      path_with_namespace: path,
      default_branch: project.defaultBranch,
    };
  };
  return {
    push: (
      project: GitlabProject,
      branch: string,
      before: string | undefined,
      after: string | undefined,
      user: GitlabUser,
    ) => ({
      event: 'Push Hook',
      body: {
        object_kind: 'push',
        event_name: 'push',
        before: before ?? zeroSha,
        after: after ?? zeroSha,
        ref: `refs/heads/${branch}`,
        ref_protected: branch === project.defaultBranch,
        checkout_sha: after ?? null,
        user_id: user.id,
        user_name: user.username,
        user_username: user.username,
        user_email: null,
        project_id: project.id,
        project: projectOf(project),
        commits:
          after === undefined
            ? []
            : [{ id: after, message: 'Change files', added: [], modified: [], removed: [] }],
        total_commits_count: after === undefined ? 0 : 1,
        repository: { name: project.path, homepage: `${urls.origin()}/${projectPathOf(project)}` },
      },
    }),

    mergeRequest: (
      action: 'open' | 'update' | 'close' | 'reopen' | 'merge',
      request: GitlabMergeRequest,
      user: GitlabUser,
      extra: object,
    ) => ({
      event: 'Merge Request Hook',
      body: {
        object_kind: 'merge_request',
        event_type: 'merge_request',
        user: { ...userRecord(urls, user), email: '[REDACTED]' },
        project: projectOf(request.target),
        object_attributes: {
          id: request.id,
          iid: request.iid,
          target_branch: request.targetBranch,
          source_branch: request.sourceBranch,
          source_project_id: request.source.isDeleted ? null : request.source.id,
          target_project_id: request.target.id,
          author_id: request.author.id,
          title: request.title,
          created_at: request.createdAt.toISOString(),
          updated_at: request.updatedAt.toISOString(),
          state: request.state,
          source: request.source.isDeleted ? null : projectOf(request.source),
          target: projectOf(request.target),
          last_commit: { id: request.sha, message: request.title },
          url: `${urls.origin()}/${projectPathOf(request.target)}/-/merge_requests/${request.iid}`,
          action,
          ...extra,
        },
        labels: request.labels.map((title, index) => ({ id: index + 1, title, color: '#6699cc' })),
        changes: {},
      },
    }),

    project: (
      name: 'project_create' | 'project_destroy' | 'project_rename' | 'project_transfer',
      project: GitlabProject,
    ) => ({
      event: 'Project Hook',
      body: {
        event_name: name,
        created_at: project.createdAt.toISOString(),
        updated_at: new Date().toISOString(),
        name: project.path,
        path: project.path,
        path_with_namespace: projectPathOf(project),
        project_id: project.id,
        project_namespace_id: project.namespace.id,
        owners: [],
        project_visibility: project.visibility,
      },
    }),

    subgroup: (name: 'subgroup_create' | 'subgroup_destroy', group: ServerGroup) => ({
      event: 'Subgroup Hook',
      body: {
        event_name: name,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        name: group.path,
        path: group.path,
        full_path: fullPathOf(group),
        group_id: group.id,
        parent_group_id: group.parent?.id ?? null,
        parent_name: group.parent?.path ?? null,
        parent_path: group.parent?.path ?? null,
        parent_full_path: group.parent === undefined ? null : fullPathOf(group.parent),
      },
    }),
  };
}
