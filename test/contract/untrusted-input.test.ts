import { request as httpRequest } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import test from 'ava';
import fc from 'fast-check';
import { signUpSender } from '../support/plans/plan-sender.ts';
import type { PlanSender } from '../support/plans/plan-sender.ts';
import { signedHeaders } from '../support/scm/gitlab-delivery.ts';
import { connectGroup, useGitlabApi } from '../support/scm/use-gitlab-api.ts';
import type { ConnectedGroup } from '../support/scm/use-gitlab-api.ts';
import { untrustedBody, untrustedHeader, untrustedText } from '../support/untrusted-text.ts';

const api = useGitlabApi({ environment: { RATE_LIMIT_WEBHOOK: '100000' } });
let group: ConnectedGroup;
let sender: PlanSender;
test.before(async () => {
  group = await connectGroup(api);
  sender = await signUpSender(api, group);
});

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

/** Sends headers as bytes; `fetch` rejects some of them. */
async function send({ method = 'GET', path, headers = {}, body }: Sent) {
  const { hostname, port } = new URL(api.url);
  return new Promise<{ readonly status: number; readonly code: string | undefined }>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.includes('json') === true;
        const answer = isJson && text !== '' ? (JSON.parse(text) as { code?: string } | null) : null;
        resolve({ status: response.statusCode ?? 0, code: answer?.code });
      });
    });
    sent.end(body);
  });
}

