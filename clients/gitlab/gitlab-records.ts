import type { ProjectSchema } from '@gitbeaker/rest';
import { defined } from '../../domain/defined.ts';
import type { ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import type { ProviderPullRequest, ProviderRepository } from '../../domain/scm/provider-records.ts';
import { repositoryVisibilities } from '../../domain/values.ts';
import { ScmError } from '../scm/scm-error.ts';
import { dateField, idField, nameField, pageUrlField, textField, textsField } from './gitlab-fields.ts';

/** The fields of a merge request that are read. Source: GitLab, "Merge requests API". */
export interface MergeRequestRecord {
  readonly iid: number;
  readonly title: string;
  readonly state: string;
  readonly author?: { readonly username?: string } | null;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly source_project_id?: number | null;
  readonly target_project_id?: number | null;
  readonly sha?: string | null;
  readonly web_url: string;
  readonly labels?: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly merged_at?: string | null;
  readonly closed_at?: string | null;
}

/** @throws ScmError `invalid_response` for a body that is no list of objects */
export function recordsOf<T>(body: unknown): readonly T[] {
  if (!Array.isArray(body) || !body.every((record) => typeof record === 'object' && record !== null))
    throw new ScmError('invalid_response', 'GitLab sent no list of records.');
  return body as readonly T[];
}

/**
 * Whether a project was deleted and can still be restored. GitLab lists it under the name `<name>-deletion_scheduled-<id>`.
 * Source: GitLab, "Delete a project"; `marked_for_deletion_on` replaced `marked_for_deletion_at`.
 */
export function isDeletionScheduled(project: ProjectSchema): boolean {
  return (project['marked_for_deletion_on'] ?? project['marked_for_deletion_at'] ?? null) !== null;
}

export function gitlabRepositoryOf(project: ProjectSchema): ProviderRepository {
  const visibility = repositoryVisibilities.find((known) => known === project.visibility) ?? 'private';
  const branch: unknown = project.default_branch ?? '';
  return {
    externalId: idField(project.id, 'id'),
    fullName: nameField(project.path_with_namespace, 'path_with_namespace'),
    ...(branch === '' ? {} : { defaultBranch: textField(branch, 'default_branch') }),
    url: pageUrlField(project.web_url, 'web_url'),
    visibility,
    archived: project['archived'] === true,
    fork: (project['forked_from_project'] ?? null) !== null,
    ...(Number.isNaN(Date.parse(project.last_activity_at))
      ? {}
      : { pushedAt: new Date(project.last_activity_at) }),
  };
}

/** Returns the id of the fork from which a merge request comes, or `undefined`. A deleted fork has no id. */
export function forkProjectOf(request: MergeRequestRecord): number | undefined {
  const { source_project_id: source, target_project_id: target } = request;
  return source === target ? undefined : (source ?? undefined);
}

/** @param namespace of the fork. Default: the author, for a fork that was deleted or cannot be read. */
export function gitlabPullRequestOf(request: MergeRequestRecord, namespace?: string): ProviderPullRequest {
  const author = textField(request.author?.username ?? 'ghost', 'author');
  const source = textField(request.source_branch, 'source_branch');
  const fork = (request.source_project_id ?? null) !== (request.target_project_id ?? null);
  const mergedAt = dateOf(request.merged_at, 'merged_at');
  const closedAt = dateOf(request.closed_at, 'closed_at') ?? mergedAt;
  return defined({
    number: numberOf(request),
    title: textField(request.title, 'title'),
    authorLogin: author,
    state: request.state === 'merged' ? 'merged' : request.state === 'closed' ? 'closed' : 'open',
    sourceBranch: fork ? `${namespace ?? author}:${source}` : source,
    targetBranch: textField(request.target_branch, 'target_branch'),
    headSha: textField(request.sha ?? '', 'sha'),
    url: pageUrlField(request.web_url, 'web_url'),
    labels: textsField(request.labels, 'labels'),
    openedAt: dateField(request.created_at, 'created_at'),
    mergedAt,
    closedAt,
    updatedAt: dateField(request.updated_at, 'updated_at'),
  });
}

/** A changed file of a merge request or a comparison. */
export interface DiffRecord {
  readonly new_path: string;
  readonly old_path: string;
}

export function gitlabChangedFileOf({ new_path: newPath, old_path: oldPath }: DiffRecord): ChangedFile {
  const [path, previousPath] = [textField(newPath, 'new_path'), textField(oldPath, 'old_path')];
  return path === previousPath ? { path } : { path, previousPath };
}

function dateOf(value: unknown, name: string): Date | undefined {
  return value === undefined || value === null ? undefined : dateField(value, name);
}

function numberOf({ iid }: MergeRequestRecord): number {
  const number = Number(idField(iid, 'iid'));
  if (number > 2_147_483_647)
    throw new ScmError('invalid_response', 'GitLab sent a merge request whose number is too large.');
  return number;
}
