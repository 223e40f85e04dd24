import { organizationIds } from './organizations/organization-store.ts';
import type { Encryption } from './encryption.ts';
import { sealedColumns } from './sealed-columns.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { queryOf } from './tenant.ts';
import type { Database } from './tenant.ts';

const batch = 200;

/**
 * Wraps every stored secret with the present key, a batch per transaction, organization by organization, as the
 * application's role. Can be repeated and can run beside a working installation. Answers with how many it changed.
 */
export async function rewrapSecrets(
  database: Database,
  encryption: Encryption,
  keyId: string,
): Promise<number> {
  let changed = 0;
  for (const { id: organizationId } of await organizationIds(database)) {
    for (const place of sealedColumns) {
      changed += await rewrapColumn(database, encryption, keyId, organizationId, place);
    }
  }
  return changed;
}

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

async function rewrapColumn(
  database: Database,
  encryption: Encryption,
  keyId: string,
  organizationId: string,
  { table, column }: SealedColumn,
): Promise<number> {
  let changed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await database.withTenant(organizationId, (tenant) =>
      queryOf(tenant)(table)
        .select<SealedRow[]>('id', `${column} as sealed`)
        .where('organization_id', organizationId)
        .where('id', '>', after)
        .whereNotNull(column)
        .whereRaw(`not starts_with(${column}, ?)`, [`v1.${keyId}.`])
        .orderBy('id')
        .limit(batch),
    );
    const last = rows.at(-1);
    if (last === undefined) return changed;
    after = last.id;
    for (const { id, sealed } of rows) {
      const renewed = await encryption.rewrap(sealed, { organizationId, table, column, rowId: id });
      if (renewed === null) continue;
      // A value that was replaced meanwhile is sealed with the present key already.
      changed += await database.withTenant(organizationId, (tenant) =>
        queryOf(tenant)(table)
          .where({ organization_id: organizationId, id, [column]: sealed })
          .update({ [column]: renewed }),
      );
    }
  }
}
