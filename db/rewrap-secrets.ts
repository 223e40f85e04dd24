import { listOrganizations } from './organizations/organization-store.ts';
import type { Encryption } from './encryption.ts';
import { execute, rowsOf } from './query.ts';
import { sealedColumns } from './sealed-columns.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { rawSql, sql } from './sql.ts';
import type { Database } from './tenant.ts';

const batch = 200;

/**
 * Re-encrypts the data key of every stored secret with the current key, in batches of 200 and as the application's role.
 * Idempotent, and safe while the API and the workers run. Returns how many values it updated.
 */
export async function rewrapSecrets(
  database: Database,
  encryption: Encryption,
  keyId: string,
): Promise<number> {
  let updated = 0;
  for (const { id: organizationId } of await listOrganizations(database)) {
    for (const column of sealedColumns) {
      updated += await rewrapColumn(database, encryption, keyId, organizationId, column);
    }
  }
  return updated;
}

async function rewrapColumn(
  database: Database,
  encryption: Encryption,
  keyId: string,
  organizationId: string,
  { table, column }: SealedColumn,
): Promise<number> {
  const [tableSql, columnSql] = [rawSql(table), rawSql(column)];
  let updated = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await database.withTenant(organizationId, (tenant) =>
      rowsOf<{ id: string; sealed: string }>(
        tenant,
        sql`select id, ${columnSql} as sealed from ${tableSql}
          where organization_id = ${organizationId} and id > ${after} and ${columnSql} is not null
            and not starts_with(${columnSql}, ${`v1.${keyId}.`})
          order by id limit ${batch}`,
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) return updated;
    after = last.id;
    for (const { id, sealed } of rows) {
      const rewrapped = await encryption.rewrap(sealed, { organizationId, table, column, rowId: id });
      if (rewrapped === undefined) continue;
      // Matches no row if the value was replaced in the meantime; the new value is sealed with the current key.
      updated += await database.withTenant(organizationId, (tenant) =>
        execute(
          tenant,
          sql`update ${tableSql} set ${columnSql} = ${rewrapped}
            where organization_id = ${organizationId} and id = ${id} and ${columnSql} = ${sealed}`,
        ),
      );
    }
  }
}
