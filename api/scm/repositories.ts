import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { repositoryStatuses, scmProviders } from '../../domain/values.ts';
import { requestScan } from '../../commands/scm/request-scan.ts';
import { getRepositoryRecord, listRepositories as list } from '../../db/scm/repository-read-model.ts';
import { lockRepository } from '../../db/scm/repository-store.ts';
import { cutPage, flag, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, id } from '../http/schemas.ts';
import { Repository, presentRepository, repositoriesTag as tag } from './schemas.ts';

export const listRepositories = operation({
  id: 'listRepositories',
  method: 'GET',
  path: '/repositories',
  tag,
  summary: 'List repositories',
  access: 'repositories:read',
  query: z.strictObject({
    ...pagingParameters,
    q: z.string().min(1).max(200).optional().describe('Part of the name'),
    scm_connection_id: repeatable(id),
    provider: repeatable(z.enum(scmProviders)),
    status: repeatable(z.enum(repositoryStatuses)),
    archived: flag.optional(),
  }),
  success: [200, listOf(Repository)],
  async handle(context) {
    const { request, envelope } = pager(context, 'repositories', context.query);
    const [fullName, id] = (request.after ?? []).map(String);
    const after = fullName === undefined || id === undefined ? undefined : { fullName, id };
    const rows = await list(context.tenant, context.query, request.limit, after);
    return envelope(
      cutPage(rows, request.limit, (row) => [row.fullName, row.id]),
      presentRepository,
    );
  },
});

export const getRepository = operation({
  id: 'getRepository',
  method: 'GET',
  path: '/repositories/{id}',
  tag,
  summary: 'Get a repository',
  access: 'repositories:read',
  success: [200, Repository],
  async handle({ params, tenant }) {
    return presentRepository(await getRepositoryRecord(tenant, params.id));
  },
});

export const rescanRepository = operation({
  id: 'rescanRepository',
  method: 'POST',
  path: '/repositories/{id}/rescan',
  tag,
  summary: 'Scan a repository again',
  access: 'repositories:manage',
  audit: 'repository.rescan_requested',
  success: [202, Accepted],
  errors: ['conflict'],
  async handle({ params, principal, tenant, services, audit }) {
    const repository = await lockRepository(tenant, params.id);
    if (repository.status === 'removed') throw errors.conflict('The repository is not selected.');
    const { run_id } = await requestScan(tenant, services, repository, principal.id);
    audit({ type: 'repository', id: repository.id, name: repository.fullName });
    return { run_id };
  },
});
