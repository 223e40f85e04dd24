import { randomBytes } from 'node:crypto';
import type { Encryption } from '../encryption.ts';
import { newId } from '../new-id.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

const keyBytes = 32;

/** The organization's key for hashing secret values, made when it is first needed. */
export async function secretHashKey(tenant: Tenant, encryption: Encryption): Promise<Buffer> {
  const known = await findKey(tenant);
  if (known !== undefined) return open(tenant, encryption, known);
  const id = newId();
  const sealed = await encryption.seal(randomBytes(keyBytes), placeOf(tenant, id));
  await queryOf(tenant)('secret_hash_keys')
    .insert({ organization_id: tenant.organizationId, id, key_sealed: sealed })
    .onConflict('organization_id')
    .ignore();
  const made = await findKey(tenant);
  if (made === undefined) throw new Error('the organization has no key for secret values');
  return open(tenant, encryption, made);
}

interface Row {
  readonly id: string;
  readonly key_sealed: string;
}

async function findKey(tenant: Tenant): Promise<Row | undefined> {
  const { rows } = await queryOf(tenant).raw<{ rows: Row[] }>(
    'select id, key_sealed from secret_hash_keys where organization_id = ?',
    [tenant.organizationId],
  );
  return rows[0];
}

function open(tenant: Tenant, encryption: Encryption, row: Row): Promise<Buffer> {
  return encryption.open(row.key_sealed, placeOf(tenant, row.id));
}

function placeOf(tenant: Tenant, rowId: string) {
  return {
    organizationId: tenant.organizationId,
    table: 'secret_hash_keys',
    column: 'key_sealed',
    rowId,
  } as const;
}
