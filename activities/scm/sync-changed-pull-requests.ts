import {
  beginFirstPasses,
  listBegunPasses,
  recordPullRequestCheck,
} from '../../db/scm/pull-request-passes.ts';
import type { SettledPullRequests } from '../../db/scm/pull-request-passes.ts';
import { databaseTime } from '../../db/scm/repository-store.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import type { Dependencies } from '../dependencies.ts';
import { overlapMs } from './sync-pull-requests.ts';
import { syncRepositoryPullRequests } from './sync-repository-pull-requests.ts';
import { withScmClient } from './with-scm-client.ts';

const repositoriesPerPage = 20;
const pullRequestPages = 20;
/** Before every id. */
const firstPosition = '00000000-0000-0000-0000-000000000000';

interface ConnectionRef {
  readonly organizationId: string;
  readonly connectionId: string;
}

/**
 * Syncs the pull requests of some repositories of a connection: at most 20 repositories and 20 pages of pull requests. The
 * first call, with `after` null, begins a pass over the repositories with changes; the others cost no request. Returns the
 * position of the next call, `null` after the last one. The pass over a repository goes on where it stopped.
 */
export async function syncChangedPullRequests(
  dependencies: Dependencies,
  ref: ConnectionRef,
  after: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const { database } = dependencies;
  const { organizationId, connectionId } = ref;
  if (after === null)
    await withScmClient(dependencies, ref, (client) => beginChangedPasses(dependencies, ref, client));
  const page = await database.withTenant(organizationId, (tenant) =>
    listBegunPasses(tenant, connectionId, after ?? undefined, repositoriesPerPage),
  );
  let [last, pagesLeft] = [after ?? firstPosition, pullRequestPages];
  for (const repository of page) {
    signal.throwIfAborted();
    const synced = await withScmClient(dependencies, ref, (client) =>
      syncRepositoryPullRequests(dependencies, organizationId, client, repository, pagesLeft),
    );
    // The connection was deleted.
    if (synced === undefined) return null;
    if (!synced.complete) return last;
    last = repository.id;
    pagesLeft -= synced.pages;
    if (pagesLeft <= 0) return last;
  }
  return page.length < repositoriesPerPage ? null : last;
}

async function beginChangedPasses(
  { database }: Dependencies,
  { organizationId, connectionId }: ConnectionRef,
  client: ScmClient,
): Promise<void> {
  const { checkedAt, settled } = await database.withTenant(organizationId, async (tenant) => ({
    checkedAt: await databaseTime(tenant),
    settled: await beginFirstPasses(tenant, connectionId),
  }));
  if (settled.length === 0) return;
  const changed = await client.findChangedPullRequests(
    settled.map((repository) => ({
      externalId: repository.externalId,
      fullName: repository.fullName,
      newestUpdate: repository.pullRequestsNewestUpdate,
    })),
    earliestSync(settled),
  );
  const idsOf = (isChanged: boolean) =>
    settled.filter(({ externalId: id }) => changed.has(id) === isChanged).map(({ id }) => id);
  await database.withTenant(organizationId, (tenant) =>
    recordPullRequestCheck(tenant, { changed: idsOf(true), unchanged: idsOf(false) }, checkedAt),
  );
}

function earliestSync(repositories: readonly SettledPullRequests[]): Date {
  const times = repositories.map(({ pullRequestsSyncedAt: syncedAt }) => syncedAt.getTime());
  return new Date(times.reduce((earliest, time) => Math.min(earliest, time)) - overlapMs);
}
