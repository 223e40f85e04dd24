import { createHmac, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { performance } from 'node:perf_hooks';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { connectGithub, createAccount, useGithubApi } from '../../support/scm/use-github-api.ts';

const fixture = useGithubApi({ worker: false });
const unconfigured = useTestApi();

interface Signed {
  readonly body: Buffer | string;
  readonly event?: string;
  readonly id?: string;
  /** Default: the right one; `null`: none. */
  readonly signature?: string | null;
  readonly url?: string;
}

function signatureOf(body: Buffer | string, secret = fixture.github.app.webhookSecret): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

async function deliver({
  body,
  event = 'push',
  id = randomUUID(),
  signature,
  url = fixture.api.url,
}: Signed) {
  const signed = signature === undefined ? signatureOf(body) : signature;
  const response = await fetch(`${url}/api/v1/webhooks/github`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': id,
      ...(signed === null ? {} : { 'x-hub-signature-256': signed }),
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function deliveriesOf(connectionId: string) {
  return queryAsOwner<{ id: string; delivery_id: string; event: string; effects: unknown; status: string }>(
    fixture.api.database.url,
    'select id, delivery_id, event, effects, status from scm_deliveries where scm_connection_id = $1 order by received_at',
    [connectionId],
  );
}

async function runsOf(subjectId: string | undefined) {
  return queryAsOwner<{ id: string }>(
    fixture.api.database.url,
    "select id from runs where kind = 'handle_delivery' and subject_id = $1",
    [subjectId],
  );
}

const push = (installationId: number, ref = 'refs/heads/main') => ({
  ref,
  repository: { id: 17, full_name: 'acme/infra' },
  installation: { id: installationId },
});

test.serial('gives the same 401 for each signature that is wrong or missing', async (t) => {
  const body = JSON.stringify(push(1));
  const right = signatureOf(body);
  const bad = [
    null,
    '',
    signatureOf(body, 'another secret'),
    signatureOf(`${body} `),
    right.toUpperCase(),
    `${right}0`,
    right.slice('sha256='.length),
    `sha1=${createHmac('sha1', fixture.github.app.webhookSecret).update(body).digest('hex')}`,
  ];
  const answers = [];
  for (const signature of bad) answers.push(await deliver({ body, signature }));
  answers.push(await deliver({ body, url: unconfigured.url }));
  for (const answer of answers)
    t.deepEqual(answer, {
      status: 401,
      body: { code: 'webhook_unauthorized', message: 'The webhook delivery could not be verified.' },
    });
});

test.serial('verifies the bytes as they were sent', async (t) => {
  const { installation, connectionId } = await connectGithub(fixture, 'bytes');
  const text = JSON.stringify(push(installation.id));
  const notUtf8 = Buffer.concat([
    Buffer.from(text.slice(0, -1)),
    Buffer.from(',"x":"\u00ff\u00fe"}', 'latin1'),
  ]);
  const replaced = Buffer.from(notUtf8.toString('utf8'));
  t.is((await deliver({ body: notUtf8, signature: signatureOf(replaced) })).status, 401);
  t.is((await deliver({ body: notUtf8 })).status, 202);
  t.is((await deliver({ body: `  ${text}\n` })).status, 202);
  t.is((await deliveriesOf(connectionId)).length, 2);
});

test.serial('accepts deliveries at once, and ignores unknown events and unbound installations', async (t) => {
  const { installation, connectionId } = await connectGithub(fixture, 'unknown');
  for (const [event, body] of [
    ['dance', { action: 'danced', installation: { id: installation.id } }],
    ['push', push(installation.id, 'refs/tags/v1')],
    ['push', push(installation.id, `refs/heads/${'x'.repeat(2000)}`)],
    ['push', push(installation.id, 'refs/heads/a\u0000b')],
    ['push', push(installation.id, 'refs/heads/\ud800')],
    ['push', []],
    ['installation', { action: 'created', installation: { id: -1, account: null }, sender: 'x' }],
    ['pull_request', { number: 1e300, repository: { id: '17' }, installation: { id: installation.id } }],
    ['push', push(installation.id + 1000)],
    ['ping', null],
  ] as const) {
    const id = randomUUID();
    t.deepEqual(await deliver({ body: JSON.stringify(body), event, id }), {
      status: 202,
      body: { delivery_id: id },
    });
  }
  t.is((await deliver({ body: 'no JSON' })).body['code'], 'invalid_body');
  const stored = await deliveriesOf(connectionId);
  t.deepEqual([...new Set(stored.map(({ status }) => status))], ['succeeded']);
  for (const { id } of stored) t.deepEqual(await runsOf(id), []);
});

test.serial(
  'keeps the account, sender and time of an unbound installation until it is uninstalled',
  async (t) => {
    const { owner, account } = createAccount(fixture, 'seen');
    const installation = await fixture.github.install({ account, by: owner });
    const seen = () =>
      queryAsOwner<{ account_login: string; sender_id: number }>(
        fixture.api.database.url,
        'select account_login, sender_id::int from github_installations where installation_id = $1',
        [installation.id],
      );
    t.deepEqual(await seen(), [{ account_login: 'seen', sender_id: owner.id }]);
    await fixture.github.uninstall(installation);
    t.deepEqual(await seen(), []);
  },
);

test.serial('processes a repeated delivery only after the first one failed', async (t) => {
  const { installation, connectionId } = await connectGithub(fixture, 'repeated');
  const [id, body] = [randomUUID(), JSON.stringify(push(installation.id))];
  for (const _ of [1, 2, 3]) t.is((await deliver({ id, body })).status, 202);
  const [stored, ...others] = await deliveriesOf(connectionId);
  t.deepEqual(others, []);
  t.like(stored, {
    delivery_id: id,
    status: 'queued',
    effects: [{ kind: 'push', external_id: '17', branch: 'main' }],
  });
  t.is((await runsOf(stored?.id)).length, 1);

  const finish = (status: string) =>
    queryAsOwner(fixture.api.database.url, 'update scm_deliveries set status = $2 where id = $1', [
      stored?.id,
      status,
    ]);
  await queryAsOwner(
    fixture.api.database.url,
    "update runs set status = 'succeeded', finished_at = now() where subject_id = $1",
    [stored?.id],
  );
  await finish('succeeded');
  t.is((await deliver({ id, body })).status, 202);
  t.is((await runsOf(stored?.id)).length, 1);
  await finish('failed');
  t.is((await deliver({ id, body })).status, 202);
  t.is((await runsOf(stored?.id)).length, 2);
  t.is((await deliveriesOf(connectionId))[0]?.status, 'queued');
});

test.serial('limits unverified deliveries per address and never refuses verified ones', async (t) => {
  t.timeout(300_000);
  const { installation } = await connectGithub(fixture, 'limited');
  const body = JSON.stringify({ ...push(installation.id), ref: 'refs/tags/v1' });
  const verified = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => deliver({ body })));
    return [...new Set(answers.map(({ status }) => status))];
  };
  await queryAsOwner(fixture.api.database.url, 'delete from rate_limits');
  t.deepEqual(await verified(350), [202]);
  const bad = await Promise.all(Array.from({ length: 310 }, () => deliver({ body, signature: null })));
  const count = (status: number) => bad.filter((answer) => answer.status === status).length;
  t.deepEqual([count(401), count(429)], [300, 10]);
  t.deepEqual(await verified(20), [202]);
  t.is((await deliver({ body, signature: null })).body['code'], 'rate_limited');
  await queryAsOwner(fixture.api.database.url, 'delete from rate_limits');
});

