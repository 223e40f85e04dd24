import type { MemberChange } from '../../db/queries/count-query.ts';
import { recordEvents } from '../../db/events/record-events.ts';
import { listWatchedQueries } from '../../db/events/subscription-store.ts';
import type { Tenant } from '../../db/tenant.ts';

/** How the resources that match a saved query differ from those of its last count. */
export interface QueryMatch extends MemberChange {
  readonly query: { readonly id: string; readonly name: string };
}

/** Who is told that the matches of saved queries changed. Both functions run in the transaction of the count. */
export interface QueryWatchers {
  /** Returns those of the saved queries whose members are to be remembered. */
  readonly watched: (tenant: Tenant) => Promise<ReadonlySet<string>>;
  readonly tell: (tenant: Tenant, match: QueryMatch) => Promise<void>;
}

/** Subscriptions to events watch the saved queries that their filters name. */
export const queryWatchers: QueryWatchers = {
  watched: listWatchedQueries,
  tell: (tenant, { query, added, removed, count, previousCount }) =>
    recordEvents(tenant, [
      {
        type: 'query.matched',
        data: {
          query: { ...query, url: `/api/v1/saved-queries/${query.id}` },
          added,
          removed,
          count,
          previous_count: previousCount,
        },
      },
    ]),
};
