import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import pg from 'pg';
import { fillTenantTables, tenantTables } from '../../support/fill-tenant-tables.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const database = useTestDatabase();

const admin = (...words: string[]) => {
  const script = fileURLToPath(new URL('../../../db/admin.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: database.url };
  return promisify(execFile)(process.execPath, [script, ...words], { env });
};

/** Inserts an organization with a row in every tenant table and a sealed audit chain. Returns its id. */
async function insertOrganization(slug: string): Promise<string> {
  const id = randomUUID();
  await queryAsOwner(database.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    id,
    slug,
  ]);
  const unfilled = await fillTenantTables(database.url, id, randomUUID(), { complete: true });
  if (unfilled.size > 0) throw new Error([...unfilled].join('; '));
  await queryAsOwner(database.url, 'delete from audit_entries where organization_id = $1', [id]);
  await queryAsOwner(database.url, 'delete from audit_chain_heads where organization_id = $1', [id]);
  await queryAsOwner(
    database.url,
    `insert into audit_entries (organization_id, actor_type, action, outcome)
     select $1, 'system', 'thing.changed', 'success' from generate_series(1, 3)`,
    [id],
  );
  return id;
}

/** Returns the tenant tables that have a row of the organization. */
async function tablesWith(organizationId: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const found: string[] = [];
    for (const { name } of await tenantTables(client)) {
      const { rowCount } = await client.query(`select from ${name} where organization_id = $1`, [
        organizationId,
      ]);
      if ((rowCount ?? 0) > 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

test('deleting an organization deletes its rows in every table, and keeps the head of its audit chain', async (t) => {
  const [deleted, kept] = [await insertOrganization('deleted'), await insertOrganization('kept')];
  const before = await tablesWith(kept);
  t.true(before.includes('seen_resources') && before.includes('resource_pair_counts'));
  await queryAsOwner(database.url, 'select seal_audit_entries(2)');
  const { stdout } = await admin('delete-organization', 'deleted');
  t.deepEqual(await tablesWith(deleted), []);
  t.deepEqual(await tablesWith(kept), [...before, 'audit_chain_heads'].toSorted(), 'its entries were sealed');
  const heads = await queryAsOwner<{ id: string; slug: string; sequence: number; hash: string }>(
    database.url,
    `select id, slug, head_sequence::int as sequence, encode(head_hash, 'hex') as hash from deleted_organizations`,
  );
  t.like(heads, { length: 1, 0: { id: deleted, slug: 'deleted', sequence: 3 } });
  t.regex(heads[0]?.hash ?? '', /^[0-9a-f]{64}$/);
  t.regex(stdout, new RegExp(`sequence 3, hash ${heads[0]?.hash}`));
});

test('reports an unknown organization', async (t) => {
  await t.throwsAsync(admin('delete-organization', 'no-such-organization'), {
    message: /There is no organization no-such-organization/,
  });
});
