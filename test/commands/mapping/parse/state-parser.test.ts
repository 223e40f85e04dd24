import test from 'ava';
import type { ExecutionContext } from 'ava';
import { gzipSync } from 'node:zlib';
import { StateRejected } from '../../../../commands/mapping/parse/state-rejected.ts';
import type { StateProblem } from '../../../../domain/mapping/state-source-faults.ts';
import { awsProvider, parseState, queue, stateOf } from './support/states.ts';

const arn = 'arn:aws:sqs:eu-west-1:123456789012:q';

function rejects(t: ExecutionContext, state: Parameters<typeof parseState>[0], problem: StateProblem) {
  const error = t.throws(() => parseState(state), { instanceOf: StateRejected });
  t.is(error?.problem, problem, error?.message);
}

function addresses(state: Parameters<typeof parseState>[0]): readonly string[] {
  return parseState(state).entries.map(({ address }) => address);
}

test('reads the header and the entries of a state of version 4, however it is cut into chunks', (t) => {
  const instance = {
    schema_version: 0,
    attributes: { arn, id: 'https://sqs.eu-west-1.amazonaws.com/123456789012/q', name: 'q', policy: 'p' },
    sensitive_attributes: [],
  };
  const state = stateOf([queue('q', [instance])]);
  const parsed = parseState(state);
  t.deepEqual(parsed, {
    version: 4,
    terraformVersion: '1.9.8',
    serial: 7,
    lineage: '5f2c1d1e-0000-4000-8000-000000000001',
    malformedAddresses: 0,
    withoutAws: false,
    entries: [
      {
        address: 'aws_sqs_queue.q',
        codeAddress: 'aws_sqs_queue.q',
        terraformType: 'aws_sqs_queue',
        provider: awsProvider,
        awsAccountNumber: '123456789012',
        region: 'eu-west-1',
        locationSource: 'arn',
        arn,
        id: 'https://sqs.eu-west-1.amazonaws.com/123456789012/q',
        attributes: { name: 'q' },
      },
    ],
  });
  for (const size of [1, 2, 3, 7]) t.deepEqual(parseState(state, size), parsed);
});

test('reads count, for_each, modules in modules, deposed and tainted instances, and aliases in modules', (t) => {
  const state = stateOf([
    queue('counted', [{ index_key: 0 }, { index_key: 1, status: 'tainted' }]),
    queue('keyed', [{ index_key: 'a"b' }, { index_key: 'a"b', deposed: '0a1b2c3d' }], {
      module: 'module.net["x"].module.inner[0]',
      provider: `module.net.${awsProvider}.west`,
    }),
  ]);
  const { entries } = parseState(state);
  t.deepEqual(
    entries.map(({ address, codeAddress, deposedKey, tainted, providerAlias }) => ({
      address,
      codeAddress,
      deposedKey,
      tainted,
      providerAlias,
    })),
    [
      ['aws_sqs_queue.counted[0]', 'aws_sqs_queue.counted', undefined, undefined, undefined],
      ['aws_sqs_queue.counted[1]', 'aws_sqs_queue.counted', undefined, true, undefined],
      [
        'module.net["x"].module.inner[0].aws_sqs_queue.keyed["a\\"b"]',
        'module.net.module.inner.aws_sqs_queue.keyed',
        undefined,
        undefined,
        'west',
      ],
      [
        'module.net["x"].module.inner[0].aws_sqs_queue.keyed["a\\"b"] (deposed 0a1b2c3d)',
        'module.net.module.inner.aws_sqs_queue.keyed',
        '0a1b2c3d',
        undefined,
        'west',
      ],
    ].map(([address, codeAddress, deposedKey, tainted, providerAlias]) => ({
      address,
      codeAddress,
      deposedKey,
      tainted,
      providerAlias,
    })),
  );
});

