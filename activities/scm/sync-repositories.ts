import type { Page, ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
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
 * shorter than the provider's count, that ends at the limit of 20,000 or that exceeds another limit removes no repository.
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
  const remark = outcome === 'exceeded' ? (client.exceeded ?? null) : remarks[outcome];
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
  return remark;
}

const remarks = {
  complete: null,
  incomplete: 'The provider returned an incomplete list of repositories. No repository was removed.',
  limited: 'The connection has more than 20,000 repositories. The others are not read.',
} as const;

async function listAll(
  client: ScmClient,
  signal: AbortSignal,
): Promise<{
  readonly repositories: readonly ProviderRepository[];
  readonly outcome: keyof typeof remarks | 'exceeded';
}> {
  const listed = new Map<string, ProviderRepository>();
  let expected = 0;
  let omittedCount = 0;
  let page: number | undefined = 1;
  while (page !== undefined && page <= maximumPages) {
    signal.throwIfAborted();
    const read: Page<ProviderRepository> | undefined = await readUnlessTooLarge(client, page);
    if (read === undefined) break;
    const { items, nextPage, total, omitted = 0 } = read;
    for (const item of items) listed.set(item.externalId, item);
    expected = total ?? 0;
    omittedCount += omitted;
    page = nextPage;
  }
  const outcome =
    client.exceeded !== undefined
      ? 'exceeded'
      : page !== undefined
        ? 'limited'
        : listed.size + omittedCount < expected
          ? 'incomplete'
          : 'complete';
  return { repositories: [...listed.values()], outcome };
}

/** Returns `undefined` for a page that exceeds a limit. The repositories of the pages before are synced. */
async function readUnlessTooLarge(
  client: ScmClient,
  page: number,
): Promise<Page<ProviderRepository> | undefined> {
  try {
    return await client.listRepositories(page);
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'too_large') return undefined;
    throw error;
  }
}
