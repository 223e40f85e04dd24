import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { listPullRequests } from '../../db/scm/pull-request-read-model.ts';
import type { PullRequestFilters, PullRequestRecord } from '../../db/scm/pull-request-read-model.ts';
import { getRepositoryRecord } from '../../db/scm/repository-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';
import { pullRequestStates } from '../../domain/values.ts';
import type { Principal } from '../http/access/principal.ts';
import { countedListOf, cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import type { Services } from '../services.ts';

const tag = 'Pull requests';

const filters = {
  state: repeatable(z.enum(pullRequestStates)),
  iac_project_id: repeatable(id),
  author_login: repeatable(z.string().min(1).max(200)),
};

const PullRequest = z
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

export const pullRequestOperations = [
  operation({
    id: 'listRepositoryPullRequests',
    method: 'GET',
    path: '/repositories/{id}/pull-requests',
    tag,
    summary: 'List the pull requests of a repository',
    description: 'Filters are combined with AND.',
    access: 'pull_requests:read',
    query: z.strictObject({ ...pagingParameters, ...filters }),
    success: [200, countedListOf(PullRequest)],
    async handle(context) {
      const repository = await getRepositoryRecord(context.tenant, context.params.id);
      return listPage(context, `pull_requests:${repository.id}`, {
        ...context.query,
        repository_id: [repository.id],
      });
    },
  }),
  operation({
    id: 'listPullRequests',
    method: 'GET',
    path: '/pull-requests',
    tag,
    summary: 'List pull requests',
    description: 'Lists the pull and merge requests of all repositories. Filters are combined with AND.',
    access: 'pull_requests:read',
    query: z.strictObject({ ...pagingParameters, ...filters, repository_id: repeatable(id) }),
    success: [200, countedListOf(PullRequest)],
    handle: (context) => listPage(context, 'pull_requests', context.query),
  }),
];

async function listPage(
  context: { readonly tenant: Tenant; readonly principal: Principal; readonly services: Services },
  name: string,
  query: PullRequestFilters & { readonly limit: number; readonly cursor?: string | undefined },
) {
  const { request, envelope } = pager(context, name, { ...query });
  const [openedAt, id] = (request.after ?? []).map(String);
  const after = openedAt === undefined || id === undefined ? undefined : { openedAt, id };
  const { rows, total } = await listPullRequests(context.tenant, query, request.limit, after);
  const page = cutPage(rows, request.limit, (row) => [row.openedAt.toISOString(), row.id]);
  return { ...envelope(page, presentPullRequest), total };
}

function presentPullRequest(request: PullRequestRecord): z.input<typeof PullRequest> {
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
