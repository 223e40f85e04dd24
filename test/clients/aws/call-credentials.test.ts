import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import type { AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { createAwsClients } from '../../../clients/aws/aws-clients.ts';
import { credentialsOfCall } from '../../../clients/aws/call-credentials.ts';
import { loadSdkModule } from '../../../clients/aws/client-modules.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { signatureOf, signerOf } from '../../support/aws/signed-request.ts';
import type { SdkRequest } from '../../support/aws/signed-request.ts';

const region = 'eu-west-1';
const roles = ['a', 'b', 'c'] as const;
const roleOf = (name: string) => ({ roleArn: `arn:aws:iam::000000000000:role/${name}`, externalId: 'x' });

interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const respond = (statusCode: number, body: string, headers: Record<string, string> = {}): Response => ({
  statusCode,
  headers: { 'content-type': 'text/xml', ...headers },
  body: Buffer.from(body),
});

/** The SDK's queue of endpoint discoveries is one for the process, by access key: tests must not share keys. */
let instances = 0;

/** A request that the SDK sent, and the role of the call that it belongs to. */
interface Sent {
  readonly request: SdkRequest;
  readonly role: string;
}

/**
 * Plays AWS at the SDK's HTTP handler. STS returns the credentials `<role>-<number of the session>`. All other calls
 * receive the response of `answer` after a random delay, so that they overlap. Without `endpoint`, the SDK uses that of the
 * environment or of AWS.
 */
function playAws(answer: (sent: Sent) => Response = () => respond(404, ''), endpoint?: string) {
  const sent: Sent[] = [];
  const instance = (instances += 1);
  const sessions = new Map<string, number>();
  // The handler receives the signal of the call: it shows which role the caller has.
  const signals = new Map<unknown, string>();
  const requestHandler = {
    async handle(request: SdkRequest, { abortSignal }: { readonly abortSignal?: unknown } = {}) {
      await delay(Math.random() * 5);
      const assumedRole = /role%2F([a-z])/.exec(String(request.body))?.[1];
      if (assumedRole !== undefined) {
        const session = (sessions.get(assumedRole) ?? 0) + 1;
        sessions.set(assumedRole, session);
        return { response: assumed(`${instance}-${assumedRole}-${session}`) };
      }
      const role = signals.get(abortSignal);
      if (role === undefined) throw new Error('The request belongs to no call');
      sent.push({ request, role });
      return { response: answer({ request, role }) };
    },
  };
  const clients = createAwsClients({
    requestHandler,
    credentials: { accessKeyId: 'own', secretAccessKey: 'own' },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  const call = (role: string, request: Omit<AwsRequest, 'signal' | 'region'>): Promise<object> => {
    const { signal } = new AbortController();
    signals.set(signal, role);
    return clients.forRole(roleOf(role)).call({ ...request, region, signal });
  };
  /** Makes every call with every role, all at once, several times. Ignores errors. */
  const callWithAll = async (
    ...requests: readonly Omit<AwsRequest, 'signal' | 'region'>[]
  ): Promise<void> => {
    const calls = [1, 2, 3].flatMap(() =>
      roles.flatMap((role) => requests.map((request) => call(role, request))),
    );
    await Promise.allSettled(calls);
  };
  return { sent, call, callWithAll };
}

function assumed(session: string): Response {
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  return respond(
    200,
    `<AssumeRoleResponse><AssumeRoleResult><Credentials>
     <AccessKeyId>key-${session}</AccessKeyId><SecretAccessKey>secret-${session}</SecretAccessKey>
     <SessionToken>token-${session}</SessionToken><Expiration>${expiration}</Expiration>
     </Credentials></AssumeRoleResult></AssumeRoleResponse>`,
  );
}

/** Returns the session that signed a request: key, token and secret must be of the same one. */
function sessionOf({ request }: Sent): string {
  const { accessKeyId, sessionToken, signature } = signerOf(request);
  const session = accessKeyId.replace('key-', '');
  if (sessionToken !== `token-${session}`) throw new Error(`${accessKeyId} has ${String(sessionToken)}`);
  if (signature !== signatureOf(request, `secret-${session}`)) throw new Error('Signed with another secret');
  return session.replace(/^\d+-/, '');
}

const probes = new Map(SERVICES.map(({ client, probe }) => [probe.client ?? client, probe]));

for (const [client, { operation, input }] of probes) {
  test(`${client}: signs concurrent calls of roles with the credentials of each`, async (t) => {
    const { sent, callWithAll } = playAws();
    await callWithAll({ client, operation, ...(input ? { input } : {}) });
    t.deepEqual([...new Set(sent.map(({ role }) => role))].sort(), [...roles]);
    for (const one of sent) t.is(sessionOf(one), `${one.role}-1`);
  });
}

test('signs calls of S3 for objects, directory buckets and access points with the credentials of each', async (t) => {
  // S3 has no access points at the address of an emulator.
  const { sent, callWithAll } = playAws(undefined, 'https://aws.example');
  const buckets = [
    'plain',
    'directory--euw1-az1--x-s3',
    'arn:aws:s3:eu-west-1:000000000000:accesspoint/point',
  ];
  await callWithAll(
    ...buckets.map((Bucket) => ({
      client: 's3',
      operation: 'GetObject',
      input: { Bucket, Key: 'a folder/ä+b' },
    })),
  );
  t.is(sent.length, 27);
  for (const one of sent) t.is(sessionOf(one), `${one.role}-1`);
  t.false(sent.some(({ request }) => 'session' in (request.query ?? {})));
});

test('reads the Timestream endpoint of each role', async (t) => {
  const { sent, callWithAll } = playAws(({ request, role }) =>
    String(request.headers['x-amz-target']).endsWith('DescribeEndpoints')
      ? respond(
          200,
          JSON.stringify({ Endpoints: [{ Address: `cell-${role}.example`, CachePeriodInMinutes: 60 }] }),
          { 'content-type': 'application/x-amz-json-1.0' },
        )
      : respond(200, '{}', { 'content-type': 'application/x-amz-json-1.0' }),
  );
  await callWithAll({ client: 'timestream-write', operation: 'ListDatabases' });
  const lists = sent.filter(({ request }) => request.hostname.startsWith('cell-'));
  t.is(lists.length, 9);
  for (const { request, role } of lists) t.is(request.hostname, `cell-${role}.example`);
  for (const one of sent) t.is(sessionOf(one), `${one.role}-1`);
});

test('keeps the credentials of each role after a correction of the clock', async (t) => {
  const ahead = 3_600_000;
  const { sent, callWithAll } = playAws(() =>
    respond(403, '<Error><Code>RequestTimeTooSkewed</Code></Error>', {
      date: new Date(Date.now() + ahead).toUTCString(),
    }),
  );
  await callWithAll({ client: 'iam', operation: 'ListUsers' });
  const before = sent.length;
  await callWithAll({ client: 'iam', operation: 'ListUsers' });
  for (const one of sent) t.is(sessionOf(one), `${one.role}-1`);
  for (const { request } of sent.slice(before)) t.true(signedAt(request) > Date.now() + ahead / 2);
});

/** Milliseconds since 1970 of the time in the signature. */
function signedAt({ headers }: SdkRequest): number {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(headers['x-amz-date'] ?? '') ?? [];
  return Date.parse(
    `${date.replace(/(\d{4})(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
  );
}

test('repeats a call with new credentials when AWS rejects an expired session', async (t) => {
  const expired = '<ErrorResponse><Error><Code>ExpiredToken</Code></Error></ErrorResponse>';
  const users = '<ListUsersResponse><ListUsersResult><Users></Users></ListUsersResult></ListUsersResponse>';
  const rejected = new Set(['a-1', 'b-1', 'b-2']);
  const { sent, call } = playAws((one) =>
    rejected.has(sessionOf(one)) ? respond(403, expired) : respond(200, users),
  );
  const request = { client: 'iam', operation: 'ListUsers' };
  await t.notThrowsAsync(Promise.all([call('a', request), call('a', request), call('a', request)]));
  const error = await t.throwsAsync(call('b', request));
  t.is(error?.name, 'ExpiredToken');
  t.deepEqual(
    [...new Set(sent.map(sessionOf))].toSorted(),
    ['a-1', 'a-2', 'b-1', 'b-2'],
    'concurrent calls renew the session once',
  );
});

test('a region that rejects every session does not cause a call to STS for each of its calls', async (t) => {
  const rejected = '<ErrorResponse><Error><Code>InvalidClientTokenId</Code></Error></ErrorResponse>';
  const { sent, call } = playAws(() => respond(403, rejected));
  for (let calls = 0; calls < 10; calls += 1)
    await t.throwsAsync(call('a', { client: 'iam', operation: 'ListUsers' }));
  t.deepEqual([...new Set(sent.map(sessionOf))], ['a-1', 'a-2']);
});

test('rejects a call of a shared SDK client that has no credentials', async (t) => {
  const module = await loadSdkModule('s3');
  let handled = 0;
  const requestHandler = {
    handle: () => Promise.resolve({ response: respond(200, String((handled += 1))) }),
  };
  const client = module.createClient({ region, requestHandler, ...credentialsOfCall });
  await t.throwsAsync(client.send(module.createCommand('ListBuckets', {})), {
    message: 'The call to AWS has no credentials',
  });
  t.is(handled, 0);
});

test.serial(
  'throttling of one role does not delay the calls of another, whatever retry mode is configured',
  async (t) => {
    t.timeout(8_000);
    process.env['AWS_RETRY_MODE'] = 'adaptive';
    t.teardown(() => delete process.env['AWS_RETRY_MODE']);
    const { sent, call } = playAws(({ role }) =>
      role === 'a'
        ? respond(400, '<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>')
        : respond(200, '<ListUsersResponse><ListUsersResult/></ListUsersResponse>'),
    );
    const request = { client: 'iam', operation: 'ListUsers' };
    for (let round = 0; round < 5; round += 1)
      await t.throwsAsync(call('a', request), { name: 'Throttling' });
    // The adaptive mode would send a call every two seconds.
    await Promise.all(Array.from({ length: 60 }, () => call('b', request)));
    t.is(sent.length, 65);
  },
);
