import { z } from 'zod';
import { listAllRepositories } from '../../clients/scm/list-all-repositories.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { withNewToken } from '../../clients/scm/with-new-token.ts';
import { linkLatePlans } from '../../commands/plans/publish-impact.ts';
import { requestScans } from '../../commands/scm/request-scans.ts';
import { requestSync } from '../../commands/scm/request-sync.ts';
import { listSelected, setSelection } from '../../db/scm/repository-store.ts';
import { getScmConnection, lockScmConnection } from '../../db/scm/scm-connection-store.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import type { ProviderRepository } from '../../domain/scm/provider-records.ts';
import { repositoryVisibilities } from '../../domain/values.ts';
import { listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { fromProvider } from './provider-errors.ts';
import { scmTag } from './schemas.ts';

const maximumSelected = 5000;
const maximumReadById = 100;

const DiscoverableRepository = z
  .object({
    external_id: z.string(),
    full_name: z.string(),
    default_branch: z.string().optional(),
    visibility: z.enum(repositoryVisibilities),
    archived: z.boolean(),
    fork: z.boolean(),
    selected: z.boolean(),
  })
  .meta({ id: 'DiscoverableRepository' });

export const listDiscoverableRepositoriesOperation = operation({
  id: 'listDiscoverableRepositories',
  method: 'GET',
  path: '/scm/connections/{id}/discoverable-repositories',
  tag: scmTag,
  summary: 'List the repositories that a connection can access',
  description: "Reads a page of the provider's list. A page can have fewer items than `limit`.",
  access: 'scm:read',
  transaction: false,
  query: z.strictObject({ ...pagingParameters, q: z.string().min(1).max(200).optional() }),
  success: [200, listOf(DiscoverableRepository)],
  errors: ['conflict', 'provider_unavailable'],
  async handle(context) {
    const { params, query, principal, services } = context;
    const { request, envelope } = pager(context, `discoverable:${params.id}`, query);
    const [page, offset] = [Number(request.after?.[0] ?? 1), Number(request.after?.[1] ?? 0)];
    const { items, nextPage } = await withClient(services, principal.organizationId, params.id, (client) =>
      client.listRepositories(page, query.q),
    );
    const selected = await services.database.withTenant(principal.organizationId, async (tenant) =>
      listSelected(tenant, params.id),
    );
    const selectedIds = new Set(selected.map(({ externalId }) => externalId));
    const rows = items.slice(offset, offset + request.limit);
    const end = offset + request.limit;
    const next = end < items.length ? [page, end] : nextPage === undefined ? undefined : [nextPage, 0];
    return envelope({ rows, next }, (repository) => ({
      external_id: repository.externalId,
      full_name: repository.fullName,
      default_branch: repository.defaultBranch,
      visibility: repository.visibility,
      archived: repository.archived,
      fork: repository.fork,
      selected: selectedIds.has(repository.externalId),
    }));
  },
});

export const selectRepositoriesOperation = operation({
  id: 'selectRepositories',
  method: 'PUT',
  path: '/scm/connections/{id}/repositories',
  tag: scmTag,
  summary: 'Select the repositories of a connection',
  description:
    'Sets the whole selection. With `all`, archived repositories are left out and later ones are selected as well. ' +
    'Repositories that are added are scanned. Repositories that are removed keep their corrections.',
  access: 'scm:manage',
  audit: 'scm_connection.repositories_selected',
  transaction: false,
  body: z
    .strictObject({
      external_ids: z.array(z.string().min(1).max(50)).max(maximumSelected).optional(),
      all: z.literal(true).optional(),
    })
    .refine(({ external_ids: ids, all }) => (ids === undefined) !== (all === undefined), {
      path: ['external_ids'],
      message: 'either external_ids or all is required',
    }),
  success: [
    200,
    z
      .object({
        selected: z.number().int(),
        added: z.number().int(),
        removed: z.number().int(),
        skipped: z.array(z.object({ external_id: z.string(), reason: z.literal('not_found') })),
      })
      .meta({ id: 'RepositorySelection' }),
  ],
  errors: ['conflict', 'provider_unavailable'],
  async handle({ body, params, principal, services, record }) {
    const wantedIds = [...new Set(body.external_ids ?? [])];
    const wanted = await withClient(services, principal.organizationId, params.id, (client) =>
      body.all === true ? listUnarchived(client) : findRepositories(client, wantedIds),
    );
    const found = new Set(wanted.map(({ externalId }) => externalId));
    return services.database.withTenant(principal.organizationId, async (tenant) => {
      const connection = await lockScmConnection(tenant, params.id);
      const { added, removed, selected } = await setSelection(tenant, connection, wanted, body.all === true);
      await linkLatePlans(tenant, services);
      await requestScans(tenant, services, added, principal.id);
      // Reads the pull requests of the added repositories.
      if (added.length > 0) await requestSync(tenant, services, connection);
      await record(tenant, {
        type: 'scm_connection',
        id: connection.id,
        name: connection.externalOrgSlug,
        details: { selected, added: added.length, removed: removed.length },
      });
      const skipped = wantedIds
        .filter((externalId) => !found.has(externalId))
        .map((external_id) => ({ external_id, reason: 'not_found' as const }));
      return { selected, added: added.length, removed: removed.length, skipped };
    });
  },
});

async function listUnarchived(client: ScmClient): Promise<readonly ProviderRepository[]> {
  return (await listAllRepositories(client)).filter(({ archived }) => !archived);
}

/** Reads few repositories by their ids, and else the whole list, which takes fewer requests. */
async function findRepositories(
  client: ScmClient,
  externalIds: readonly string[],
): Promise<readonly ProviderRepository[]> {
  if (externalIds.length <= maximumReadById) return client.findRepositories(externalIds);
  const wanted = new Set(externalIds);
  return (await listAllRepositories(client)).filter(({ externalId }) => wanted.has(externalId));
}

/** Runs requests of a connection. @throws CatalogueError as {@link fromProvider} */
async function withClient<T>(
  services: Services,
  organizationId: string,
  id: string,
  work: (client: ScmClient) => Promise<T>,
): Promise<T> {
  const credentials = await services.database.withTenant(organizationId, async (tenant) =>
    credentialsOf(tenant, services.encryption, await getScmConnection(tenant, id)),
  );
  return fromProvider(services, organizationId, () => withNewToken(services.scm, credentials, work));
}