test('drops data sources and resources of other providers', (t) => {
  const random = 'provider["registry.terraform.io/hashicorp/random"]';
  t.deepEqual(
    addresses(
      stateOf([
        queue('data', [{}], { mode: 'data' }),
        queue('ephemeral', [{}], { mode: 'ephemeral' }),
        queue('random', [{}], { provider: random }),
        queue('tofu', [{}], { provider: 'provider["registry.opentofu.org/hashicorp/aws"]' }),
        queue('old', [{}], { provider: 'provider.aws' }),
        queue('mixed', [{ index_key: 0 }, { index_key: 1, provider: random }]),
      ]),
    ),
    ['aws_sqs_queue.tofu', 'aws_sqs_queue.old', 'aws_sqs_queue.mixed[0]'],
  );
});

test('reads the providers that OpenTofu writes on each instance', (t) => {
  const regional = (region: string) => `${awsProvider}.by_region["${region}"]`;
  const header = { mode: 'managed', type: 'aws_sqs_queue', name: 'q' };
  const instances = [
    { index_key: 'a', provider: regional('eu-west-1'), attributes: { name: 'a' } },
    { index_key: 'b', provider: regional('us-east-1'), attributes: { name: 'b' } },
    { index_key: 'c', provider: 'provider["registry.opentofu.org/hashicorp/random"]' },
    { index_key: 'd' },
  ];
  const expected = [
    ['aws_sqs_queue.q["a"]', regional('eu-west-1'), 'by_region["eu-west-1"]', { name: 'a' }],
    ['aws_sqs_queue.q["b"]', regional('us-east-1'), 'by_region["us-east-1"]', { name: 'b' }],
  ];
  for (const resource of [
    { ...header, instances },
    { instances, ...header },
  ])
    t.deepEqual(
      parseState(stateOf([resource])).entries.map((entry) => [
        entry.address,
        entry.provider,
        entry.providerAlias,
        entry.attributes,
      ]),
      expected,
    );
});

test('holds no instance that names its provider', (t) => {
  const instances = Array.from({ length: 5_001 }, (_, index) => ({
    index_key: index,
    provider: awsProvider,
  }));
  const header = { mode: 'managed', type: 'aws_sqs_queue', name: 'q' };
  t.is(parseState(stateOf([{ ...header, instances }])).entries.length, 5_001);
  const unnamed = instances.map(({ index_key }) => ({ index_key }));
  rejects(t, stateOf([{ ...header, instances: unnamed }]), 'too_large');
});

test('keeps the named attributes: nested, numbers and booleans, but no null, empty, long or control characters', (t) => {
  const read = (attributes: object, key = 'attributes') =>
    parseState(stateOf([queue('m', [{ [key]: attributes }], { type: 'aws_mesh' })])).entries[0]?.attributes;
  t.deepEqual(
    read({
      id: 'm',
      options: [{ vpc_id: 'vpc-1', subnet: 's' }, { vpc_id: 'vpc-2' }],
      owner: { name: 'o', secret: 's' },
      fifo: true,
      size: 12,
    }),
    { 'options.0.vpc_id': 'vpc-1', 'owner.name': 'o', fifo: 'true', size: '12' },
  );
  t.deepEqual(
    read({ options: [{ vpc_id: null }], owner: { name: '' }, fifo: 'x'.repeat(2_049), size: 'a\0' }),
    {},
  );
  t.deepEqual(read({ options: 'text', owner: [{ name: 'o' }], fifo: { a: 1 }, size: ['1'] }), {});
  t.deepEqual(read({ 'options.#': '1', 'options.0.vpc_id': 'vpc-1', 'owner.name': 'o' }, 'attributes_flat'), {
    'options.0.vpc_id': 'vpc-1',
    'owner.name': 'o',
  });
});

test('keeps only a well-formed ARN of a type that no rule names', (t) => {
  const read = (attributes: object, identity?: object) =>
    parseState(stateOf([queue('x', [{ attributes, identity }], { type: 'aws_other' })])).entries[0];
  const entry = read(
    { arn, id: 'hunter2', name: 'hunter2' },
    { region: 'eu-west-1', account_id: '123456789012', name: 'hunter2' },
  );
  t.is(entry?.arn, arn);
  t.deepEqual(entry?.identity, { region: 'eu-west-1', account_id: '123456789012' });
  t.notRegex(JSON.stringify(entry), /hunter2/);
  t.is(read({ arn: 'arn:hunter2', id: arn })?.id, arn);
  t.is(read({ arn: 'arn:hunter2', id: arn })?.arn, undefined);
  t.is(read({}, { account_id: 'hunter2', region: 'hunter2!' })?.identity, undefined);
});

