import type { Database } from '../tenant.ts';

/** Organizations that have an account which scans may read. */
export async function organizationsWithAccounts(database: Database): Promise<readonly string[]> {
  const { rows } = await database.outside.raw<{ rows: { organization_id: string }[] }>(
    'select * from organizations_with_accounts()',
  );
  return rows.map(({ organization_id: id }) => id);
}
