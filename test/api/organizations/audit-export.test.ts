import test from 'ava';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { devConfiguration } from '../../../dev/configuration.ts';
import { sealAuditEntries } from '../../../db/organizations/audit-store.ts';
import { signedLine } from '../../../runtime/audit-signature.ts';
import { verifyAuditExport } from '../../../runtime/verify-audit-export.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';

const secret = randomBytes(32).toString('base64');
const api = useTestApi({
  environment: {
    AUDIT_SIGNING_KEYS: `new:${secret},old:${randomBytes(32).toString('base64')}`,
    EXPORTS_PER_ORGANIZATION: '20',
    DATABASE_POOL_SIZE: '60',
  },
});

const exportOf = async (client: TestClient, query = '') => {
  const { status, body } = await client.request<string>('GET', `/organization/audit-log/export${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.trimEnd().split('\n');
};

async function keysOf(client: TestClient): Promise<ReadonlyMap<string, string>> {
  const { items } = await dataOf(client.GET('/api/v1/audit-keys'));
  return new Map(items.map(({ id, public_key: key }) => [id, key]));
}

async function rename({ client }: Pick<SignedUp, 'client'>, ...names: readonly string[]): Promise<void> {
  for (const name of names) await client.PATCH('/api/v1/organization', { body: { name } });
  await sealAuditEntries(api.services.database);
}

test('an export is intact, and each change of it is found', async (t) => {
  const admin = await api.signUp();
  await rename(admin, 'Ünïcode – "quoted" \\ 名前', 'Second', 'Third');
  const lines = await exportOf(admin.client);
  const keys = await keysOf(admin.client);
  t.deepEqual([...keys.keys()], ['new', 'old']);
  t.is(lines.length, 5);
  const verdict = async (given: readonly string[]) => (await verifyAuditExport(given, { keys })).text;
  t.is(await verdict(lines), 'intact');
  const [first = '', second = '', third = '', fourth = '', last = ''] = lines;
  t.is(
    await verdict([first, third, fourth, last]),
    'broken: an entry is missing, or entries have another order (sequence 2)',
  );
  t.is(
    await verdict([first, third, second, fourth, last]),
    'broken: an entry is missing, or entries have another order (sequence 2)',
  );
  t.is(
    await verdict([
      first,
      second.replace('organization.updated', 'organization.deleted'),
      third,
      fourth,
      last,
    ]),
    'broken: the entry does not have its hash (sequence 2)',
  );
  t.is(
    await verdict([first, second, third, last]),
    'broken: the last line names other entries than the file has',
  );
  t.is(
    await verdict([second, third, fourth, last]),
    'broken: the last line names other entries than the file has',
  );
  t.is(await verdict(lines.slice(0, 4)), 'broken: the last line is missing');
  t.is(await verdict([...lines, first]), 'broken: there are lines after the last line');
  t.is(await verdict([first, 'x', third, fourth, last]), 'broken: a line cannot be read (sequence 2)');
  t.is(
    await verdict([...lines.slice(0, 4), last.replace(/"at":"\d/, '"at":"9')]),
    'broken: the signature is wrong',
  );
  const { from, to, head, organization_id } = JSON.parse(last) as Record<string, unknown>;
  const forged = signedLine([{ id: 'new', secret: randomBytes(32).toString('base64') }], {
    organization_id,
    from,
    to,
    head,
    at: '',
  });
  t.is(await verdict([...lines.slice(0, 4), forged]), 'broken: the signature is wrong');
  const unsigned = signedLine([], { organization_id, from, to, head, at: '' });
  t.is(await verdict([...lines.slice(0, 4), unsigned]), 'broken: the last line is not signed');
  const { publicKey } = generateKeyPairSync('ed25519');
  const other = new Map([['other', publicKey.export({ type: 'spki', format: 'pem' }).toString()]]);
  t.is((await verifyAuditExport(lines, { keys: other })).text, 'broken: the key new is unknown');
});

test('a later export continues an earlier one, unless the chain was replaced', async (t) => {
  const admin = await api.signUp();
  await rename(admin, 'Before');
  const earlier = await exportOf(admin.client);
  await rename(admin, 'After');
  const whole = await exportOf(admin.client);
  const after = async (lines: readonly string[], file = earlier) =>
    (await verifyAuditExport(lines, { earlier: file.at(-1) })).text;
  t.is(await after(whole), 'intact');
  t.is(await after(earlier, whole), 'broken: the chain is shorter than in the earlier file');
  const [entry] = await queryAsOwner<{ at: string }>(
    api.database.url,
    'select occurred_at::text as at from audit_entries where organization_id = $1 and sequence = 3',
    [admin.organizationId],
  );
  const since = encodeURIComponent(new Date(Date.parse(entry?.at ?? '')).toISOString());
  const rest = await exportOf(admin.client, `?since=${since}`);
  t.is(rest.length, 2);
  t.is(await after(rest), 'intact from sequence 3');
  await rename(admin, 'Once more');
  const [, , , fourth = '', last = ''] = await exportOf(admin.client);
  const only = JSON.parse(last) as { from: { sequence: number; previous_hash: string } };
  const { previous_hash } = JSON.parse(fourth) as { previous_hash: string };
  only.from = { sequence: 4, previous_hash };
  t.is(
    await after([fourth, JSON.stringify(only)]),
    'broken: the file does not continue the earlier one, which ended with sequence 2',
  );
  const stranger = await api.signUp();
  await rename(stranger, 'Stranger', 'Again', 'Again and again');
  t.is(
    await after(await exportOf(stranger.client)),
    'broken: the entry differs from the earlier file (sequence 2)',
  );
});

test('an export begins after the entries that retention deleted', async (t) => {
  const admin = await api.signUp();
  await rename(admin, 'Kept');
  const [deleted] = await queryAsOwner<{ entry: object }>(
    api.database.url,
    `with pruned as (delete from audit_entries where organization_id = $1 and sequence = 1 returning *)
     update audit_chain_heads set pruned_sequence = 1, pruned_hash = p.hash from pruned p
     where audit_chain_heads.organization_id = $1 returning to_jsonb(p) as entry`,
    [admin.organizationId],
  );
  // The fixture checks at its end that each change by a request has an entry.
  t.teardown(() =>
    queryAsOwner(
      api.database.url,
      'insert into audit_entries select * from jsonb_populate_record(null::audit_entries, $1)',
      [JSON.stringify(deleted?.entry)],
    ),
  );
  const lines = await exportOf(admin.client);
  t.is((await verifyAuditExport(lines, { keys: await keysOf(admin.client) })).text, 'intact from sequence 2');
  const none = await exportOf(admin.client, '?since=2100-01-01T00:00:00Z');
  t.is(none.length, 1);
  t.is((await verifyAuditExport(none, { keys: await keysOf(admin.client) })).text, 'intact');
});

test('an export has the entries of one organization, for those who may read its audit log', async (t) => {
  const admin = await api.signUp();
  const other = await api.signUp();
  await rename(admin, 'Mine');
  await rename(other, 'Theirs');
  t.false((await exportOf(other.client)).join('').includes(admin.organizationId));
  const viewer = await inviteMember(api, admin, ['viewer']);
  await expectError(t, viewer.client.GET('/api/v1/organization/audit-log/export'), 403, 'forbidden');
});

test('the command verifies a file with keys and an earlier file', async (t) => {
  const admin = await api.signUp();
  await rename(admin, 'Command');
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-export-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'audit.ndjson');
  const keyFile = path.join(folder, 'keys.json');
  const lines = await exportOf(admin.client);
  await writeFile(file, `${lines.join('\n')}\n`);
  await writeFile(keyFile, JSON.stringify(await dataOf(admin.client.GET('/api/v1/audit-keys'))));
  const run = (...given: readonly string[]) =>
    new Promise<readonly [number, string]>((resolve) => {
      execFile(
        process.execPath,
        ['dev/verify-audit.ts', ...given],
        { cwd: devConfiguration.projectFolder },
        (error, out) => resolve([typeof error?.code === 'number' ? error.code : 0, out.trim()]),
      );
    });
  t.deepEqual(await run(file, '--key', keyFile, '--after', file), [0, 'intact']);
  t.deepEqual(await run(file), [0, 'intact; the signature was not verified (--key)']);
  await writeFile(file, lines.slice(1).join('\n'));
  t.like(await run(file, '--key', keyFile), { 0: 1 });
  t.deepEqual(await run(), [2, '']);
});
