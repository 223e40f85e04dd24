import test from 'ava';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { listStateWorkspaces } from '../../../activities/mapping/list-state-workspaces.ts';
import { parseStateInThread } from '../../../commands/mapping/parse/parse-state-in-thread.ts';
import { StateRejected } from '../../../commands/mapping/parse/state-rejected.ts';
import { readStateObject } from '../../../activities/mapping/read-state-object.ts';
import type { S3Access } from '../../../activities/mapping/call-s3.ts';
import { StateReadFailed } from '../../../activities/mapping/state-read-failed.ts';
import type { FaultRule } from '../../../dev/aws-emulator-proxy/faults.ts';
import { createDocumentWorkers } from '../../../runtime/document-workers.ts';
import { clearFaults, countedCalls, injectFault } from '../../support/aws-emulator-proxy.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import type { TestAwsAccount } from '../../support/discovery/emulated-account.ts';
import { join, queueText, stateHead } from '../../commands/mapping/parse/support/states.ts';

const workers = createDocumentWorkers(2);
test.after.always(() => workers.close());

const key = 'production/terraform.tfstate';

interface Bucket {
  readonly account: TestAwsAccount;
  readonly access: S3Access;
  readonly bucket: string;
  put(objectKey: string, body: string): Promise<string>;
  fault(rule: Omit<FaultRule, 'id' | 'account'>): Promise<void>;
}

async function createBucket(): Promise<Bucket> {
  const account = await emulatedAccount();
  const bucket = `state-${randomUUID()}`;
  await account.call('s3', 'CreateBucket', {
    Bucket: bucket,
    CreateBucketConfiguration: { LocationConstraint: account.region },
  });
  return {
    account,
    bucket,
    access: { caller: account.product, region: account.region, partition: 'aws', backoffMs: 1 },
    async put(objectKey, body) {
      const { ETag } = (await account.call('s3', 'PutObject', {
        Bucket: bucket,
        Key: objectKey,
        Body: body,
      })) as { ETag: string };
      return ETag;
    },
    fault: (rule) =>
      injectFault({ id: randomUUID(), account: account.awsAccountNumber, service: 's3', ...rule }),
  };
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

function read(
  { access, bucket }: Bucket,
  options: { knownEtag?: string; key?: string; megabytes?: number } = {},
) {
  const { megabytes = 256, ...rest } = options;
  return readStateObject(access, { bucket, key, maximumMegabytes: megabytes, ...rest }, textOf);
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'no failure';
  } catch (error) {
    if (!(error instanceof StateReadFailed)) throw error;
    return `${error.fault}: ${error.message}`;
  }
}

async function callsOf({ account }: Bucket, operation: string): Promise<number> {
  const calls = await countedCalls(account.awsAccountNumber);
  return calls.filter((call) => call.operation === operation).reduce((sum, call) => sum + call.calls, 0);
}

test('closes the connection when the reader fails before the first chunk', async (t) => {
  let isClosed = false;
  const stream = Readable.from(['{}']).on('close', () => (isClosed = true));
  const caller = { call: () => Promise.resolve({ ETag: 'e', Body: stream }) };
  const request = { bucket: 'states', key, maximumMegabytes: 1 };
  const access = { caller, region: 'eu-west-1', partition: 'aws' };
  await t.throwsAsync(
    readStateObject(access, request, () => Promise.reject(new Error('no thread'))),
    { message: 'no thread' },
  );
  await setImmediate();
  t.true(isClosed);
});

test('reads a state through the role of the account and parses it in a thread', async (t) => {
  const bucket = await createBucket();
  const etag = await bucket.put(key, [...join(`${stateHead}"resources":[`, 150, queueText, ']}')].join(''));
  const request = { bucket: bucket.bucket, key, maximumMegabytes: 256 };
  const outcome = await readStateObject(bucket.access, request, (chunks) =>
    parseStateInThread(workers, 'tenant', { chunks, maximumMegabytes: 256 }),
  );
  if (outcome.status !== 'read') return t.fail(outcome.status);
  t.is(outcome.result.entries.length, 150);
  t.is(outcome.etag, etag);
  t.true(outcome.bytes > 150_000);
  t.true(outcome.modifiedAt instanceof Date);
  return t.is(await callsOf(bucket, 'AssumeRole'), 1);
});

