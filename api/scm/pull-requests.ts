import { z } from 'zod';
import { pullRequestStates } from '../../domain/values.ts';
import { listPullRequests as list } from '../../db/scm/pull-request-read-model.ts';
import type { PullRequestFilters } from '../../db/scm/pull-request-read-model.ts';
import { getRepositoryRecord } from '../../db/scm/repository-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';
import { countedListOf, cutPage, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import type { Principal } from '../http/access/principal.ts';
import { id } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { PullRequest, presentPullRequest } from './schemas.ts';

const tag = 'Pull requests';

const filters = {
  state: repeatable(z.enum(pullRequestStates)),
  iac_project_id: repeatable(id),
  author_login: repeatable(z.string().min(1).max(200)),
};

export const listPullRequests = operation({
  id: 'listPullRequests',
  method: 'GET',
  path: '/pull-requests',
  tag,
  summary: 'List pull requests',
  access: 'pull_requests:read',
  query: z.strictObject({ ...pagingParameters, ...filters, repository_id: repeatable(id) }),
  success: [200, countedListOf(PullRequest)],
  handle: (context) => listPage(context, 'pull_requests', context.query),
});

export const listRepositoryPullRequests = operation({
  id: 'listRepositoryPullRequests',
  method: 'GET',
  path: '/repositories/{id}/pull-requests',
  tag,
  summary: 'List the pull requests of a repository',
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
});

async function listPage(
  context: { readonly tenant: Tenant; readonly principal: Principal; readonly services: Services },
  name: string,
  query: PullRequestFilters & { readonly limit: number; readonly cursor?: string | undefined },
) {
  const { request, envelope } = pager(context, name, { ...query });
  const [openedAt, id] = (request.after ?? []).map(String);
  const after = openedAt === undefined || id === undefined ? undefined : { openedAt, id };
  const { rows, total } = await list(context.tenant, query, request.limit, after);
  const page = cutPage(rows, request.limit, (row) => [row.openedAt.toISOString(), row.id]);
  return { ...envelope(page, presentPullRequest), total };
}
