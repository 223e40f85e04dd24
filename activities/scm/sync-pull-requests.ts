import type { RepositoryRef, ScmClient } from '../../clients/scm/scm-client.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { listKnownHeads, recordPullRequestSync, storePullRequest } from '../../db/scm/pull-request-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { readChangedFiles } from './read-changed-files.ts';

/** Updates can appear late in the provider's list. */
const overlapMs = 60 * 60_000;
/** Pull requests that were last updated before are not read. */
const backfillMs = 365 * 24 * 60 * 60_000;
const mostPages = 50;

/** Reads the pull requests that were updated since the last sync; at first those of the last year. */
export async function syncPullRequests(
  { database }: Dependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
): Promise<void> {
  const started = new Date();
  const last = repository.pull_requests_synced_at;
  const since = last === null ? started.getTime() - backfillMs : last.getTime() - overlapMs;
  const ref = refOf(repository);
  for (let page: number | undefined = 1; page !== undefined && page <= mostPages;) {
    const { items, nextPage } = await client.listPullRequests(ref, page);
    const recent = items.filter(({ updatedAt }) => updatedAt.getTime() >= since);
    const heads = await database.withTenant(organizationId, (tenant) =>
      listKnownHeads(
        tenant,
        repository.id,
        recent.map(({ number }) => number),
      ),
    );
    for (const request of recent) {
      const known = heads.get(request.number) === request.headSha;
      await store({ database }, organizationId, client, repository, request, known);
    }
    page = recent.length < items.length ? undefined : nextPage;
  }
  await database.withTenant(organizationId, (tenant) =>
    recordPullRequestSync(tenant, repository.id, started),
  );
}

/** Reads one pull request and its changed files. */
export async function syncPullRequest(
  dependencies: Pick<Dependencies, 'database'>,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  number: number,
): Promise<void> {
  const request = await client.getPullRequest(refOf(repository), number);
  await store(dependencies, organizationId, client, repository, request, false);
}

async function store(
  { database }: Pick<Dependencies, 'database'>,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  request: ProviderPullRequest,
  filesKnown: boolean,
): Promise<void> {
  const files = filesKnown ? undefined : await readChangedFiles(client, refOf(repository), request);
  await database.withTenant(organizationId, (tenant) =>
    storePullRequest(tenant, repository.id, request, files),
  );
}

export function refOf({ external_id: externalId, full_name: fullName }: Repository): RepositoryRef {
  return { externalId, fullName };
}