test('does not read an object that still has the known ETag', async (t) => {
  const bucket = await createBucket();
  const knownEtag = await bucket.put(key, 'one');
  t.is((await read(bucket, { knownEtag })).status, 'unchanged');
  await bucket.put(key, 'two');
  t.like(await read(bucket, { knownEtag }), { status: 'read', result: 'two', bytes: 3 });
});

test('does not read the body of an object that is too large', async (t) => {
  const bucket = await createBucket();
  await bucket.put(key, 'x'.repeat(1024 * 1024 + 1));
  let used = false;
  const request = { bucket: bucket.bucket, key, maximumMegabytes: 1 };
  const error = await t.throwsAsync(
    readStateObject(bucket.access, request, async () => (used = true)),
    { instanceOf: StateRejected },
  );
  t.is(error?.problem, 'too_large');
  t.false(used);
});

test('reports a missing bucket, a missing object and a deleted object', async (t) => {
  const bucket = await createBucket();
  t.regex(
    await failureOf(read({ ...bucket, bucket: `${bucket.bucket}-x` })),
    /^bucket_missing: The bucket state-/,
  );
  t.is(
    await failureOf(read(bucket)),
    `key_missing: The object arn:aws:s3:::${bucket.bucket}/${key} does not exist.`,
  );
  await bucket.fault({
    operation: 'GetObject',
    kind: 'response',
    response: {
      status: 404,
      code: 'NoSuchKey',
      message: 'The specified key does not exist.',
      headers: { 'x-amz-delete-marker': 'true' },
    },
  });
  t.regex(await failureOf(read(bucket)), /^key_missing: .* was deleted\.$/);
});

test('names the action and the ARN that the role may not use', async (t) => {
  const bucket = await createBucket();
  const { account } = bucket;
  const bucketArn = `arn:aws:s3:::${bucket.bucket}`;
  await bucket.put(key, 'state');
  const allow = (Action: string) =>
    account.call('iam', 'PutRolePolicy', {
      RoleName: 'inventory',
      PolicyName: 'everything',
      PolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
      }),
    });
  await allow('s3:ListBucket');
  t.is(
    await failureOf(read(bucket)),
    `access_denied: The role may not perform s3:GetObject on ${bucketArn}/${key}.`,
  );
  await allow('s3:GetObject');
  t.is((await read(bucket)).status, 'read');
  t.is(
    await failureOf(read(bucket, { key: 'other' })),
    `access_denied: The object ${bucketArn}/other probably does not exist: S3 requires s3:ListBucket on ${bucketArn} to say so.`,
  );
  const backend = { bucket: bucket.bucket, key, workspaceKeyPrefix: 'env:' };
  t.is(
    await failureOf(listStateWorkspaces(bucket.access, backend)),
    `access_denied: The role may not perform s3:ListBucket on ${bucketArn}.`,
  );
});