test('reads the identity of provider 6', (t) => {
  const identity = { account_id: '123456789012', region: 'eu-west-1', name: 'q', arn: 'x', nested: { a: 1 } };
  t.deepEqual(
    parseState(stateOf([queue('q', [{ attributes: {}, identity_schema_version: 1, identity }])])).entries[0],
    {
      address: 'aws_sqs_queue.q',
      codeAddress: 'aws_sqs_queue.q',
      terraformType: 'aws_sqs_queue',
      provider: awsProvider,
      awsAccountNumber: '123456789012',
      region: 'eu-west-1',
      locationSource: 'identity',
      identity: { account_id: '123456789012', region: 'eu-west-1', name: 'q' },
      attributes: {},
    },
  );
});

test('drops the attributes that sensitive_attributes marks, and all when a mark cannot be read', (t) => {
  const attributes = {
    arn,
    id: 'i',
    options: [{ vpc_id: 'vpc-1' }],
    owner: { name: 'o' },
    fifo: true,
    region: 'eu-north-1',
  };
  const read = (sensitive: unknown) => {
    const [entry] = parseState(
      stateOf([queue('m', [{ attributes, sensitive_attributes: sensitive }], { type: 'aws_mesh' })]),
    ).entries;
    const { arn: keptArn, id, attributes: kept = {} } = entry ?? {};
    return [keptArn === undefined ? [] : 'arn', id === undefined ? [] : 'id', Object.keys(kept)].flat();
  };
  const get = (value: unknown) => ({ type: 'get_attr', value });
  const index = (value: unknown, type = 'number') => ({ type: 'index', value: { value, type } });
  const all = ['arn', 'id', 'options.0.vpc_id', 'owner.name', 'fifo'];
  const without = (...names: readonly string[]) => all.filter((name) => !names.includes(name));
  t.deepEqual(read([]), all);
  t.deepEqual(read(null), all);
  t.deepEqual(read([[get('password')]]), all);
  t.deepEqual(read([[get('arn')], [get('id')]]), without('arn', 'id'));
  t.deepEqual(read([[get('options')]]), without('options.0.vpc_id'));
  t.deepEqual(read([[get('options'), index(0), get('vpc_id')]]), without('options.0.vpc_id'));
  t.deepEqual(read([[get('options'), index(1), get('vpc_id')]]), all);
  t.deepEqual(read([[get('owner'), index('name', 'string')]]), without('owner.name'));
  t.deepEqual(read([[get('options'), index({ vpc_id: 'vpc-1' }), get('x')]]), without('options.0.vpc_id'));
  t.deepEqual(read([[{ type: 'unknown', value: 'owner' }]]), []);
  t.deepEqual(read([[]]), []);
  t.deepEqual(read(['x']), []);
  t.deepEqual(read([{ path: 'x' }]), []);
  t.deepEqual(read('x'), []);
  t.deepEqual(read({ a: [get('id')] }), []);
});

test('a region in a sensitive attribute does not locate an entry', (t) => {
  const attributes = { region: 'eu-west-1', url: 'https://sqs.eu-west-1.amazonaws.com/123456789012/q' };
  const sensitive_attributes = [
    [{ type: 'get_attr', value: 'region' }],
    [{ type: 'get_attr', value: 'url' }],
  ];
  const [entry] = parseState(stateOf([queue('q', [{ attributes, sensitive_attributes }])])).entries;
  t.is(entry?.region, undefined);
  t.is(entry?.awsAccountNumber, undefined);
});

