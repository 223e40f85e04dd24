import { createHash, randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { lockScmConnection } from '../../../db/scm/scm-connection-store.ts';
import { expectError } from '../../support/expect-error.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { postDelivery, pushBody, signatureOf, signedHeaders } from '../../support/scm/gitlab-delivery.ts';
import { connectGroup, connectionOf, useGitlabApi } from '../../support/scm/use-gitlab-api.ts';
import type { ConnectedGroup } from '../../support/scm/use-gitlab-api.ts';

// No worker runs, so deliveries stay in the state in which the API stored them.
const deliveriesPerMinute = 8;
const api = useGitlabApi({ environment: { RATE_LIMIT_WEBHOOK: String(deliveriesPerMinute) } });

interface StoredDelivery {
  readonly delivery_id: string;
  readonly status: string;
  /** Number of runs that process the delivery. */
  readonly runs: number;
  readonly [column: string]: unknown;
}

const deliveriesOf = ({ id }: ConnectedGroup) =>
  queryAsOwner<StoredDelivery>(
    api.database.url,
    `select d.delivery_id, d.status, (select count(*)::int from runs r
       where r.organization_id = d.organization_id and r.kind = 'handle_delivery' and r.subject_id = d.id) as runs
     from scm_deliveries d where d.scm_connection_id = $1 order by d.received_at`,
    [id],
  );

const now = () => Math.floor(Date.now() / 1000);
const tokenHeaders = ({ webhookSecret }: ConnectedGroup) => ({
  'x-gitlab-event': 'Push Hook',
  'x-gitlab-token': webhookSecret,
});

test('accepts the secret token and starts a run', async (t) => {
  const connected = await connectGroup(api);
  const key = randomUUID();
  const headers = { ...tokenHeaders(connected), 'idempotency-key': key };
  const response = await postDelivery(connected.webhookUrl, pushBody(1), headers);
  t.is(response.status, 202);
  t.deepEqual(response.body, { delivery_id: key });
  t.deepEqual(await deliveriesOf(connected), [{ delivery_id: key, status: 'queued', runs: 1 }]);
});

test('accepts a delivery while another transaction has locked its connection', async (t) => {
  const connected = await connectGroup(api);
  const headers = { ...tokenHeaders(connected), 'idempotency-key': randomUUID() };
  await api.services.database.withTenant(connected.organizationId, async (tenant) => {
    await lockScmConnection(tenant, connected.id);
    t.is((await postDelivery(connected.webhookUrl, pushBody(1), headers)).status, 202);
  });
});

test('accepts a signature within 300 s, also as one of several', async (t) => {
  const connected = await connectGroup(api);
  const { webhookUrl: url, webhookSecret: secret } = connected;
  const body = pushBody(1);
  for (const seconds of [now(), now() - 290, now() + 290]) {
    t.is((await postDelivery(url, body, signedHeaders(secret, body, { seconds }))).status, 202);
  }
  const other = signedHeaders(`whsec_${randomBytes(32).toString('base64')}`, body)['webhook-signature'];
  const own = signedHeaders(secret, body);
  const signatures = `${other} v2,abc ${own['webhook-signature']}`;
  t.is((await postDelivery(url, body, { ...own, 'webhook-signature': signatures })).status, 202);
  // A hook can have both; GitLab then sends both headers.
  t.is((await postDelivery(url, body, { ...own, 'x-gitlab-token': 'former secret' })).status, 202);
});

test('responds with the same 401 to every delivery that is not verified', async (t) => {
  const connected = await connectGroup(api);
  const other = await connectGroup(api);
  const { webhookUrl: url, webhookSecret: secret } = connected;
  const body = pushBody(1);
  const signed = signedHeaders(secret, body);
  const token = { 'x-gitlab-token': secret };
  const base = url.slice(0, url.indexOf('?'));
  const refused: readonly (readonly [string, string, Readonly<Record<string, string | undefined>>])[] = [
    ['no header', url, {}],
    ['an empty token', url, { 'x-gitlab-token': '' }],
    ['a wrong token', url, { 'x-gitlab-token': `${secret}x` }],
    ["another connection's token", url, { 'x-gitlab-token': other.webhookSecret }],
    ["another connection's signature", url, signedHeaders(other.webhookSecret, body)],
    ['a signature of another body', url, signedHeaders(secret, pushBody(2))],
    ['a signature of another id', url, { ...signed, 'webhook-id': randomUUID() }],
    ['no id', url, { ...signed, 'webhook-id': undefined }],
    ['no timestamp', url, { ...signed, 'webhook-timestamp': undefined }],
    ['a timestamp that is no number', url, { ...signed, 'webhook-timestamp': '1e9' }],
    ['an old signature', url, signedHeaders(secret, body, { seconds: now() - 310 })],
    ['a signature of the future', url, signedHeaders(secret, body, { seconds: now() + 310 })],
    ['an unknown version', url, { ...signed, 'webhook-signature': 'v2,abc' }],
    ['a wrong signature and the right token', url, { ...signed, ...token, 'webhook-signature': 'v1,abc' }],
    ['an empty signature and the right token', url, { ...token, 'webhook-signature': '' }],
    ['an unknown connection', `${base}?connection=${randomUUID()}`, token],
    ['no connection', base, token],
    ['a malformed connection', `${base}?connection=1`, token],
    ['a long connection', `${base}?connection=${'a'.repeat(500)}`, token],
    ['two connections', `${url}&connection=${other.id}`, token],
    ['a body that is not JSON', url, { 'x-gitlab-token': 'wrong' }],
  ];
  const seen = new Set<string>();
  for (const [title, to, headers] of refused) {
    const response = await postDelivery(to, title === 'a body that is not JSON' ? '{' : body, headers);
    t.is(response.status, 401, title);
    seen.add(JSON.stringify(response.body));
  }
  const message = 'The webhook delivery could not be verified.';
  t.deepEqual([...seen], [JSON.stringify({ code: 'webhook_unauthorized', message })]);
  t.deepEqual(await deliveriesOf(connected), []);
  t.deepEqual(await deliveriesOf(other), []);
});

test('recognises a repeat by Idempotency-Key, then webhook-id, then the UUID of the event and the body', async (t) => {
  const connected = await connectGroup(api);
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    postDelivery(connected.webhookUrl, body, { ...tokenHeaders(connected), ...headers });
  const body = pushBody(1);
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const [digest, other] = [digestOf(body), pushBody(3)];
  const responses = [
    await post(body, { 'idempotency-key': 'key', 'webhook-id': 'one' }),
    await post(body, { 'idempotency-key': 'key', 'webhook-id': 'two' }),
    await post(body, { 'webhook-id': 'three' }),
    await post(pushBody(2), { 'webhook-id': 'three' }),
    await post(body, { 'x-gitlab-event-uuid': 'first' }),
    await post(body, { 'x-gitlab-event-uuid': 'second' }),
    await post(body, { 'x-gitlab-event-uuid': 'second' }),
    await post(other, { 'x-gitlab-event-uuid': 'second' }),
    await post(body),
    await post(body),
  ];
  const byEvent = [`first:${digest}`, `second:${digest}`, `second:${digestOf(other)}`] as const;
  const [first, second, third] = byEvent;
  t.deepEqual(
    responses.map(({ status, body: { delivery_id: id } }) => [status, id]),
    ['key', 'key', 'three', 'three', first, second, second, third, digest, digest].map((id) => [202, id]),
  );
  t.deepEqual(
    await deliveriesOf(connected),
    ['key', 'three', ...byEvent, digest].map((id) => ({ delivery_id: id, status: 'queued', runs: 1 })),
  );
});

test('the same delivery id of two connections are two deliveries', async (t) => {
  for (const connected of [await connectGroup(api), await connectGroup(api)]) {
    const headers = { ...tokenHeaders(connected), 'idempotency-key': 'same' };
    t.is((await postDelivery(connected.webhookUrl, pushBody(1), headers)).status, 202);
    t.is((await deliveriesOf(connected)).length, 1);
  }
});

test('accepts and ignores events without an effect', async (t) => {
  const connected = await connectGroup(api);
  const events: readonly (readonly [string, object | readonly unknown[] | null])[] = [
    ['Confidential Issue Hook', { object_kind: 'issue', event_type: 'confidential_issue', project_id: 1 }],
    ['Confidential Note Hook', { object_kind: 'note', event_type: 'confidential_note', project_id: 1 }],
    ['Tag Push Hook', { object_kind: 'tag_push', ref: 'refs/tags/v1', project_id: 1 }],
    ['Emoji Hook', { object_kind: 'emoji' }],
    ['Member Hook', { event_name: 'user_add_to_group' }],
    ['Unknown Hook', []],
    ['Push Hook', { object_kind: 'push', ref: 'refs/heads/main', project_id: 'text' }],
    ['Merge Request Hook', { object_kind: 'merge_request', object_attributes: null }],
  ];
  for (const [event, payload] of events) {
    const headers = { ...tokenHeaders(connected), 'x-gitlab-event': event };
    t.is((await postDelivery(connected.webhookUrl, JSON.stringify(payload), headers)).status, 202, event);
  }
  const stored = await deliveriesOf(connected);
  t.deepEqual(
    stored.map(({ status, runs }) => [status, runs]),
    events.map(() => ['succeeded', 0]),
  );
});

test('rejects a verified body that is not JSON', async (t) => {
  const connected = await connectGroup(api);
  const response = await postDelivery(connected.webhookUrl, '{', tokenHeaders(connected));
  t.is(response.status, 400);
  t.is(response.body['code'], 'invalid_body');
  t.deepEqual(await deliveriesOf(connected), []);
});

test('deliveries beyond the limit are accepted and wait in the queue', async (t) => {
  const connected = await connectGroup(api);
  const count = deliveriesPerMinute + 4;
  for (let index = 0; index < count; index += 1) {
    const response = await postDelivery(connected.webhookUrl, pushBody(1), tokenHeaders(connected));
    t.is(response.status, 202);
  }
  const stored = await deliveriesOf(connected);
  t.true(stored.every(({ status }) => status === 'queued'));
  t.is(stored.filter(({ runs }) => runs === 0).length, 4);
  t.is(stored.length, count);
});

test('PATCH webhook_secret replaces the secret', async (t) => {
  const connected = await connectGroup(api);
  const params = { path: { id: connected.id } };
  const patch = (webhook_secret: string) =>
    connected.client.PATCH('/api/v1/scm/connections/{id}', { params, body: { webhook_secret } });
  const made = `whsec_${randomBytes(32).toString('base64')}`;
  t.is((await patch(made)).response.status, 200);
  const body = pushBody(1);
  const post = (headers: Readonly<Record<string, string>>) =>
    postDelivery(connected.webhookUrl, body, headers).then(({ status }) => status);
  t.is(await post(tokenHeaders(connected)), 401);
  t.is(await post(signedHeaders(connected.webhookSecret, body)), 401);
  t.is(await post(signedHeaders(made, body)), 202);
  t.is(await post({ 'x-gitlab-token': made }), 202);
  for (const short of ['whsec_', 'whsec_AAAA', 'whsec_not base64!!!!!!!!!!', 'short'])
    await expectError(t, patch(short), 400, 'validation_failed', short);
  t.is(await post({ 'x-gitlab-token': made }), 202);
  t.is((await connectionOf(connected)).status, 'active');
});

test('a secret without a key verifies the token only, and no signature of an empty key', async (t) => {
  const connected = await connectGroup(api);
  const params = { path: { id: connected.id } };
  const plain = '!!!!!!!!!!!!!!!!!!!!';
  const body = { webhook_secret: plain };
  t.is((await connected.client.PATCH('/api/v1/scm/connections/{id}', { params, body })).response.status, 200);
  const payload = pushBody(1);
  const post = (headers: Readonly<Record<string, string>>) =>
    postDelivery(connected.webhookUrl, payload, headers).then(({ status }) => status);
  t.is(await post({ 'x-gitlab-token': plain }), 202);
  for (const key of [Buffer.alloc(0), Buffer.from(plain)]) {
    const signature = `v1,${signatureOf(key, 'id', now(), payload)}`;
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': String(now()),
      'webhook-signature': signature,
    };
    t.is(await post(headers), 401);
  }
});
