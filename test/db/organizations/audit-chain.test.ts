import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import {
  deleteOldAuditEntries,
  recordAudit,
  sealAuditEntries,
} from '../../../db/organizations/audit-store.ts';
import { verifyAuditChain } from '../../../db/organizations/audit-read-model.ts';
import { execute } from '../../../db/query.ts';
import { rawSql } from '../../../db/sql.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import { gate } from '../../support/gate.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import type { TestDatabase } from '../../support/test-database.ts';

let owned: TestDatabase;
let database: Database;
test.before(async () => {
  owned = await createTestDatabase();
  database = openDatabase({ url: owned.url, poolSize: 20 });
});
test.after.always(async () => {
  await database?.close();
  await owned?.drop();
});

async function newOrganization(): Promise<string> {
  const id = randomUUID();
  await queryAsOwner(owned.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    id,
    `o-${id}`,
  ]);
  return id;
}

const write = (tenant: Tenant, name: string) =>
  recordAudit(tenant, { actorType: 'system', actorId: undefined, action: 'thing.changed', targetName: name });

async function seal(): Promise<void> {
  // Another sealer may hold the lock; then this call seals no entry, and a later call seals them.
  for (;;) {
    await sealAuditEntries(database);
    const [row] = await queryAsOwner<{ open: number }>(
      owned.url,
      'select count(*)::int as open from audit_entries where sequence is null',
    );
    if (row?.open === 0) return;
  }
}

const verify = (organizationId: string) => database.withTenant(organizationId, verifyAuditChain);

async function chainOf(count: number): Promise<string> {
  const organizationId = await newOrganization();
  for (let index = 1; index <= count; index += 1) {
    await database.withTenant(organizationId, (tenant) => write(tenant, `entry ${index}`));
  }
  await seal();
  return organizationId;
}

const tamper = (sql: string, organizationId: string) => queryAsOwner(owned.url, sql, [organizationId]);

test.serial('a chain sealed while 16 connections write has no gap and no fork', async (t) => {
  const organizationId = await newOrganization();
  let writing = true;
  const sealing = (async () => {
    while (writing) await sealAuditEntries(database);
  })();
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) {
        await database.withTenant(organizationId, (tenant) => write(tenant, `${writer}/${index}`));
      }
    }),
  );
  writing = false;
  await sealing;
  await seal();
  const rows = await queryAsOwner<{ sequence: number; target_name: string }>(
    owned.url,
    'select sequence::int, target_name from audit_entries where organization_id = $1 order by sequence',
    [organizationId],
  );
  t.deepEqual(
    rows.map(({ sequence }) => sequence),
    Array.from({ length: 400 }, (_, index) => index + 1),
  );
  for (let writer = 0; writer < 16; writer += 1) {
    const own = rows.map((row) => row.target_name).filter((name) => name.startsWith(`${writer}/`));
    t.deepEqual(
      own,
      Array.from({ length: 25 }, (_, index) => `${writer}/${index}`),
    );
  }
  const verification = await verify(organizationId);
  t.is(verification.entries, 400);
  t.is(verification.firstBrokenSequence, undefined);
});

test.serial('an entry that commits later is sealed later and blocks no other entry', async (t) => {
  const organizationId = await newOrganization();
  const [written, held] = [gate(), gate()];
  const slow = database.withTenant(organizationId, async (tenant) => {
    await write(tenant, 'slow');
    written.open();
    await held.opened;
  });
  await written.opened;
  await database.withTenant(organizationId, (tenant) => write(tenant, 'quick'));
  await seal();
  held.open();
  await slow;
  await seal();
  const rows = await queryAsOwner<{ target_name: string }>(
    owned.url,
    'select target_name from audit_entries where organization_id = $1 order by sequence',
    [organizationId],
  );
  t.deepEqual(
    rows.map((row) => row.target_name),
    ['quick', 'slow'],
  );
  t.is((await verify(organizationId)).firstBrokenSequence, undefined);
});

