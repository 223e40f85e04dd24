import { dayMs } from '../../domain/time.ts';
import type { RepositoryRef, ScmClient } from '../../clients/scm/scm-client.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { linkLatePlans } from '../../commands/plans/publish-impact.ts';
import {
  beginPullRequestPass,
  finishPullRequestPass,
  recordNewestUpdate,
  recordPullRequestPage,
} from '../../db/scm/pull-request-passes.ts';
import { listKnownFiles, storePullRequest } from '../../db/scm/pull-request-store.ts';
import type { KnownFiles } from '../../db/scm/pull-request-store.ts';
import { databaseTime } from '../../db/scm/repository-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { readChangedFiles } from './read-changed-files.ts';

/** Updates can appear late in the provider's list, and its clock differs. */
export const overlapMs = 60 * 60_000;
/** The first pass does not store closed and merged pull requests that were last updated before. */
const backfillMs = 365 * dayMs;
const requestsAtOnce = 4;

/** The launcher starts the runs that report the impacts of plans to pull requests. */
type LinkDependencies = Pick<Dependencies, 'database' | 'temporal' | 'logger'>;

/** The number of pages that were read, and whether the pass is complete. */
export interface PullRequestProgress {
  readonly pages: number;
  readonly complete: boolean;
}

/**
 * Reads at most `maximumPages` pages of the pull requests that were updated since the last complete pass; in the first pass,
 * all open pull requests and all pull requests updated in the last year. The next call continues at the page where this
 * call stopped or failed.
 */
export async function syncPullRequests(
  dependencies: LinkDependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  maximumPages: number,
): Promise<PullRequestProgress> {
  const { database } = dependencies;
  const pass = await database.withTenant(organizationId, (tenant) =>
    beginPullRequestPass(tenant, repository.id),
  );
  if (pass === undefined) return { pages: 0, complete: true };
  const { startedAt, syncedAt } = pass;
  const since = syncedAt === undefined ? startedAt.getTime() - backfillMs : syncedAt.getTime() - overlapMs;
  const ref = refOf(repository);
  const isWanted = ({ updatedAt, state }: ProviderPullRequest): boolean =>
    updatedAt.getTime() >= since || (syncedAt === undefined && state === 'open');
  let pages = 0;
  for (let page: number | undefined = pass.nextPage; page !== undefined; pages += 1) {
    if (pages === maximumPages) return { pages, complete: false };
    const observedAt = await database.withTenant(organizationId, databaseTime);
    const { items, nextPage } = await client.listPullRequests(ref, page);
    const wanted = items.filter(isWanted);
    const isFirst = page === 1;
    const known = await database.withTenant(organizationId, async (tenant) => {
      if (isFirst) await recordNewestUpdate(tenant, repository.id, items[0]?.updatedAt);
      return listKnownFiles(
        tenant,
        repository.id,
        wanted.map(({ number }) => number),
      );
    });
    await mapConcurrently(wanted, requestsAtOnce, (request) =>
      store(dependencies, organizationId, client, repository, { request, observedAt, known }),
    );
    // The list is sorted by the last update. The first pass reads all pages, because old pull requests can be open.
    page = syncedAt !== undefined && wanted.length < items.length ? undefined : nextPage;
    const next = page;
    if (next !== undefined)
      await database.withTenant(organizationId, (tenant) =>
        recordPullRequestPage(tenant, repository.id, next),
      );
  }
  await database.withTenant(organizationId, (tenant) => finishPullRequestPass(tenant, repository.id));
  return { pages, complete: true };
}

/** Reads one pull request, and its changed files when they are not known. */
export async function syncPullRequest(
  dependencies: LinkDependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  number: number,
): Promise<void> {
  const { observedAt, known } = await dependencies.database.withTenant(organizationId, async (tenant) => ({
    observedAt: await databaseTime(tenant),
    known: await listKnownFiles(tenant, repository.id, [number]),
  }));
  const request = await client.getPullRequest(refOf(repository), number);
  await store(dependencies, organizationId, client, repository, { request, observedAt, known });
}

async function store(
  dependencies: LinkDependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  {
    request,
    observedAt,
    known,
  }: {
    readonly request: ProviderPullRequest;
    readonly observedAt: string;
    readonly known: ReadonlyMap<number, KnownFiles>;
  },
): Promise<void> {
  const stored = known.get(request.number);
  const areKnown =
    request.headSha !== '' &&
    stored?.changedPathsSha === request.headSha &&
    stored.changedPathsTarget === request.targetBranch;
  const files = areKnown ? undefined : await readChangedFiles(client, refOf(repository), request);
  await dependencies.database.withTenant(organizationId, async (tenant) => {
    const linked = await storePullRequest(tenant, repository.id, { request, observedAt, files });
    if (linked > 0) await linkLatePlans(tenant, dependencies);
  });
}

export function refOf({ externalId, fullName }: Repository): RepositoryRef {
  return { externalId, fullName };
}