test('reads a state of version 3', (t) => {
  const flat = (id: string) => ({ id, attributes: { id, name: 'n', arn, 'tags.%': '0' }, meta: {} });
  const parsed = parseState({
    version: 3,
    terraform_version: '0.11.14',
    serial: 3,
    lineage: 'l',
    modules: [
      {
        path: ['root'],
        outputs: { secret: { value: 'hunter2' } },
        resources: {
          'aws_sqs_queue.q': {
            type: 'aws_sqs_queue',
            primary: flat('q'),
            deposed: [flat('d')],
            provider: '',
          },
          'aws_sqs_queue.c.1': {
            type: 'aws_sqs_queue',
            primary: { ...flat('c'), tainted: true },
            provider: 'provider.aws.west',
          },
          'data.aws_sqs_queue.d': { type: 'aws_sqs_queue', primary: flat('x'), provider: 'provider.aws' },
          'random_id.r': { type: 'random_id', primary: flat('r'), provider: 'provider.random' },
          'aws_sqs_queue.broken.x': { primary: flat('x'), provider: 'provider.aws' },
        },
      },
      {
        path: ['root', 'a', 'b'],
        resources: { 'aws_sqs_queue.q': { primary: flat('q'), provider: 'module.a.provider.aws' } },
      },
    ],
  });
  t.like(parsed, { version: 3, terraformVersion: '0.11.14', serial: 3, lineage: 'l', malformedAddresses: 1 });
  t.deepEqual(
    parsed.entries.map(({ address, id, tainted, providerAlias }) => [address, id, tainted, providerAlias]),
    [
      ['aws_sqs_queue.q', 'q', undefined, undefined],
      ['aws_sqs_queue.q (deposed 00000001)', 'd', undefined, undefined],
      ['aws_sqs_queue.c[1]', 'c', true, 'west'],
      ['module.a.module.b.aws_sqs_queue.q', 'q', undefined, undefined],
    ],
  );
  t.deepEqual(parsed.entries[0]?.attributes, { name: 'n' });
});

test('reads the providers of states of Terraform before 0.11', (t) => {
  const resource = (provider: string) => ({ type: 'aws_sqs_queue', primary: { id: 'q' }, provider });
  const { entries } = parseState({
    version: 3,
    serial: 3,
    lineage: 'l',
    modules: [
      {
        path: ['root'],
        resources: {
          'aws_sqs_queue.a': resource('aws'),
          'aws_sqs_queue.b': resource('aws.west'),
          'aws_sqs_queue.c': resource('awscc.west'),
        },
      },
    ],
  });
  t.deepEqual(
    entries.map(({ address, provider, providerAlias }) => [address, provider, providerAlias]),
    [
      ['aws_sqs_queue.a', 'provider.aws', undefined],
      ['aws_sqs_queue.b', 'provider.aws.west', 'west'],
    ],
  );
});

test('reads a state whose keys a tool has sorted', (t) => {
  const sort = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sort)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, item]) => [key, sort(item)]),
          )
        : value;
  const state = stateOf([
    queue('q', [{ attributes: { arn, id: 'i', name: 'q', policy: 'hunter2' } }], { module: 'module.a' }),
    queue('d', [{ attributes: { arn } }], { mode: 'data' }),
  ]);
  t.deepEqual(parseState(sort(state) as object), parseState(state));
});

test('skips malformed and repeated addresses and counts them', (t) => {
  const parsed = parseState(
    stateOf([
      queue('<script>', [{}]),
      queue('a\u0000', [{}]),
      queue('q', [{}, {}, { index_key: true }, { index_key: {} }, { index_key: '<b>\u0000' }]),
      queue('m', [{}], { module: 'module.\u001b[31m' }),
      queue('t', [{}], { type: 'x'.repeat(3_000) }),
      queue('d', [{ deposed: 'not hexadecimal' }]),
    ]),
  );
  t.deepEqual(
    parsed.entries.map(({ address }) => address),
    ['aws_sqs_queue.q', 'aws_sqs_queue.q["<b>\\u0000"]'],
  );
  t.is(parsed.malformedAddresses, 8);
});

