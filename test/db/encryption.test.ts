import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createEncryption, createLocalKeys } from '../../db/encryption.ts';
import { rewrapSecrets } from '../../db/rewrap-secrets.ts';
import { sealedColumns } from '../../db/sealed-columns.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { startTestApi } from '../support/test-api.ts';

const newKey = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const place = { organizationId: randomUUID(), table: 'things', column: 'secret_sealed', rowId: randomUUID() };

test('a sealed value opens only at its own location', async (t) => {
  const encryption = createEncryption(createLocalKeys([newKey('a')]));
  const sealed = await encryption.seal('the secret', place);
  t.false(sealed.includes('the secret'));
  t.is((await encryption.open(sealed, place)).toString(), 'the secret');
  for (const moved of [
    { ...place, organizationId: randomUUID() },
    { ...place, table: 'others' },
    { ...place, column: 'other_sealed' },
    { ...place, rowId: randomUUID() },
  ]) {
    await t.throwsAsync(encryption.open(sealed, moved));
  }
});

test('a modified byte, another key and an unknown format are rejected', async (t) => {
  const encryption = createEncryption(createLocalKeys([newKey('a')]));
  const sealed = await encryption.seal('the secret', place);
  for (let part = 0; part < 4; part += 1) {
    const parts = sealed.split('.');
    const text = parts[part] ?? '';
    parts[part] = `${text.slice(0, 5)}${text.charAt(5) === 'A' ? 'B' : 'A'}${text.slice(6)}`;
    await t.throwsAsync(encryption.open(parts.join('.'), place), undefined, `part ${part}`);
  }
  await t.throwsAsync(createEncryption(createLocalKeys([newKey('a')])).open(sealed, place));
  await t.throwsAsync(encryption.open('the secret', place), { message: 'not a sealed value' });
});

test('sealing the same secret twice gives different values', async (t) => {
  const encryption = createEncryption(createLocalKeys([newKey('a')]));
  t.not(await encryption.seal('x', place), await encryption.seal('x', place));
});

test('rewrapping changes the key and not the value', async (t) => {
  const [first, second] = [newKey('first'), newKey('second')];
  const sealed = await createEncryption(createLocalKeys([first])).seal('the secret', place);
  const rotating = createEncryption(createLocalKeys([second, first]));
  const renewed = (await rotating.rewrap(sealed, place)) ?? '';
  t.is(renewed.split('.')[1], 'second');
  t.is(await rotating.rewrap(renewed, place), null);
  t.is((await createEncryption(createLocalKeys([second])).open(renewed, place)).toString(), 'the secret');
});

test('sessions continue after all secrets are rewrapped and the old key is removed', async (t) => {
  const [first, second] = [newKey('first'), newKey('second')];
  const text = ({ id, secret }: { id: string; secret: string }) => `${id}:${secret}`;
  const api = await startTestApi({ ENCRYPTION_KEYS: text(first) });
  try {
    const { tokens, client } = await api.signUp();
    await dataOf(
      client.POST('/api/v1/organization/ingest-tokens', {
        params: { header: { 'Idempotency-Key': 'k' } },
        body: { name: 'ci' },
      }),
    );
    const both = createLocalKeys([second, first]);
    const { database } = api.services;
    t.is(await rewrapSecrets(database, createEncryption(both), both.keyId), 2);
    t.is(await rewrapSecrets(database, createEncryption(both), both.keyId), 0);
    for (const { table, column } of sealedColumns) {
      const rows = await queryAsOwner<{ sealed: string }>(
        api.database.url,
        `select ${column} as sealed from ${table} where ${column} is not null`,
      );
      for (const { sealed } of rows) t.regex(sealed, /^v1\.second\./, table);
    }
    const onlyNew = createEncryption(createLocalKeys([second]));
    const [session] = await queryAsOwner<{ id: string; organization_id: string; key_sealed: string }>(
      api.database.url,
      'select id, organization_id, key_sealed from sessions',
    );
    const { openSessionKey } = await import('../../db/identity/session-store.ts');
    const { isSignatureValid, readRefreshToken } = await import('../../api/identity/refresh-token.ts');
    const key = await openSessionKey(onlyNew, session?.organization_id ?? '', {
      id: session?.id ?? '',
      keySealed: session?.key_sealed ?? '',
    });
    const token = readRefreshToken(String(tokens['refresh_token']));
    t.true(token !== undefined && isSignatureValid(key, token));
  } finally {
    await api.close();
  }
});

test('key rotation covers every column with sealed values', async (t) => {
  const api = await startTestApi();
  try {
    const rows = await queryAsOwner<{ table: string; column: string }>(
      api.database.url,
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and column_name like '%\\_sealed' order by 1, 2`,
    );
    const names = (columns: readonly { table: string; column: string }[]) =>
      columns.map(({ table, column }) => `${table}.${column}`).toSorted();
    t.deepEqual(names(rows), names(sealedColumns));
  } finally {
    await api.close();
  }
});
