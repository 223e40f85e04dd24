import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database } from '../tenant.ts';

/** Lists ids of organizations that have an included, connected account. */
export async function listOrganizationsWithAccounts(database: Database): Promise<readonly string[]> {
  const rows = await rowsOf<{ organization_id: string }>(
    database.outside,
    sql`select * from organizations_with_accounts()`,
  );
  return rows.map(({ organization_id: id }) => id);
}
