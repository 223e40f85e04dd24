import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import test from 'ava';
import jwt from 'jsonwebtoken';
import { createAccessTokens } from '../../../api/identity/access-tokens.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const jwtKeys =
  'new:the-newest-secret-of-this-test-installation,old:the-older-secret-of-this-test-installation';
const [secret, oldSecret] = [
  'the-newest-secret-of-this-test-installation',
  'the-older-secret-of-this-test-installation',
];

const api = useTestApi({ environment: { JWT_KEYS: jwtKeys } });

const codeOf = async (token: string) => {
  const { error, response } = await createClient(api.url, token).GET('/api/v1/auth/me');
  return error === undefined ? 'accepted' : `${response.status} ${error.code}`;
};

const logIn = (email: string, password: string) =>
  api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });

const signUp = (email: string, password: string) =>
  api.anonymous.POST('/api/v1/auth/signup', { body: { organization_name: 'O', name: 'N', email, password } });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function claimsOfUser() {
  const { tokens } = await api.signUp();
  const token = String(tokens['access_token']);
  return { token, claims: jwt.decode(token) as jwt.JwtPayload };
}

test('rejects forged, modified, expired and foreign access tokens', async (t) => {
  const { token, claims } = await claimsOfUser();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const signed = (head: object, content: object, key = secret) => {
    const text = `${encode(head)}.${encode(content)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const good = { alg: 'HS256', typ: 'at+jwt', kid: 'new' };
  const now = Math.floor(Date.now() / 1000);
  t.is(await codeOf(signed(good, claims)), 'accepted');
  const forged: Record<string, string> = {
    'alg none': `${encode({ ...good, alg: 'none' })}.${payload}.`,
    'alg none with the signature': `${encode({ ...good, alg: 'none' })}.${payload}.${signature}`,
    'another algorithm': jwt.sign(claims, secret, { algorithm: 'HS512', header: { ...good, alg: 'HS512' } }),
    'an unknown key id': signed({ ...good, kid: 'x' }, claims),
    'no key id': signed({ alg: 'HS256', typ: 'at+jwt' }, claims),
    'a key id from the prototype': signed({ ...good, kid: '__proto__' }, claims, ''),
    "another key's secret": signed({ ...good, kid: 'old' }, claims),
    'a type that is no access token': signed({ ...good, typ: 'JWT' }, claims),
    'a changed payload': `${header}.${encode({ ...claims, org: randomUUID() })}.${signature}`,
    'another organization': signed(good, { ...claims, org: randomUUID() }),
    'another user': signed(good, { ...claims, sub: randomUUID() }),
    'an unknown session': signed(good, { ...claims, sid: randomUUID() }),
    'a session that is no id': signed(good, { ...claims, sid: "'; drop table users" }),
    expired: signed(good, { ...claims, exp: now - 1 }),
    'not yet valid': signed(good, { ...claims, nbf: now + 600 }),
    'another issuer': signed(good, { ...claims, iss: 'x' }),
    'another audience': signed(good, { ...claims, aud: 'x' }),
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'JSON that is none': `${header}.${Buffer.from('{').toString('base64url')}.${signature}`,
  };
  for (const [what, forgery] of Object.entries(forged))
    t.is(await codeOf(forgery), '401 invalid_token', what);
});

test('signs with the first key and verifies with all keys', async (t) => {
  const { claims } = await claimsOfUser();
  const { sub = '', sid, org } = claims as { sub?: string; sid: string; org: string };
  const before = createAccessTokens([{ id: 'old', secret: oldSecret }]).issue({ sub, sid, org });
  t.is(await codeOf(before.token), 'accepted');
  const issued = await api.signUp();
  t.is(jwt.decode(String(issued.tokens['access_token']), { complete: true })?.header.kid, 'new');
});

/** Sends a request with exactly these headers, including duplicates. */
async function raw(headers: readonly string[], path = '/auth/me'): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${api.url}/api/v1${path}`,
      { headers: ['Host', 'x', ...headers] },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve(
            response.statusCode === 200 ? 'accepted' : `${response.statusCode} ${JSON.parse(text).code}`,
          ),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });
}

test('rejects a request with two Authorization headers', async (t) => {
  const { token } = await claimsOfUser();
  const good = ['Authorization', `Bearer ${token}`];
  t.is(await raw(good), 'accepted');
  t.is(await raw([...good, 'Authorization', 'Bearer x']), '401 unauthorized');
  t.is(await raw(['Authorization', 'Bearer x', ...good]), '401 unauthorized');
  t.is(await raw([...good, 'authorization', `Bearer ${token}`]), '401 unauthorized');
  t.is(await raw(['Authorization', `Bearer ${token}, Bearer x`]), '401 unauthorized');
  t.is(await raw(['Authorization', '', 'Cookie', `svc_at=${token}`]), '401 unauthorized');
});