test('reports denials without an action, of service control policies, of KMS, and of archived objects', async (t) => {
  const bucket = await createBucket();
  const object = `arn:aws:s3:::${bucket.bucket}/${key}`;
  const role = 'User: arn:aws:sts::111111111111:assumed-role/inventory/s';
  const kmsKey = 'arn:aws:kms:eu-west-1:111111111111:key/0f0e';
  const because = 'because no resource-based policy allows the kms:Decrypt action';
  const denied = (message: string) => ({ status: 403, code: 'AccessDenied', message });
  const cases = [
    [
      denied('Access Denied'),
      `access_denied: The role may not perform s3:GetObject on ${object}. If the object does not exist, s3:ListBucket on arn:aws:s3:::${bucket.bucket} is missing.`,
    ],
    [
      denied(
        `${role} is not authorized to perform: s3:GetObject on resource: "${object}" with an explicit deny in a service control policy`,
      ),
      `access_denied: The role may not perform s3:GetObject on ${object}. A service control policy denies it.`,
    ],
    [
      denied(`${role} is not authorized to perform: kms:Decrypt on resource: ${kmsKey} ${because}`),
      `kms_denied: The role may not perform kms:Decrypt on ${kmsKey}.`,
    ],
    [
      denied(
        `${role} is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext`,
      ),
      'kms_denied: The role may not perform kms:Decrypt on the KMS key of the object.',
    ],
    [
      { status: 400, code: 'KMS.DisabledException', message: `${kmsKey} is disabled.` },
      'kms_denied: The KMS key of the object cannot be used (KMS.DisabledException).',
    ],
    [
      {
        status: 400,
        code: 'InvalidRequest',
        message: 'The object was stored using a form of Server Side Encryption.',
      },
      `kms_denied: The object ${object} is encrypted with a key that only the customer has (SSE-C).`,
    ],
    [
      {
        status: 403,
        code: 'InvalidObjectState',
        message: 'The operation is not valid for the storage class',
      },
      `unreachable: The object ${object} is archived. It must be restored first.`,
    ],
    [
      { status: 400, code: 'PermanentRedirect', message: 'Use another endpoint.' },
      'unreachable: S3 could not be read (PermanentRedirect): Use another endpoint.',
    ],
  ] as const;
  for (const [response, failure] of cases) {
    await bucket.fault({ operation: 'GetObject', kind: 'response', response });
    t.is(await failureOf(read(bucket)), failure);
    await clearFaults(bucket.account.awsAccountNumber);
  }
  t.is(await callsOf(bucket, 'GetObject'), cases.length);
});

test('follows the redirect of S3 to the region of the bucket', async (t) => {
  const bucket = await createBucket();
  await bucket.put(key, 'state');
  for (const response of [
    { status: 301, code: 'PermanentRedirect', message: 'The bucket is in another region.' },
    { status: 400, code: 'AuthorizationHeaderMalformed', message: "expecting 'eu-west-1'" },
  ]) {
    await bucket.fault({
      region: 'us-east-1',
      kind: 'response',
      response: { ...response, headers: { 'x-amz-bucket-region': 'eu-west-1' } },
    });
    const access = { ...bucket.access, region: 'us-east-1' };
    t.like(await read({ ...bucket, access }), { status: 'read', result: 'state', region: 'eu-west-1' });
    const backend = { bucket: bucket.bucket, key, workspaceKeyPrefix: 'env:' };
    t.deepEqual(await listStateWorkspaces(access, backend), { workspaces: [], complete: true });
    await clearFaults(bucket.account.awsAccountNumber);
  }
});

test('two regions that redirect to each other end the read', async (t) => {
  const bucket = await createBucket();
  for (const [region, other] of [
    ['us-east-1', 'eu-west-1'],
    ['eu-west-1', 'us-east-1'],
  ] as const) {
    const headers = { 'x-amz-bucket-region': other };
    await bucket.fault({
      region,
      kind: 'response',
      response: { status: 301, code: 'PermanentRedirect', message: 'elsewhere', headers },
    });
  }
  t.regex(await failureOf(read(bucket)), /^unreachable: S3 could not be read \(PermanentRedirect\)/);
  t.is(await callsOf(bucket, 'GetObject'), 3);
});

