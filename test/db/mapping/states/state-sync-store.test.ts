import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  beginStateSync,
  lockForSyncResult,
  recordStateFailure,
  recordStateUnchanged,
} from '../../../../db/mapping/states/state-sync-store.ts';
import type { Tenant } from '../../../../db/tenant.ts';
import { insertStateSource } from '../../../support/mapping/stored-state.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

async function makeSource() {
  const { organizationId } = await scans.makeAccount();
  const id = await insertStateSource(scans.owner, organizationId);
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) =>
    scans.database.withTenant(organizationId, work);
  return {
    id,
    inTenant,
    set: (assignments: string) =>
      scans.owner.query(`update state_sources set ${assignments} where id = $1`, [id]),
    begin: async () => {
      const attempt = await inTenant((tenant) => beginStateSync(tenant, id, randomUUID()));
      if (attempt === undefined) throw new Error('the attempt did not begin');
      return attempt;
    },
  };
}

test('an attempt stores nothing after another one began, or after the source was changed or deleted', async (t) => {
  const { id, inTenant, begin } = await makeSource();
  const late = await begin();
  const current = await begin();
  t.is(await inTenant((tenant) => lockForSyncResult(tenant, late)), undefined);
  t.false(await inTenant((tenant) => recordStateUnchanged(tenant, late)));
  t.like(await inTenant((tenant) => recordStateFailure(tenant, late, 'key_missing: x', 'key_missing')), {
    stored: false,
  });
  t.is((await inTenant((tenant) => lockForSyncResult(tenant, current)))?.id, id);
  await scans.owner.query('delete from state_sources where id = $1', [id]);
  t.is(await inTenant((tenant) => lockForSyncResult(tenant, current)), undefined);
});

test('an attempt that stores its result excludes matches before it locks its source', async (t) => {
  const { inTenant, begin } = await makeSource();
  const attempt = await begin();
  await inTenant(async (tenant) => {
    await lockForSyncResult(tenant, attempt);
    const [row] = await scans.owner.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock(10, hashtext($1::text)) as free`,
      [tenant.organizationId],
    );
    t.false(row?.free);
  });
});

test('reports once that a first attempt ended, and that a failing source became overdue or was missing for a day', async (t) => {
  const { inTenant, begin, set } = await makeSource();
  const fail = async (missing?: 'bucket_missing') => {
    const attempt = await begin();
    const recorded = await inTenant((tenant) => recordStateFailure(tenant, attempt, 'x: y', missing));
    return recorded.changedEvidence;
  };
  t.true(await fail(), 'the first attempt');
  t.false(await fail());
  await set(
    `last_success_at = now() - interval '24 hours 1 minute', updated_at = now() - interval '10 minutes'`,
  );
  t.true(await fail('bucket_missing'), 'not read for a day');
  await set(`missing_since = now() - interval '24 hours 1 minute', updated_at = now() - interval '10 minutes',
    last_success_at = now()`);
  t.true(await fail('bucket_missing'), 'missing for a day');
  t.false(await fail('bucket_missing'));
});

test('a missing key is an empty state that was read, if its key is known and it never had an object', async (t) => {
  const read = async (assignments: string, missing: 'bucket_missing' | 'key_missing') => {
    const { id, inTenant, begin, set } = await makeSource();
    await set(assignments);
    const attempt = await begin();
    await inTenant((tenant) => recordStateFailure(tenant, attempt, `${missing}: x`, missing));
    const [row] = await scans.owner.query(
      `select status, last_success_at is not null as read, missing_since is not null as missing from state_sources
       where id = $1`,
      [id],
    );
    return row;
  };
  t.deepEqual(await read('guessed = false', 'key_missing'), { status: 'error', read: true, missing: false });
  const unread = { status: 'error', read: false, missing: true };
  t.deepEqual(await read('guessed = true', 'key_missing'), unread, 'an evaluated key or a guessed workspace');
  t.deepEqual(await read(`etag = 'x'`, 'key_missing'), unread, 'an object that went');
  t.deepEqual(await read('guessed = false', 'bucket_missing'), unread);
});