test('rejects cookies without a valid access token', async (t) => {
  const { token } = await claimsOfUser();
  t.is(await raw(['Cookie', `svc_at=${token}`]), 'accepted');
  t.is(await raw(['Cookie', `svc_at=j:{"a":1}`]), '401 unauthorized');
  t.is(await raw(['Cookie', `svc_at=%E0%A4%A`]), '401 invalid_token');
  t.is(await raw(['Cookie', 'svc_at=']), '401 unauthorized');
  t.is(await raw(['Cookie', `svc_rt=${token}`]), '401 unauthorized');
});

test('rejects an oversized password before hashing it', async (t) => {
  const email = 'big@example.com';
  await expectError(t, logIn(email, 'x'.repeat(1_000_000)), 400, 'invalid_body');
  await expectError(t, signUp(email, 'x'.repeat(1_000_000)), 400, 'invalid_body');
  await expectError(t, logIn(email, 'x'.repeat(2000)), 400, 'validation_failed');
});

test('normalizes case, width and spaces of emails, and rejects look-alike characters', async (t) => {
  const { email, password } = await api.signUp();
  const wide = Array.from(email.split('@')[0] ?? '')
    .map((c) => (/[a-z]/.test(c) ? String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0) : c))
    .join('');
  for (const same of [email.toUpperCase(), ` ${email} `, `${wide}@example.com`]) {
    t.is((await logIn(same, password)).response.status, 200, same);
    await expectError(t, signUp(same, 'a good long password'), 409, 'email_taken', same);
  }
  for (const other of ['аdmin@example.com', 'admin@exаmple.com', 'admin@example.com\u202e', 'a@b']) {
    await expectError(t, logIn(other, password), 400, 'validation_failed', other);
  }
});

test('returns the same error for existing and unknown emails and invitations', async (t) => {
  const { email } = await api.signUp();
  const known = await logIn(email, 'wrong password');
  const unknown = await logIn(`${randomUUID()}@example.com`, 'wrong password');
  t.truthy(known.error);
  t.deepEqual([known.response.status, known.error], [unknown.response.status, unknown.error]);
  const names = ({ headers }: Response) => [...headers.keys()].toSorted();
  t.deepEqual(names(known.response), names(unknown.response));
});

test('hashes the password also for an unknown email', async (t) => {
  let compared = 0;
  const { passwordHasher } = api.services;
  const hashed = await passwordHasher.verify(undefined, 'x', { address: 'a', account: 'a' });
  t.false(hashed);
  const counting = { ...passwordHasher, verify: async () => ((compared += 1), false) };
  const { loginOperation } = await import('../../../api/identity/login.ts');
  for (const email of ['nobody@example.com', (await api.signUp()).email]) {
    await t.throwsAsync(
      loginOperation.handle({
        body: { email, password: 'wrong password' },
        services: {
          ...api.services,
          passwordHasher: counting,
          rateLimits: { take: async () => undefined, check: async () => undefined },
        },
        request: {},
        response: { locals: {} },
      } as never),
      { message: /wrong/ },
    );
  }
  t.is(compared, 2);
});

test('rejects common and patterned passwords, ignoring case', async (t) => {
  for (const password of [
    'Password1234',
    'qwerty123456',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijklmn',
    'short',
    'x'.repeat(129),
  ]) {
    const request = signUp(`${randomUUID()}@example.com`, password);
    t.regex(await expectError(t, request, 400, 'validation_failed', password), /^password: /);
  }
});

test('stores text with SQL wildcards and quotes unchanged', async (t) => {
  const { client } = await api.signUp();
  const name = `100%_\\'";--`;
  t.is((await dataOf(client.PATCH('/api/v1/organization', { body: { name } }))).name, name);
  const params = { query: { action: '%' } };
  t.deepEqual((await dataOf(client.GET('/api/v1/organization/audit-log', { params }))).items, []);
});

test('responds 401 without reading the body of an unauthenticated request', async (t) => {
  const sent = await new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    let bytes = 0;
    let status = 0;
    const request = httpRequest(`${api.url}/api/v1/organization`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'content-length': String(512 * 1024 * 1024) },
    });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const timer = setInterval(() => {
      if (!request.destroyed && request.writableLength < 1024 * 1024) {
        bytes += chunk.length;
        request.write(chunk);
      }
    }, 1);
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    request.on('error', () => undefined);
    request.on('close', () => {
      clearInterval(timer);
      if (status === 0) reject(new Error('no answer'));
      else resolve({ status, bytes });
    });
  });
  t.is(sent.status, 401);
  t.true(sent.bytes < 64 * 1024 * 1024, `${sent.bytes} bytes were taken`);
});

test('holds no database connection while it waits for a request body', async (t) => {
  const { tokens, client } = await api.signUp();
  const stuck = Array.from({ length: 20 }, () => {
    const request = httpRequest(`${api.url}/api/v1/organization`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${String(tokens['access_token'])}`,
        'content-type': 'application/json',
        'content-length': '100',
      },
    });
    request.on('error', () => undefined);
    request.write('{');
    return request;
  });
  for (let count = 0; count < 10; count += 1)
    t.is((await client.GET('/api/v1/organization')).response.status, 200);
  for (const request of stuck) request.destroy();
});
