import test from 'ava';
import { createStateParser } from '../../../../commands/mapping/parse/state-parser.ts';
import { parseStateInThread } from '../../../../commands/mapping/parse/parse-state-in-thread.ts';
import { StateRejected } from '../../../../commands/mapping/parse/state-rejected.ts';
import type { StateEntry } from '../../../../domain/mapping/state-entry.ts';
import { createDocumentWorkers } from '../../../../runtime/document-workers.ts';
import { awsProvider, encode, sampleRules, stateOf } from './support/states.ts';

const workers = createDocumentWorkers(1);
test.after.always(() => workers.close());

const arn = 'arn:aws:rds:eu-west-1:123456789012:db:main';
let canaries = 0;
/** A different secret each time. */
const canary = () => `CANARY-${(canaries += 1)}`;
const get = (value: string) => ({ type: 'get_attr', value });

/** An instance with secrets in every place that Terraform has for them. */
function instance(extra: object = {}): object {
  return {
    schema_version: 0,
    attributes: {
      arn,
      identifier: 'main',
      password: canary(),
      master_user_secret: [{ secret_arn: canary(), kms_key_id: canary() }],
      user_data: canary(),
      tags: { [canary()]: canary(), name: canary() },
      environment: [{ variables: { DATABASE_URL: canary() } }],
      nested: { identifier: canary(), arn: canary(), id: canary(), deep: [[{ name: canary() }]] },
      id: { not: canary() },
    },
    attributes_flat: { password: canary(), 'tags.%': canary() },
    sensitive_attributes: [[get('password')], [get(canary())]],
    identity_schema_version: 0,
    identity: { account_id: '123456789012', region: 'eu-west-1', nested: { secret: canary() } },
    private: canary(),
    dependencies: [canary()],
    create_before_destroy: canary(),
    unknown: { secret: canary() },
    ...extra,
  };
}

const resource = (type: string, name: string, instances: readonly object[], fields: object = {}) => ({
  mode: 'managed',
  type,
  name,
  provider: awsProvider,
  each: canary(),
  unknown: canary(),
  ...fields,
  instances,
});

function state(): object {
  return stateOf(
    [
      resource('aws_db_instance', 'listed', [instance(), instance({ index_key: 1, status: canary() })]),
      resource('aws_secret_thing', 'unlisted', [
        instance({ identity: { name: canary(), password: canary() } }),
      ]),
      resource('aws_db_instance', 'data', [instance()], { mode: 'data' }),
      resource('random_password', 'other', [instance({ attributes: { result: canary(), id: canary() } })], {
        provider: 'provider["registry.terraform.io/hashicorp/random"]',
      }),
      resource('aws_db_instance', 'sensitive', [
        instance({
          attributes: {
            arn: `arn:aws:rds:eu-west-1:123456789012:db:${canary()}`,
            identifier: canary(),
            id: canary(),
          },
          sensitive_attributes: [[get('arn')], [get('identifier')], [get('id')]],
        }),
      ]),
      resource('aws_db_instance', 'keyed', [instance({ deposed: '0011aabb' })], { module: 'module.a' }),
      resource('aws_dynamodb_table_item', 'item', [
        instance({ attributes: { id: `table|pk|${canary()}`, item: canary() }, identity: { key: canary() } }),
      ]),
      resource(`<${canary()}>`, canary(), [instance()]),
    ],
    {
      outputs: {
        [canary()]: { value: canary(), type: 'string', sensitive: true },
        plain: { value: { a: [canary()] }, type: ['object', {}] },
      },
      check_results: [
        { object_kind: 'resource', config_addr: canary(), objects: [{ failure_messages: [canary()] }] },
      ],
      unknown: canary(),
    },
  );
}

test('nothing but the documented parts of a state leaves the thread', async (t) => {
  const chunks = encode([JSON.stringify(state(), null, 2)]);
  const parsed = await parseStateInThread(workers, 'tenant', { chunks, maximumMegabytes: 1 });
  t.true(canaries > 100);
  t.deepEqual(
    parsed.entries.map(({ address }) => address),
    [
      'aws_db_instance.listed',
      'aws_db_instance.listed[1]',
      'aws_secret_thing.unlisted',
      'aws_db_instance.sensitive',
      'module.a.aws_db_instance.keyed (deposed 0011aabb)',
      'aws_dynamodb_table_item.item',
    ],
  );
  t.notRegex(JSON.stringify(parsed), /CANARY/);
  t.like(parsed.entries[0], { arn, attributes: { identifier: 'main' } });
  t.deepEqual(parsed.entries[2]?.attributes, {});
});

test('a state whose keys a tool has sorted, and one of version 3, show no more', (t) => {
  const sorted = (value: unknown): unknown =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? Array.isArray(value)
        ? value.map(sorted)
        : value
      : Object.fromEntries(
          Object.entries(value)
            .map(([key, item]) => [key, sorted(item)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        );
  const flat = {
    id: 'db',
    attributes: { arn, password: canary(), 'tags.x': canary() },
    meta: { secret: canary() },
  };
  const version3 = {
    version: 3,
    serial: 1,
    lineage: 'l',
    modules: [
      {
        path: ['root'],
        outputs: { a: { value: canary() } },
        resources: { 'aws_sqs_queue.q': { depends_on: [canary()], primary: flat, provider: 'provider.aws' } },
      },
    ],
  };
  for (const [document, count] of [
    [sorted(state()), 6],
    [version3, 1],
  ] as const) {
    const entries: StateEntry[] = [];
    const parser = createStateParser(sampleRules, (entry) => entries.push(entry));
    parser.push(Buffer.from(JSON.stringify(document)));
    const header = parser.end();
    t.is(entries.length, count);
    t.notRegex(JSON.stringify([header, entries]), /CANARY/);
  }
});

test('no message of a rejection contains a part of the state', async (t) => {
  const text = JSON.stringify(state());
  for (const broken of [
    text.slice(0, -1),
    text.replace('"password"', '"CANARY"CANARY'),
    text.replace('"version":4', '"version":"CANARY"'),
    text.replace('"lineage":"', '"lineage":"\\u0000CANARY'),
    `{"encrypted_data":"CANARY"}`,
    'CANARY',
  ]) {
    const chunks = encode([broken]);
    const error = await t.throwsAsync(
      parseStateInThread(workers, 'tenant', { chunks, maximumMegabytes: 1 }),
      { instanceOf: StateRejected },
    );
    t.notRegex(`${error?.message} ${error?.stack}`, /CANARY/);
  }
});
