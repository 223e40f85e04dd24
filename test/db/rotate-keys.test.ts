import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { startApi } from '../../api/start-api.ts';
import { ConfigurationError } from '../../runtime/configuration.ts';
import { createLogger } from '../../runtime/logger.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createClient, startTestApi } from '../support/test-api.ts';
import type { TestClient } from '../support/test-api.ts';

const createToken = (client: TestClient) =>
  client.POST('/api/v1/organization/ingest-tokens', {
    params: { header: { 'Idempotency-Key': 'k' } },
    body: { name: 'ci' },
  });

const newKey = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const textOf = (keys: readonly { id: string; secret: string }[]) =>
  keys.map(({ id, secret }) => `${id}:${secret}`).join(',');

test('after rotate-keys and without the old key, sessions continue and stored responses are readable', async (t) => {
  const [first, second] = [newKey('first'), newKey('second')];
  const api = await startTestApi({ ENCRYPTION_KEYS: textOf([first]) });
  t.teardown(() => api.close());
  const { client, tokens } = await api.signUp();
  const { token } = await dataOf(createToken(client));

  const rotate = async () => {
    const script = fileURLToPath(new URL('../../db/rotate-keys.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { ...process.env, DATABASE_URL: api.database.url, ENCRYPTION_KEYS: textOf([second, first]) },
    });
    t.false(stdout.includes(first.secret) || stdout.includes(second.secret));
    return JSON.parse(stdout) as { key_id: string; changed: number };
  };
  t.like(await rotate(), { key_id: 'second', changed: 2 });
  t.like(await rotate(), { changed: 0 }, 'it can be repeated');
  const [left] = await queryAsOwner<{ left: number }>(
    api.database.url,
    "select count(*)::int as left from sessions where not starts_with(key_sealed, 'v1.second.')",
  );
  t.is(left?.left, 0);

  const renewed = await startApi(
    { ...api.configuration, encryptionKeys: [second] },
    createLogger('renewed', 'silent'),
  );
  t.teardown(() => renewed.stop());
  const refreshed = await dataOf(
    createClient(renewed.url).POST('/api/v1/auth/refresh', {
      body: { refresh_token: String(tokens['refresh_token']) },
    }),
  );
  await t.throwsAsync(api.startWorker({ encryptionKeys: [first] }), {
    instanceOf: ConfigurationError,
    message: /ENCRYPTION_KEYS/,
  });
  const again = await createToken(createClient(renewed.url, refreshed.access_token));
  t.deepEqual([again.response.status, again.data?.token], [201, token]);
});