const bearer = () => ({ authorization: `Bearer ${group.tokens.access_token}` });
const ingest = () => ({ authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' });
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
/** Percent-encoding that a client can write by hand, with every error. */
const inPath = (text: string) =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/[^!-~]|[/?#]/g, '%');

/** The places of a request that a client writes, and the codes of the catalogue for text in them; `undefined`: accepted. */
const places: Readonly<
  Record<string, readonly [sent: (text: string) => Sent, ...codes: (string | undefined)[]]>
> = {
  'the Authorization header': [
    (text) => ({ path: '/auth/me', headers: { authorization: text } }),
    'unauthorized',
    'invalid_token',
  ],
  'the bearer token': [
    (text) => ({ path: '/auth/me', headers: { authorization: `Bearer ${text}` } }),
    'unauthorized',
    'invalid_token',
  ],
  'the access cookie': [
    (text) => ({ path: '/auth/me', headers: { cookie: `svc_at=${text}` } }),
    'unauthorized',
    'invalid_token',
  ],
  'the ingest token': [
    (text) => ({
      method: 'POST',
      path: '/ingest/executions',
      headers: { authorization: `Bearer ${text}` },
      body: '{}',
    }),
    'unauthorized',
    'invalid_token',
  ],
  'the Cookie header': [(text) => ({ path: '/healthz', headers: { cookie: text } }), undefined],
  'the refresh token': [
    (text) => ({
      method: 'POST',
      path: '/auth/refresh',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: text.toWellFormed().replaceAll('\0', '') }),
    }),
    'invalid_token',
    'unauthorized',
    'validation_failed',
  ],
  'the CSRF token': [
    (text) => ({
      method: 'POST',
      path: '/auth/logout',
      headers: { cookie: `svc_at=${group.tokens.access_token}; svc_csrf=${text}`, 'x-csrf-token': text },
    }),
    'csrf_failed',
    'unauthorized',
    'invalid_token',
  ],
  'the state of an installation': [
    (text) => ({ path: `/scm/github/callback?state=${encoded(text)}&code=x&installation_id=1` }),
    'invalid_state',
    // NUL and lone surrogates are rejected in every parameter.
    'validation_failed',
  ],
  'a cursor': [
    (text) => ({ path: `/resources?cursor=${encoded(text)}`, headers: bearer() }),
    'validation_failed',
  ],
  'the query': [
    (text) => ({ path: `/resources?${inPath(text)}=1`, headers: bearer() }),
    'validation_failed',
    undefined,
  ],
  'a path parameter': [
    (text) => ({ path: `/resources/${inPath(text)}`, headers: bearer() }),
    'not_found',
    undefined,
  ],
  'a file of the documentation': [(text) => ({ path: `/docs/${inPath(text)}` }), 'not_found', undefined],
  'the content type': [
    (text) => ({
      method: 'POST',
      path: '/teams',
      headers: { ...bearer(), 'content-type': text },
      body: '{}',
    }),
    'invalid_body',
    'validation_failed',
  ],
  'the parameters of the content type': [
    (text) => ({
      method: 'POST',
      path: '/teams',
      headers: { ...bearer(), 'content-type': `application/json; charset=${text}` },
      body: '{}',
    }),
    'invalid_body',
    'validation_failed',
  ],
  'the content encoding of JSON': [
    (text) => ({
      method: 'POST',
      path: '/teams',
      headers: { ...bearer(), 'content-type': 'application/json', 'content-encoding': text },
      body: '{}',
    }),
    'invalid_body',
    'validation_failed',
  ],
  'the content encoding of a plan': [
    (text) => ({
      method: 'POST',
      path: '/ingest/plans',
      headers: { ...ingest(), 'content-encoding': text },
      body: '{}',
    }),
    'invalid_body',
    'validation_failed',
  ],
  'the Idempotency-Key': [
    (text) => ({
      method: 'POST',
      path: '/teams',
      headers: { ...bearer(), 'content-type': 'application/json', 'idempotency-key': text },
      body: '{}',
    }),
    'validation_failed',
  ],
  'the Accept header': [
    (text) => ({ path: '/scm/github/callback?state=x', headers: { accept: text } }),
    'invalid_state',
  ],
  'headers of proxies, origins and conditions': [
    (text) => ({
      path: '/docs/start.js',
      headers: {
        origin: text,
        'x-forwarded-for': text,
        'x-forwarded-proto': text,
        'user-agent': text,
        'if-none-match': text,
        'if-modified-since': text,
        'if-match': text,
        range: text,
        traceparent: text,
      },
    }),
    undefined,
    'not_found',
  ],
  'the GitLab signature': [
    (text) => ({
      method: 'POST',
      path: new URL(group.webhookUrl).pathname.replace('/api/v1', '') + new URL(group.webhookUrl).search,
      headers: {
        'webhook-signature': text,
        'webhook-id': text,
        'webhook-timestamp': text,
        'x-gitlab-token': text,
      },
      body: '{}',
    }),
    'webhook_unauthorized',
    'rate_limited',
  ],
  'the GitHub signature': [
    (text) => ({
      method: 'POST',
      path: '/webhooks/github',
      headers: { 'x-hub-signature-256': text, 'x-github-event': text, 'x-github-delivery': text },
      body: '{}',
    }),
    'webhook_unauthorized',
    'rate_limited',
  ],
};

for (const [name, [sentWith, ...codes]] of Object.entries(places)) {
  const isHeader = !/refresh|state of|cursor|query|path|file/.test(name);
  test(`responds to arbitrary text in ${name} with an error of the catalogue`, async (t) => {
    await fc.assert(
      fc.asyncProperty(isHeader ? untrustedHeader : untrustedText, async (text) => {
        const sent = sentWith(text);
        const { status, code } = await send({ ...sent, path: `/api/v1${sent.path}` });
        t.true(status < 500, `${JSON.stringify(text)}: ${status}`);
        t.true(codes.includes(code), `${JSON.stringify(text)}: ${status} ${code}`);
      }),
      { numRuns: 40 },
    );
  });
}

test('responds to a token of the type JWT whose payload is not JSON with 401, and 400 as a state', async (t) => {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const token = `${part('{"typ":"JWT"}')}.${part('not JSON')}.x`;
  const codeOf = async (path: string, headers: OutgoingHttpHeaders = {}) =>
    Object.values(await send({ path: `/api/v1${path}`, headers }));
  t.deepEqual(await codeOf('/auth/me', { authorization: `Bearer ${token}` }), [401, 'invalid_token']);
  t.deepEqual(await codeOf('/auth/me', { cookie: `svc_at=${token}` }), [401, 'invalid_token']);
  t.deepEqual(await codeOf(`/scm/github/callback?state=${token}`), [400, 'invalid_state']);
});

test('responds to arbitrary bytes of a body with an error of the catalogue', async (t) => {
  await fc.assert(
    fc.asyncProperty(untrustedBody, async (body) => {
      const text = body.toString('base64');
      const signed = signedHeaders(group.webhookSecret, 'x');
      const json = { 'content-type': 'application/json' };
      const refused = ['invalid_body', 'validation_failed'];
      for (const [path, headers, ...codes] of [
        ['/auth/login', json, ...refused],
        ['/auth/refresh', json, ...refused, 'unauthorized'],
        ['/teams', { ...bearer(), ...json }, ...refused],
        ['/ingest/executions', ingest(), ...refused],
        ['/ingest/plans', ingest(), ...refused],
        ['/ingest/plans', { ...ingest(), 'content-encoding': 'gzip' }, ...refused],
        ['/webhooks/github', signed, 'webhook_unauthorized', 'rate_limited'],
      ] as const) {
        const { status, code } = await send({ method: 'POST', path: `/api/v1${path}`, headers, body });
        t.true(
          status < 500 && codes.some((expected) => expected === code),
          `${path} ${text}: ${status} ${code}`,
        );
      }
      const { status, code } = await send({
        method: 'POST',
        path: group.webhookUrl.replace(api.url, ''),
        headers: { 'x-gitlab-token': group.webhookSecret, 'x-gitlab-event': 'Push Hook' },
        body,
      });
      t.true(status === 202 || code === 'invalid_body', `webhook ${text}: ${status} ${code}`);
    }),
    { numRuns: 40 },
  );
});
