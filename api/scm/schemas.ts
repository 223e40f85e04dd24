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
import { id, iso, timestamp } from '../http/schemas.ts';

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
    external_org_slug: connection.externalOrgSlug,
    base_url: connection.baseUrl,
    status: connectionStatus(connection, hasActiveSync),
    last_synced_at: iso(connection.lastSyncedAt),
    last_error: connection.lastError,
    warning: connectionWarning(connection.tokenExpiresAt, new Date()),
    token_expires_at: iso(connection.tokenExpiresAt),
    created_at: iso(connection.createdAt),
  };
}

export function presentRepository(repository: RepositoryRecord): z.input<typeof Repository> {
  return {
    id: repository.id,
    scm_connection_id: repository.scmConnectionId,
    provider: repository.provider,
    full_name: repository.fullName,
    default_branch: repository.defaultBranch,
    url: repository.url,
    visibility: repository.visibility,
    archived: repository.archived,
    status: repository.status,
    last_error: repository.lastError,
    last_scanned_commit_sha: repository.lastScannedCommitSha,
    last_scanned_at: iso(repository.lastScannedAt),
    last_scan: repository.lastScan,
    automation_grants: repository.automationGrants,
    application_ids: repository.applicationIds,
    team_ids: repository.teamIds,
    created_at: iso(repository.createdAt),
  };
}

export function presentPullRequest(request: PullRequestRecord): z.input<typeof PullRequest> {
  return {
    id: request.id,
    repository_id: request.repositoryId,
    number: request.number,
    title: request.title,
    author_login: request.authorLogin,
    state: request.state,
    source_branch: request.sourceBranch,
    target_branch: request.targetBranch,
    head_sha: request.headSha,
    url: request.url,
    labels: request.labels,
    iac_project_ids: request.iacProjectIds,
    ...(request.truncated.length === 0 ? {} : { truncated: request.truncated }),
    opened_at: iso(request.openedAt),
    merged_at: iso(request.mergedAt),
    closed_at: iso(request.closedAt),
  };
}
