import { randomBytes } from 'node:crypto';
import type { Encryption, SealedLocation } from '../encryption.ts';
import { newId } from '../new-id.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

const keyBytes = 32;

/** Returns the organization's key for hashing secret values, 32 bytes. Inserts it on first use. */
export async function getSecretHashKey(tenant: Tenant, encryption: Encryption): Promise<Buffer> {
  const found = await findKey(tenant);
  if (found !== undefined) return open(tenant, encryption, found);
  const id = newId();
  const sealed = await encryption.seal(randomBytes(keyBytes), locationOf(tenant, id));
  await execute(
    tenant,
    sql`insert into secret_hash_keys (organization_id, id, key_sealed)
      values (${tenant.organizationId}, ${id}, ${sealed}) on conflict (organization_id) do nothing`,
  );
  // A concurrent transaction may have inserted another key first.
  const created = await findKey(tenant);
  if (created === undefined) throw new Error('the organization has no key for secret values');
  return open(tenant, encryption, created);
}

interface Row {
  readonly id: string;
  readonly keySealed: string;
}

function findKey(tenant: Tenant): Promise<Row | undefined> {
  return rowOf<Row>(
    tenant,
    sql`select id, key_sealed from secret_hash_keys where organization_id = ${tenant.organizationId}`,
  );
}

function open(tenant: Tenant, encryption: Encryption, row: Row): Promise<Buffer> {
  return encryption.open(row.keySealed, locationOf(tenant, row.id));
}

function locationOf(tenant: Tenant, rowId: string): SealedLocation {
  return { organizationId: tenant.organizationId, table: 'secret_hash_keys', column: 'key_sealed', rowId };
}