test.serial('parses large deliveries without blocking the event loop', async (t) => {
  t.timeout(300_000);
  const { installation, connectionId } = await connectGithub(fixture, 'large');
  const fields = JSON.stringify(push(installation.id)).slice(1);
  const size = 24 * 1024 * 1024;
  const commits = Buffer.from(`{"commits":[${'{"a":1},'.repeat(size / 8)}0],${fields}`);
  const nested = Buffer.from(
    `{"commits":${'['.repeat(size / 2 - 200)}${']'.repeat(size / 2 - 200)},${fields}`,
  );
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  try {
    t.is((await deliver({ body: commits })).status, 202);
    t.is((await deliver({ body: nested })).status, 202, 'a body that cannot be read is accepted');
    t.is((await deliver({ body: JSON.stringify(push(installation.id)) })).status, 202);
  } finally {
    clearInterval(timer);
  }
  t.log(`longest block of the event loop: ${Math.round(longest)} ms`);
  const stored = await deliveriesOf(connectionId);
  t.is(stored.length, 2, 'the nested body has no effects');
  t.deepEqual(stored[0]?.effects, [{ kind: 'push', external_id: '17', branch: 'main' }]);
});

test.serial(
  'rejects bodies above 25 MB; bodies that do not arrive hold no slot, and count for a limit of their address',
  async (t) => {
    t.timeout(300_000);
    const { largeBodySpool } = fixture.api.services;
    const tooLarge = Buffer.alloc(25 * 1024 * 1024 + 1, ' ');
    const status = await new Promise<number>((resolve, reject) => {
      const outgoing = httpRequest(
        `${fixture.api.url}/api/v1/webhooks/github`,
        { method: 'POST', headers: { 'content-length': tooLarge.length } },
        (response) => resolve(response.statusCode ?? 0),
      );
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
    t.is(status, 400);

    // Twenty clients send a large body slowly; other deliveries, also large ones, do not wait for them.
    const slow = Array.from({ length: 20 }, () => {
      const outgoing = httpRequest(`${fixture.api.url}/api/v1/webhooks/github`, {
        method: 'POST',
        headers: { 'content-length': 20 * 1024 * 1024 },
      });
      outgoing.on('error', () => undefined);
      outgoing.write(Buffer.alloc(4096, ' '));
      return outgoing;
    });
    const { installation } = await connectGithub(fixture, 'slow');
    await eventually('the bodies to arrive', async () => largeBodySpool.used === 20 * 1024 * 1024);
    t.is((await deliver({ body: JSON.stringify(push(installation.id)) })).status, 202);
    const large = Buffer.concat([
      Buffer.alloc(2 * 1024 * 1024, ' '),
      Buffer.from(JSON.stringify(push(installation.id))),
    ]);
    t.is((await deliver({ body: large })).status, 202);
    for (const outgoing of slow) outgoing.destroy();
    await eventually(
      'the announced bodies to be counted',
      async () => (await deliver({ body: large })).status === 429,
    );
    t.is(largeBodySpool.used, 0);
    t.is((await deliver({ body: JSON.stringify(push(installation.id)) })).status, 202, 'a small one');
    await queryAsOwner(fixture.api.database.url, 'delete from rate_limits');
  },
);

test.serial('tells nothing about other organizations in its response', async (t) => {
  const { client, installation, connectionId } = await connectGithub(fixture, 'quiet');
  const id = randomUUID();
  t.deepEqual(await deliver({ id, body: JSON.stringify(push(installation.id)) }), {
    status: 202,
    body: { delivery_id: id },
  });
  const params = { path: { id: connectionId } };
  await dataOf(client.DELETE('/api/v1/scm/connections/{id}', { params }));
  const after = randomUUID();
  t.deepEqual(await deliver({ id: after, body: JSON.stringify(push(installation.id)) }), {
    status: 202,
    body: { delivery_id: after },
  });
});

test.serial('accepts a delivery whose connection is deleted at the same time', async (t) => {
  const { installation, connectionId } = await connectGithub(fixture, 'vanishing');
  const held = await queryAsOwner.hold(
    fixture.api.database.url,
    'delete from scm_connections where id = $1',
    [connectionId],
  );
  const delivered = deliver({ body: JSON.stringify(push(installation.id)) });
  await held.untilWaiting(1);
  await held.commit();
  t.is((await delivered).status, 202);
});
