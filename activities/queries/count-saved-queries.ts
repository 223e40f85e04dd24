import { readSavedFilter } from '../../commands/queries/read-saved-filter.ts';
import { recordEvents } from '../../db/events/record-events.ts';
import type { NewEvent } from '../../db/events/record-events.ts';
import { listWatchedQueries } from '../../db/events/subscription-store.ts';
import { beginCount } from '../../db/queries/query-count-store.ts';
import { countQuery, storeCountError } from '../../db/queries/count-query.ts';
import type { MemberChange } from '../../db/queries/count-query.ts';
import { listSavedQueries } from '../../db/queries/saved-query-store.ts';
import type { SavedQuery } from '../../db/queries/saved-query-store.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { secondMs } from '../../domain/time.ts';
import { noteProgress } from '../../runtime/progress.ts';
import type { Dependencies } from '../dependencies.ts';

const secondsPerQuery = 20;
/** The members of a query with more matches are not remembered. */
const maximumMembers = 10_000;
/** More than an organization can have. */
const everyQuery = 1000;

/**
 * Counts every saved query, each in a transaction of its own with a time limit. Writes an event when the resources that match
 * differ from those of the last count, for queries that a subscription names. A query whose filter is no longer valid, or that
 * takes too long, has an error.
 */
export async function countSavedQueries(
  { database, logger }: Pick<Dependencies, 'database' | 'logger'>,
  { organizationId }: Pick<RunInput, 'organizationId'>,
  signal: AbortSignal,
  limitSeconds = secondsPerQuery,
): Promise<void> {
  const { queries, watchedIds } = await database.withTenant(organizationId, async (tenant) => {
    await beginCount(tenant);
    return {
      queries: await listSavedQueries(tenant, everyQuery),
      watchedIds: await listWatchedQueries(tenant),
    };
  });
  const count = async (query: SavedQuery, timeLimit: AbortSignal) =>
    database.withTenant(
      organizationId,
      async (tenant) => {
        const { filter } = await readSavedFilter(tenant, query.filter);
        const change = await countQuery(tenant, query, filter, watchedIds.has(query.id) ? maximumMembers : 0);
        if (change !== undefined) await recordEvents(tenant, [queryMatched(query, change)]);
      },
      { signal: AbortSignal.any([signal, timeLimit]) },
    );
  for (const query of queries) {
    const timeLimit = AbortSignal.timeout(limitSeconds * secondMs);
    try {
      await count(query, timeLimit);
    } catch (error) {
      signal.throwIfAborted();
      const reason = reasonOf(error, timeLimit, limitSeconds);
      if (reason === undefined) throw error;
      logger.info(
        { err: error, organization_id: organizationId, saved_query_id: query.id },
        'failed to count a saved query',
      );
      await database.withTenant(organizationId, (tenant) => storeCountError(tenant, query, reason));
    }
    noteProgress();
  }
}

function queryMatched({ id, name }: SavedQuery, change: MemberChange): NewEvent {
  const { added, removed, count, previousCount } = change;
  return {
    type: 'query.matched',
    data: {
      query: { id, name, url: `/api/v1/saved-queries/${id}` },
      added,
      removed,
      count,
      previous_count: previousCount,
    },
  };
}

/** Returns the text for users about a fault of the query; `undefined` for a fault of the service, which is retried. */
function reasonOf(error: unknown, timeLimit: AbortSignal, limitSeconds: number): string | undefined {
  if (timeLimit.aborted) return `The count took longer than ${limitSeconds} seconds.`;
  return error instanceof CatalogueError && error.code === 'validation_failed' ? error.message : undefined;
}
