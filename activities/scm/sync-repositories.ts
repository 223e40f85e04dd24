import { requestScan } from '../../commands/scm/request-scan.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import type { ScmClient, ScmConnectionClient } from '../../clients/scm/scm-client.ts';
import type { ProviderRepository } from '../../domain/scm/provider-records.ts';
import { listSelected, removeUnlisted, upsertRepositories } from '../../db/scm/repository-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { lockScmConnection, recordScmSync } from '../../db/scm/scm-connection-store.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';
import { refOf } from './sync-pull-requests.ts';

/** Pages of 100 repositories. */
const mostPages = 200;
const headsAtOnce = 4;

/**
 * Reads the repositories of a connection: updates their names, removes those that the connection cannot access any more,
 * selects new ones if the connection selects all, and starts scans of those with commits since their last scan.
 */
export async function syncRepositories(
  dependencies: Dependencies,
  organizationId: string,
  client: ScmConnectionClient,
  connection: ScmConnection,
): Promise<void> {
  const listed = await listAll(client);
  const account = await client.describeAccount();
  const { id: connectionId } = connection;
  const { database } = dependencies;
  const selected = await database.withTenant(organizationId, async (tenant) => {
    // The selection can change while the list is read.
    const { select_all: all } = await lockScmConnection(tenant, connectionId);
    await upsertRepositories(tenant, connection, listed, false);
    if (all)
      await upsertRepositories(
        tenant,
        connection,
        listed.filter(({ archived }) => !archived),
        true,
      );
    await removeUnlisted(
      tenant,
      connectionId,
      listed.map(({ externalId }) => externalId),
    );
    return listSelected(tenant, connectionId);
  });
  const pushedAt = new Map(listed.map(({ externalId, pushedAt: at }) => [externalId, at]));
  await mapConcurrently(selected, headsAtOnce, async (repository) => {
    if (!(await hasNewCommits(client, repository, pushedAt.get(repository.external_id)))) return;
    await database.withTenant(organizationId, (tenant) => requestScan(tenant, dependencies, repository));
  });
  await database.withTenant(organizationId, (tenant) => recordScmSync(tenant, connectionId, account));
}

async function hasNewCommits(
  client: ScmClient,
  repository: Repository,
  pushedAt: Date | undefined,
): Promise<boolean> {
  const { last_scanned_at: scanned, last_scanned_commit_sha: sha, status } = repository;
  if (scanned === null || status !== 'active') return true;
  if (pushedAt !== undefined) return pushedAt >= scanned;
  if (repository.default_branch === null) return false;
  return (await client.getHead(refOf(repository), repository.default_branch)) !== sha;
}

async function listAll(client: ScmClient): Promise<readonly ProviderRepository[]> {
  const listed = new Map<string, ProviderRepository>();
  for (let page: number | undefined = 1; page !== undefined && page <= mostPages;) {
    const { items, nextPage } = await client.listRepositories(page);
    for (const item of items) listed.set(item.externalId, item);
    page = nextPage;
  }
  return [...listed.values()];
}