test.serial('an entry that is rolled back leaves no gap', async (t) => {
  const organizationId = await newOrganization();
  await t.throwsAsync(
    database.withTenant(organizationId, async (tenant) => {
      await write(tenant, 'never');
      throw new Error('rolled back');
    }),
  );
  await seal();
  const { entries, firstBrokenSequence: broken } = await verify(organizationId);
  t.deepEqual([entries, broken], [0, undefined]);
});

for (const [what, sql] of [
  [
    'a changed field',
    "update audit_entries set action = 'other.done' where organization_id = $1 and sequence = 4",
  ],
  [
    'a changed time',
    "update audit_entries set occurred_at = occurred_at + interval '1 microsecond' where organization_id = $1 and sequence = 4",
  ],
  [
    'a changed detail',
    `update audit_entries set details = '{"x": 1}' where organization_id = $1 and sequence = 4`,
  ],
  ['a removed entry', 'delete from audit_entries where organization_id = $1 and sequence = 4'],
  [
    'a changed hash',
    "update audit_entries set hash = sha256('x') where organization_id = $1 and sequence = 4",
  ],
  ['a cut-off end', 'delete from audit_entries where organization_id = $1 and sequence >= 4'],
] as const) {
  test.serial(`verify names ${what}`, async (t) => {
    const organizationId = await chainOf(6);
    t.is((await verify(organizationId)).firstBrokenSequence, undefined);
    await tamper(sql, organizationId);
    t.is((await verify(organizationId)).firstBrokenSequence, 4);
  });
}

test.serial('verify reports an inserted entry that claims to be sealed', async (t) => {
  const organizationId = await chainOf(3);
  await tamper(
    `insert into audit_entries (organization_id, actor_type, action, outcome, sequence, hash)
     values ($1, 'system', 'forged.entry', 'success', 4, sha256('x'))`,
    organizationId,
  );
  t.is((await verify(organizationId)).firstBrokenSequence, 4);
});

test.serial('the application can neither update nor delete an entry, nor set its sequence', async (t) => {
  const organizationId = await chainOf(2);
  for (const statement of [
    "update audit_entries set action = 'x'",
    'update audit_entries set sequence = null, hash = null',
    'delete from audit_entries',
    'truncate audit_entries',
    'update audit_chain_heads set sequence = 0',
    'delete from audit_chain_heads',
    `insert into audit_entries (organization_id, actor_type, action, outcome, sequence, hash) values ('${organizationId}', 'system', 'x.y', 'success', 9, '\\x00')`,
    `insert into audit_entries (organization_id, actor_type, action, outcome, occurred_at) values ('${organizationId}', 'system', 'x.y', 'success', now())`,
  ]) {
    await rejects(t, organizationId, statement);
  }
  t.is((await verify(organizationId)).firstBrokenSequence, undefined);
});

async function rejects(t: ExecutionContext, organizationId: string, statement: string): Promise<void> {
  const error = await t.throwsAsync(
    database.withTenant(organizationId, (tenant) => execute(tenant, rawSql(statement))),
  );
  t.is((error as { code?: string }).code, '42501', statement);
}

test.serial('pruning deletes the oldest entries and the rest still verifies', async (t) => {
  const organizationId = await chainOf(5);
  await queryAsOwner(owned.url, 'delete from audit_entries where organization_id = $1', [organizationId]);
  await queryAsOwner(owned.url, 'delete from audit_chain_heads where organization_id = $1', [organizationId]);
  await queryAsOwner(
    owned.url,
    `insert into audit_entries (organization_id, actor_type, action, outcome, occurred_at)
     select $1, 'system', 'old.entry', 'success', now() - interval '500 days' from generate_series(1, 3)`,
    [organizationId],
  );
  await seal();
  await database.withTenant(organizationId, (tenant) => write(tenant, 'young'));
  await seal();
  const prune = () => database.withTenant(organizationId, deleteOldAuditEntries);
  t.false(await prune(), 'no more old entries');
  const verification = await verify(organizationId);
  t.deepEqual([verification.entries, verification.firstBrokenSequence], [1, undefined]);
  t.false(await prune());
  t.is((await verify(organizationId)).entries, 1, 'younger entries are kept');
  await tamper("update audit_entries set action = 'x.y' where organization_id = $1", organizationId);
  t.is((await verify(organizationId)).firstBrokenSequence, 4);
});