test('repeats throttled calls, faults of S3 and lost connections three times', async (t) => {
  const bucket = await createBucket();
  await bucket.put(key, 'state');
  const slowDown = { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' };
  await bucket.fault({ operation: 'GetObject', kind: 'response', response: slowDown, times: 1 });
  await bucket.fault({ operation: 'GetObject', kind: 'error', times: 1 });
  await bucket.fault({ operation: 'GetObject', kind: 'unreachable', times: 1 });
  t.like(await read(bucket), { status: 'read', result: 'state' });
  await bucket.fault({ operation: 'GetObject', kind: 'response', response: slowDown });
  t.regex(await failureOf(read(bucket)), /^unreachable: S3 could not be read \(SlowDown\)/);
  t.is(await callsOf(bucket, 'GetObject'), 8);
});

test('reads a body that breaks off again, with the object of that time', async (t) => {
  const bucket = await createBucket();
  await bucket.put(key, 'a'.repeat(100_000));
  await bucket.fault({ operation: 'GetObject', kind: 'half_body', times: 1 });
  const seen: string[] = [];
  const request = { bucket: bucket.bucket, key, maximumMegabytes: 1 };
  const outcome = await readStateObject(bucket.access, request, async (chunks) => {
    try {
      return await textOf(chunks);
    } catch (error) {
      seen.push(error instanceof StateReadFailed ? error.fault : String(error));
      await bucket.put(key, 'replaced');
      throw error;
    }
  });
  t.deepEqual(seen, ['unreachable']);
  t.like(outcome, { status: 'read', result: 'replaced', bytes: 8 });
  await bucket.fault({ operation: 'GetObject', kind: 'half_body' });
  t.is(
    await failureOf(read(bucket)),
    'unreachable: The connection to S3 was lost while the object was read.',
  );
});

test('an error of the reader ends the read, whatever its code is', async (t) => {
  const bucket = await createBucket();
  await bucket.put(key, 'state');
  const lost = Object.assign(new Error('the database is down'), { code: 'ECONNRESET' });
  const request = { bucket: bucket.bucket, key, maximumMegabytes: 1 };
  await t.throwsAsync(
    readStateObject(bucket.access, request, () => Promise.reject(lost)),
    { is: lost },
  );
  t.is(await callsOf(bucket, 'GetObject'), 1);
});

test('a signal ends the read of a body that stalls', async (t) => {
  const bucket = await createBucket();
  await bucket.put(key, 'a'.repeat(100_000));
  await bucket.fault({ operation: 'GetObject', kind: 'stalled_body' });
  const cancelled = new AbortController();
  const access = { ...bucket.access, signal: cancelled.signal };
  const reading = readStateObject(
    access,
    { bucket: bucket.bucket, key, maximumMegabytes: 1 },
    async (chunks) => {
      for await (const chunk of chunks) if (chunk.length > 0) cancelled.abort(new Error('cancelled'));
      return null;
    },
  );
  await t.throwsAsync(reading, { message: 'cancelled' });
});

test('reports a role that cannot be assumed', async (t) => {
  const bucket = await createBucket();
  await injectFault({
    id: randomUUID(),
    account: bucket.account.awsAccountNumber,
    service: 'sts',
    operation: 'AssumeRole',
    kind: 'deny',
  });
  t.is(
    await failureOf(read(bucket)),
    'access_denied: The role of the account cannot be assumed (sts:AssumeRole).',
  );
});

test('lists the workspaces of a backend, without lock files and other keys', async (t) => {
  const bucket = await createBucket();
  for (const name of [
    key,
    `env:/blue/${key}`,
    `env:/blue/${key}.tflock`,
    `env:/green/${key}`,
    `env:/a/b/${key}`,
    `env://${key}`,
    'env:/red/other.tfstate',
    `teams/x/${key}`,
  ])
    await bucket.put(name, '{}');
  const list = (workspaceKeyPrefix: string) =>
    listStateWorkspaces(bucket.access, { bucket: bucket.bucket, key, workspaceKeyPrefix });
  t.deepEqual(await list('env:'), { workspaces: ['blue', 'green'], complete: true });
  t.deepEqual(await list('teams'), { workspaces: ['x'], complete: true });
  t.deepEqual(await list('none'), { workspaces: [], complete: true });
});

test('lists at most 10,000 keys', async (t) => {
  let pages = 0;
  const caller = {
    async call() {
      pages += 1;
      return { Contents: [{ Key: `env:/w${pages}/${key}` }], NextContinuationToken: String(pages) };
    },
  };
  const access = { caller, region: 'eu-west-1', partition: 'aws' };
  const listed = await listStateWorkspaces(access, { bucket: 'bucket', key, workspaceKeyPrefix: 'env:' });
  t.is(pages, 10);
  t.is(listed.workspaces.length, 10);
  t.false(listed.complete);
});
