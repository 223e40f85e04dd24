import { z } from 'zod';
import { connectionStatus } from '../../domain/scm/connection-status.ts';
import { connectionWarning } from '../../domain/scm/connection-warning.ts';
import {
  automationGrants,
  pullRequestStates,
  repositoryStatuses,
  repositoryVisibilities,
  scmConnectionStatuses,
  scmProviders,
} from '../../domain/values.ts';
import type { ScmConnection as ConnectionRow } from '../../db/scm/scm-connection.ts';
import type { RepositoryRecord } from '../../db/scm/repository-read-model.ts';
import type { PullRequestRecord } from '../../db/scm/pull-request-read-model.ts';
import { id, iso, omitNull, timestamp } from '../http/schemas.ts';

export const tag = 'Source control';
export const repositoriesTag = 'Repositories';

export const ScmConnection = z
  .object({
    id,
    provider: z.enum(scmProviders),
    external_org_slug: z.string(),
    base_url: z.string(),
    status: z.enum(scmConnectionStatuses),
    last_synced_at: timestamp.optional(),
    last_error: z.string().optional(),
    warning: z.string().optional().describe('The access token expires soon'),
    token_expires_at: timestamp.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ScmConnection' });

export const Repository = z
  .object({
    id,
    scm_connection_id: id,
    provider: z.enum(scmProviders),
    full_name: z.string(),
    default_branch: z.string().optional(),
    url: z.string(),
    visibility: z.enum(repositoryVisibilities),
    archived: z.boolean(),
    status: z.enum(repositoryStatuses),
    last_error: z.string().optional(),
    last_scanned_commit_sha: z.string().optional(),
    last_scanned_at: timestamp.optional(),
    last_scan: z
      .object({
        commit_sha: z.string().optional().describe('Missing when the repository has no commits'),
        files: z.number().int(),
        skipped_files: z.number().int(),
        truncated: z.boolean(),
        finished_at: timestamp,
      })
      .optional(),
    automation_grants: z.array(z.enum(automationGrants)),
    application_ids: z.array(id),
    team_ids: z.array(id),
    created_at: timestamp,
  })
  .meta({ id: 'Repository' });

export const PullRequest = z
  .object({
    id,
    repository_id: id,
    number: z.number().int(),
    title: z.string(),
    author_login: z.string(),
    state: z.enum(pullRequestStates),
    source_branch: z.string(),
    target_branch: z.string(),
    head_sha: z.string(),
    url: z.string(),
    labels: z.array(z.string()),
    iac_project_ids: z.array(id).describe('Active projects that the change affects'),
    truncated: z
      .array(z.string())
      .optional()
      .describe('Fields that a limit cut; `changed_files`: iac_project_ids may be incomplete'),
    opened_at: timestamp,
    merged_at: timestamp.optional(),
    closed_at: timestamp.optional(),
  })
  .meta({ id: 'PullRequest' });

export const WebhookDelivery = z.object({ delivery_id: z.string() }).meta({ id: 'WebhookDelivery' });

/** @param hasActiveSync whether a sync of the connection is queued or running */
export function presentScmConnection(
  connection: ConnectionRow,
  hasActiveSync: boolean,
): z.input<typeof ScmConnection> {
  return {
    id: connection.id,
    provider: connection.provider,
    external_org_slug: connection.external_org_slug,
    base_url: connection.base_url,
    status: connectionStatus(connection, hasActiveSync),
    last_synced_at: iso(connection.last_synced_at),
    last_error: omitNull(connection.last_error),
    warning: connectionWarning(connection.token_expires_at, new Date()),
    token_expires_at: iso(connection.token_expires_at),
    created_at: iso(connection.created_at),
  };
}

export function presentRepository(repository: RepositoryRecord): z.input<typeof Repository> {
  return {
    id: repository.id,
    scm_connection_id: repository.scm_connection_id,
    provider: repository.provider,
    full_name: repository.full_name,
    default_branch: omitNull(repository.default_branch),
    url: repository.url,
    visibility: repository.visibility,
    archived: repository.archived,
    status: repository.status,
    last_error: omitNull(repository.last_error),
    last_scanned_commit_sha: omitNull(repository.last_scanned_commit_sha),
    last_scanned_at: iso(repository.last_scanned_at),
    last_scan: omitNull(repository.last_scan),
    automation_grants: repository.automation_grants,
    application_ids: repository.application_ids,
    team_ids: repository.team_ids,
    created_at: iso(repository.created_at),
  };
}

export function presentPullRequest(request: PullRequestRecord): z.input<typeof PullRequest> {
  return {
    id: request.id,
    repository_id: request.repository_id,
    number: request.number,
    title: request.title,
    author_login: request.author_login,
    state: request.state,
    source_branch: request.source_branch,
    target_branch: request.target_branch,
    head_sha: request.head_sha,
    url: request.url,
    labels: request.labels,
    iac_project_ids: request.iac_project_ids,
    ...(request.truncated.length === 0 ? {} : { truncated: request.truncated }),
    opened_at: iso(request.opened_at),
    merged_at: iso(request.merged_at),
    closed_at: iso(request.closed_at),
  };
}
