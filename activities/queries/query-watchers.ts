import type { MemberChange } from '../../db/queries/count-query.ts';
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

/** Without subscriptions to events, nobody watches a query. */
export const queryWatchers: QueryWatchers = {
  watched: () => Promise.resolve(new Set()),
  tell: () => Promise.resolve(),
};
