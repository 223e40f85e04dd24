import { gzipSync } from 'node:zlib';
import test from 'ava';
import { fixture, fixtureText, planNames, planOf, queueChange, readBody, valuesOf } from './support.ts';

const zero = {
  create: 0,
  update: 0,
  delete: 0,
  replace: 0,
  import: 0,
  forget: 0,
  move: 0,
  read: 0,
  no_op: 0,
  drift: 0,
};

test('counts the changes of each fixture by class', async (t) => {
  const summaries: Record<string, object> = {};
  for (const name of planNames) summaries[name] = (await readBody(fixtureText(name))).summary;
  t.deepEqual(summaries, {
    'terraform-1.11-create': { ...zero, create: 13, read: 1 },
    'terraform-1.11-destroy': { ...zero, delete: 13 },
    'terraform-1.11-drift': { ...zero, drift: 9 },
    'terraform-1.11-update': {
      ...zero,
      create: 1,
      update: 3,
      replace: 2,
      delete: 1,
      no_op: 7,
      import: 1,
      move: 1,
      forget: 1,
      drift: 8,
    },
    'terraform-0.12': { ...zero, create: 1, update: 1, read: 1 },
    'opentofu-1.9': { ...zero, update: 1, forget: 1 },
    'deferred-and-identity': { ...zero, update: 1, delete: 3, replace: 1, forget: 1, import: 1 },
  });
});

test('reads replacements, moves, imports, forgets, drift, outputs and checks of a real plan', async (t) => {
  const plan = await readBody(fixtureText('terraform-1.11-update'));
  t.like(plan, {
    formatVersion: '1.2',
    terraformVersion: '1.11.4',
    isErrored: false,
    isDriftOnly: false,
    checks: [{ address: 'check.queue_name', status: 'pass' }],
    outputs: [{ name: 'password', actions: ['no-op'], sensitive: true }],
  });
  const changes = new Map(plan.changes.map((change) => [`${change.origin ?? ''}${change.address}`, change]));
  t.like(changes.get('aws_sns_topic.alerts'), { actions: ['no-op'], previousAddress: 'aws_sns_topic.old' });
  t.like(changes.get('aws_s3_bucket.logs'), { actions: ['no-op'], importId: 'fixture-logs' });
  t.like(changes.get('aws_sns_topic.kept'), { actions: ['forget'], after: 'null' });
  t.like(changes.get('aws_vpc.main'), { actions: ['delete', 'create'] });
  t.true(changes.get('aws_vpc.main')?.changedPaths.includes('/cidr_block'));
  t.deepEqual(changes.get('aws_iam_role.app')?.changedPaths, ['/description', '/max_session_duration']);
  t.like(changes.get('driftaws_iam_role.app'), { origin: 'drift', actions: ['update'] });
  t.false(changes.has('aws_ssm_parameter.password'), 'a no-op without a move gets no row');
  t.is((await readBody(fixtureText('terraform-1.11-drift'))).isDriftOnly, true);
});

test('maps changes by ARN, identity and computed ids, and gives the reason for the others', async (t) => {
  const { changes } = await readBody(fixtureText('deferred-and-identity'));
  const mapping = (address: string, deposed?: string) =>
    changes.find((change) => change.address === address && change.deposed === deposed)?.mapping;
  const url = 'https://sqs.eu-west-1.amazonaws.com/123456789012';
  t.like(mapping('aws_sqs_queue.jobs'), {
    resourceType: 'AWS::SQS::Queue',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
  });
  t.true(
    mapping('aws_sqs_queue.jobs')?.candidates.some(
      ({ arn, nativeId }) => arn?.endsWith(':jobs') === true || nativeId === `${url}/jobs`,
    ),
  );
  t.true(mapping('aws_sqs_queue.jobs', '0a1b2c3d')?.candidates.some(({ arn }) => arn?.endsWith(':old')));
  t.is(mapping('aws_thing.ephemeral')?.reason, 'unsupported_type');
  t.is(mapping('aws_lambda_permission.p')?.reason, 'association');
  t.like(mapping('aws_ssm_parameter.later'), { reason: 'not_created_yet', candidates: [] });
  const update = await readBody(fixtureText('terraform-1.11-update'));
  t.is(
    (await readBody(fixtureText('terraform-1.11-destroy'))).changes.find(
      ({ address }) => address === 'module.queue.terraform_data.token',
    )?.mapping.reason,
    'other_provider',
  );
  const bucket = update.changes.find(({ address }) => address === 'aws_s3_bucket.logs')?.mapping;
  t.is(bucket?.candidates[0]?.arn, 'arn:aws:s3:::fixture-logs');
});

test('adds the account of resources with the same provider, and the region of the provider block', async (t) => {
  const plan = planOf(
    [
      queueChange(
        { before: { arn: 'arn:aws:iam::123456789012:role/a' } },
        { address: 'aws_iam_role.a', type: 'aws_iam_role' },
      ),
      queueChange(
        { actions: ['delete'], before: { key_name: 'deployer' }, after: null },
        { address: 'aws_key_pair.k', type: 'aws_key_pair' },
      ),
    ],
    {
      variables: { region: { value: 'eu-central-1' } },
      configuration: {
        provider_config: { aws: { name: 'aws', expressions: { region: { references: ['var.region'] } } } },
        root_module: {
          resources: ['aws_iam_role.a', 'aws_key_pair.k'].map((address) => ({
            address,
            provider_config_key: 'aws',
          })),
        },
      },
    },
  );
  const { changes } = await readBody(plan);
  t.deepEqual(changes[1]?.mapping.candidates, [
    {
      method: 'computed',
      confidence: 'medium',
      resourceType: 'AWS::EC2::KeyPair',
      nativeId: 'deployer',
      awsAccountNumber: '123456789012',
      region: 'eu-central-1',
    },
  ]);
});