test('rejects what is no state', (t) => {
  const noStates: readonly (string | Buffer | object)[] = [
    '',
    ' ',
    'null',
    '[]',
    '4',
    '{}',
    '<!doctype html><html></html>',
    '<?xml version="1.0"?><Error/>',
    gzipSync(JSON.stringify(stateOf([]))),
    JSON.stringify(stateOf([])).slice(0, -1),
    `${JSON.stringify(stateOf([]))}{}`,
    { format_version: '1.0', terraform_version: '1.9.8', values: {} },
    { ...stateOf([]), version: '4' },
    { ...stateOf([]), serial: -1 },
    { ...stateOf([]), serial: 1.5 },
    { ...stateOf([]), lineage: 5 },
    { ...stateOf([]), lineage: 'a\nb' },
    { ...stateOf([]), modules: [] },
    '{"version":4,"serial":1,"lineage":"a","resources":[],"resources":[]}',
    '{"version":4,"version":3,"serial":1,"lineage":"a","resources":[]}',
    `{"version":4,"serial":1,"lineage":"a","resources":[{"type":"a","type":"b"}]}`,
  ];
  for (const state of noStates) rejects(t, state, 'not_a_state');
});

test('UTF-16, a merge conflict and a plan have reasons of their own', (t) => {
  const text = JSON.stringify(stateOf([queue('q', [{}])]), null, 2);
  for (const mark of ['', '\ufeff']) {
    const bytes = Buffer.from(mark + text, 'utf16le');
    rejects(t, bytes, 'utf16');
    rejects(t, Buffer.from(bytes).swap16(), 'utf16');
  }
  const lines = text.split('\n');
  for (let line = 0; line <= lines.length; line += 1) {
    const conflict = ['<<<<<<< HEAD', '  "serial": 1,', '=======', '  "serial": 2,', '>>>>>>> main'];
    rejects(t, [...lines.slice(0, line), ...conflict, ...lines.slice(line)].join('\n'), 'merge_conflict');
  }
  const plan = {
    format_version: '1.2',
    terraform_version: '1.9.8',
    planned_values: {},
    resource_changes: [],
  };
  rejects(t, plan, 'plan');
  rejects(t, { terraform_version: '1.9.8', resource_changes: [] }, 'plan');
  rejects(t, `${JSON.stringify({ '@level': 'info', '@message': 'x' })}\n{}`, 'plan');
  rejects(t, Buffer.from('PK\u0003\u0004tfplan'), 'plan');
});

test('accepts a byte order mark and a state without resources', (t) => {
  t.deepEqual(parseState(`\ufeff${JSON.stringify(stateOf([]))}`).entries, []);
  t.deepEqual(parseState({ version: 4, serial: 0, lineage: '' }).entries, []);
  t.deepEqual(parseState(stateOf(null)).entries, []);
});

test('rejects encrypted states and other versions', (t) => {
  rejects(
    t,
    {
      serial: 3,
      lineage: 'l',
      meta: { 'key_provider.pbkdf2.a': 'e30=' },
      encrypted_data: 'AAAA',
      encryption_version: 'v0',
    },
    'encrypted',
  );
  for (const version of [0, 1, 2, 5, 99]) rejects(t, { ...stateOf([]), version }, 'unsupported_version');
  rejects(t, '{"version": 5, truncated', 'unsupported_version');
});

test('a key __proto__ changes nothing', (t) => {
  const state = JSON.stringify(
    stateOf(
      [queue('q', [{ attributes: { name: 'q', PROTO: { name: 'x' } }, identity: { PROTO: 'x', a: 'b' } }])],
      { PROTO: { version: 3 } },
    ),
  ).replaceAll('"PROTO"', '"__proto__"');
  const [entry] = parseState(state).entries;
  t.deepEqual(entry?.attributes, { name: 'q' });
  t.deepEqual(entry?.identity, { a: 'b' });
  t.false('version' in {});
});

test('rejects nesting deeper than 1,000 levels', (t) => {
  const nested = (depth: number) =>
    `{"version":4,"serial":1,"lineage":"a","outputs":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  t.deepEqual(parseState(nested(999)).entries, []);
  rejects(t, nested(1_000), 'too_large');
  rejects(t, nested(10_000), 'too_large');
});
