import type { ScmClient } from '../../clients/scm/scm-client.ts';
import type { ProviderRepository } from '../../domain/scm/provider-records.ts';
import { linkLatePlans } from '../../commands/plans/publish-impact.ts';
import { linkExecutions } from '../../db/plans/executions/link-executions.ts';
import { removeUnlisted, restoreUnlisted, upsertRepositories } from '../../db/scm/repository-store.ts';
import { lockScmConnection } from '../../db/scm/scm-connection-store.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';

/** Pages of 100 repositories. */
const maximumPages = 200;

/**
 * Reads the repositories of a connection and updates their names. A repository that the list lacks becomes `removed`; if
 * the list has it again, it is selected again. New repositories are selected if the connection selects all. A list that is
 * shorter than the provider's count, or that ends at the limit of 20,000, removes no repository.
 *
 * Returns a message for users when repositories were not read, else `null`.
 */
export async function syncRepositories(
  { database, temporal, logger }: Pick<Dependencies, 'database' | 'temporal' | 'logger'>,
  organizationId: string,
  client: ScmClient,
  connection: ScmConnection,
  signal: AbortSignal,
): Promise<string | null> {
  const { repositories, outcome } = await listAll(client, signal);
  const externalIds = repositories.map(({ externalId }) => externalId);
  await database.withTenant(organizationId, async (tenant) => {
    // The selection can change while the list is read.
    const { selectAll: all } = await lockScmConnection(tenant, connection.id);
    await upsertRepositories(tenant, connection, repositories, false);
    await restoreUnlisted(tenant, connection.id, externalIds);
    const unarchived = repositories.filter(({ archived }) => !archived);
    if (all) await upsertRepositories(tenant, connection, unarchived, true);
    if (outcome === 'complete') await removeUnlisted(tenant, connection.id, externalIds);
    if ((await linkExecutions(tenant)) > 0) await linkLatePlans(tenant, { temporal, logger });
  });
  return remarks[outcome];
}

const remarks = {
  complete: null,
  incomplete: 'The provider returned an incomplete list of repositories. No repository was removed.',
  limited: 'The connection has more than 20,000 repositories. The others are not read.',
} as const;

async function listAll(
  client: ScmClient,
  signal: AbortSignal,
): Promise<{ readonly repositories: readonly ProviderRepository[]; readonly outcome: keyof typeof remarks }> {
  const listed = new Map<string, ProviderRepository>();
  let expected = 0;
  let omittedCount = 0;
  let page: number | undefined = 1;
  while (page !== undefined && page <= maximumPages) {
    signal.throwIfAborted();
    const {
      items,
      nextPage,
      total,
      omitted = 0,
    }: Awaited<ReturnType<ScmClient['listRepositories']>> = await client.listRepositories(page);
    for (const item of items) listed.set(item.externalId, item);
    expected = total ?? 0;
    omittedCount += omitted;
    page = nextPage;
  }
  const outcome =
    page !== undefined ? 'limited' : listed.size + omittedCount < expected ? 'incomplete' : 'complete';
  return { repositories: [...listed.values()], outcome };
}