test('reads the same plan however it is cut, printed, compressed or wrapped, with the same hash', async (t) => {
  const text = fixtureText('deferred-and-identity');
  const plan = await readBody(text);
  const pretty = JSON.stringify(fixture('deferred-and-identity'), null, 2);
  for (const chunkSize of [1, 7, 100]) t.deepEqual(await readBody(text, { chunkSize }), plan);
  t.deepEqual(await readBody(pretty), plan);
  t.deepEqual(await readBody(gzipSync(pretty), { encoding: 'gzip', chunkSize: 50 }), plan);
  const envelope = `{"external_id": "1", "plan": ${pretty}, "__proto__": {"a": 1}}`;
  const wrapped = await readBody(envelope, { form: 'envelope', chunkSize: 33 });
  t.deepEqual({ ...wrapped, envelope: undefined }, { ...plan, envelope: undefined });
  t.deepEqual(JSON.stringify(wrapped.envelope), '{"external_id":"1","__proto__":{"a":1}}');
  t.not((await readBody(text, { hmacKey: Buffer.alloc(32, 2) })).hash, plan.hash);
  t.not((await readBody(text.replace('resource_config_unknown', 'x y'))).hash, plan.hash);
  t.not(
    (await readBody(text.replace('resource_config_unknown', 'x y'))).hash,
    (await readBody(text.replace('resource_config_unknown', 'xy'))).hash,
    'white space inside of texts is significant',
  );
});

test('a key order that tools produce by sorting changes nothing but the hash', async (t) => {
  const sorted = (value: unknown): unknown =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? Array.isArray(value)
        ? value.map(sorted)
        : value
      : Object.fromEntries(
          Object.entries(value)
            .map(([key, item]) => [key, sorted(item)] as const)
            .sort(([a], [b]) => (a < b ? 1 : -1)),
        );
  for (const name of planNames) {
    const plain = await readBody(fixtureText(name));
    const other = await readBody(sorted(fixture(name)) as object);
    t.deepEqual(other.summary, plain.summary);
    const comparable = (changes: typeof plain.changes) =>
      changes
        .map((change) => ({ ...change, ...valuesOf(change), changedPaths: [...change.changedPaths].sort() }))
        .sort((a, b) =>
          `${a.origin} ${a.address} ${a.deposed}`.localeCompare(`${b.origin} ${b.address} ${b.deposed}`),
        );
    t.deepEqual(comparable(other.changes), comparable(plain.changes), name);
  }
});

test('cuts long texts, keeps only changed values of large rows, and omits the largest of them', async (t) => {
  const long = 'x'.repeat(5_000);
  const rows = Array.from({ length: 30 }, (_, index) => `${index}${'y'.repeat(4_000)}`);
  const big = Array.from({ length: 3_000 }, (_, index) => `element-${index}-${'z'.repeat(30)}`);
  const { changes } = await readBody(
    planOf([
      queueChange({ before: { long }, after: { long, n: 1 } }, { address: 'aws_sqs_queue.a' }),
      queueChange({ before: { rows, n: 1 }, after: { rows, n: 2 } }, { address: 'aws_sqs_queue.b' }),
      queueChange({ before: null, after: { big, n: 2 } }, { address: 'aws_sqs_queue.c' }),
    ]),
  );
  const cut = valuesOf(changes[0]).after as { long: string };
  t.is(cut.long.length, 4_096);
  t.deepEqual(valuesOf(changes[1]), { before: { n: 1 }, after: { n: 2 } });
  t.deepEqual(valuesOf(changes[2]), { before: null, after: { big: { $omitted: 'too_large' }, n: 2 } });
});

test('keeps hostile keys as keys, and replaces NUL and lone surrogates', async (t) => {
  const text = JSON.stringify(planOf([queueChange({ after: 'AFTER' })])).replace(
    '"AFTER"',
    String.raw`{"__proto__":{"toString":1},"constructor":"\u0000\ud800","k\u0000":[1]}`,
  );
  const { changes } = await readBody(text);
  t.is(changes[0]?.after, '{"__proto__":{"toString":1},"constructor":"\ufffd\ufffd","k\ufffd":[1]}');
  t.deepEqual(changes[0]?.changedPaths, ['/__proto__', '/constructor', '/k\ufffd']);
});

test('shows unknown values, also in lists, and marks that are sensitive first', async (t) => {
  const { changes } = await readBody(
    planOf([
      queueChange({
        before: { id: 'a', list: ['x'] },
        after: { list: ['x', null] },
        after_unknown: { id: true, list: [false, true], nested: [{ a: true }], secret: true },
        before_sensitive: {},
        after_sensitive: { secret: true, none: true },
      }),
    ]),
  );
  t.deepEqual(valuesOf(changes[0]).after, {
    list: ['x', '(known after apply)'],
    id: '(known after apply)',
    nested: [{ a: '(known after apply)' }],
    secret: '(sensitive)',
  });
  t.deepEqual(changes[0]?.changedPaths, ['/id', '/list', '/nested', '/secret']);
});

test('accepts a plan without changes, and fields and actions of later versions', async (t) => {
  const none = await readBody({ format_version: '1.99', planned_values: {}, unknown: [{}] });
  t.deepEqual(none.changes, []);
  const later = await readBody(planOf([queueChange({ actions: ['transmute'] })]));
  t.deepEqual(later.summary, zero);
  t.deepEqual(later.changes[0]?.actions, ['transmute']);
});
