import { queryOf } from '../../tenant.ts';
import type { Database, Tenant } from '../../tenant.ts';

/** Organizations with counts to fold or texts to index. */
export async function organizationsToIndex(database: Database): Promise<readonly string[]> {
  const { rows } = await database.outside.raw<{ rows: { organization_id: string }[] }>(
    'select organization_id from organizations_to_index()',
  );
  return rows.map(({ organization_id: id }) => id);
}

/** Folds counts that writers have appended; answers how many. 0 also while another worker folds. */
export async function foldCounts(tenant: Tenant, atMost: number): Promise<number> {
  return call(tenant, 'fold_resource_counts', atMost);
}

/** Puts new texts into the trigram index; answers how many. */
export async function indexTexts(tenant: Tenant, atMost: number): Promise<number> {
  return call(tenant, 'index_search_texts', atMost);
}

async function call(tenant: Tenant, name: string, atMost: number): Promise<number> {
  const { rows } = await queryOf(tenant).raw<{ rows: { done: number }[] }>(`select ${name}(?) as done`, [
    atMost,
  ]);
  return rows[0]?.done ?? 0;
}
