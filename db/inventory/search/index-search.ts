import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Database, Tenant } from '../../tenant.ts';

/** Lists ids of organizations with count deltas to fold or texts to index. */
export async function listOrganizationsToIndex(database: Database): Promise<readonly string[]> {
  const rows = await rowsOf<{ organizationId: string }>(
    database.outside,
    sql`select organization_id from organizations_to_index()`,
  );
  return rows.map(({ organizationId: id }) => id);
}

/** Adds up to `limit` count deltas to the counts. Returns how many; 0 also while another session does this. */
export async function foldCounts(tenant: Tenant, limit: number): Promise<number> {
  const { folded } = await oneRowOf<{ folded: number }>(
    tenant,
    sql`select fold_resource_counts(${limit}) as folded`,
  );
  return folded;
}

/** Adds the documents of all organizations that were stored since the last call to their index. */
export async function indexDocuments(database: Database): Promise<void> {
  await execute(database.outside, sql`select index_documents()`);
}

/** Adds up to `limit` new texts to the trigram index. Returns how many. */
export async function indexTexts(tenant: Tenant, limit: number): Promise<number> {
  const { indexed } = await oneRowOf<{ indexed: number }>(
    tenant,
    sql`select index_search_texts(${limit}) as indexed`,
  );
  return indexed;
}
