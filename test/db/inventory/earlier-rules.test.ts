import test from 'ava';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { run } from '../../../activities/discovery/collect/normalise-item.ts';
import { keyedHash } from '../../../runtime/keyed-hash.ts';
import { hideSecret } from '../../../domain/secrets/redact-secrets.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

/** What the last release with rule set 6 stored for the items below, with the key of {@link useStoredScans}. */
const stored = {
  sorted: {
    resourceType: 'AWS::AutoScaling::AutoScalingGroup',
    nativeId: 'web',
    arn: 'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:1:autoScalingGroupName/web',
    name: 'web',
    tags: {},
    configuration: {
      AutoScalingGroupARN:
        'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:1:autoScalingGroupName/web',
      AutoScalingGroupName: 'web',
      MaxSize: 4,
      TerminationPolicies: ['ClosestToNextInstanceHour', 'Default', 'OldestLaunchTemplate'],
    },
    volatile: {},
    configHash: '8f0f003b9f340b10e8326092bf6206eeba4000e3e02ba6d0a8bf9e5359965529',
  },
  hidden: {
    resourceType: 'AWS::IAM::AccessKey',
    nativeId: 'AKIAIOSFODNN7EXAMPLE',
    arn: undefined,
    name: 'AKIAIOSFODNN7EXAMPLE',
    tags: {},
    configuration: {
      AccessKeyId: 'hmac-sha256:db9adb48a126d9ce1c8104b3854e8014c36a18a32ec17c2f6528e4dfa3310524',
      Status: 'Active',
      UserName: 'deploy',
    },
    volatile: {},
    configHash: 'f0da8ba36ee1542e19eeb7d246508c4651cb489e12ea4195f607f1b4c1393181',
  },
  /** Up to rule set 7, a reference to a value that is elsewhere was hidden as a secret is. */
  reference: {
    resourceType: 'AWS::ECS::TaskDefinition',
    nativeId: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:1',
    arn: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:1',
    name: 'web',
    tags: {},
    configuration: {
      containerDefinitions: [
        {
          environment: [
            { name: 'DB_PASSWORD', value: hideSecret('${DB_PASSWORD}', keyedHash('key')) },
            { name: 'STAGE', value: 'prod' },
          ],
          name: 'web',
        },
      ],
      family: 'web',
      taskDefinitionArn: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:1',
    },
    volatile: {},
    configHash: '',
  },
  dropped: {
    resourceType: 'AWS::ECS::Cluster',
    nativeId: 'arn:aws:ecs:eu-west-1:123456789012:cluster/web',
    arn: 'arn:aws:ecs:eu-west-1:123456789012:cluster/web',
    name: 'web',
    tags: {},
    configuration: {
      clusterArn: 'arn:aws:ecs:eu-west-1:123456789012:cluster/web',
      clusterName: 'web',
      settings: [{ name: 'containerInsights', value: 'enabled' }],
    },
    volatile: {},
    configHash: '42422156cb60ea31b027539e0301643c694204195193fe365d2347ecc29a7cbd',
  },
} satisfies Record<string, ObservedResource>;

/** The same resources as AWS returns them, with what the earlier rule set sorted, hid or dropped. */
const returned = {
  sorted: {
    AutoScalingGroupName: 'web',
    AutoScalingGroupARN: stored.sorted.arn,
    MaxSize: 4,
    TerminationPolicies: ['OldestLaunchTemplate', 'ClosestToNextInstanceHour', 'Default'],
  },
  hidden: { UserName: 'deploy', AccessKeyId: 'AKIAIOSFODNN7EXAMPLE', Status: 'Active' },
  reference: {
    family: 'web',
    taskDefinitionArn: stored.reference.arn,
    containerDefinitions: [
      {
        name: 'web',
        environment: [
          { name: 'DB_PASSWORD', value: '${DB_PASSWORD}' },
          { name: 'STAGE', value: 'prod' },
        ],
      },
    ],
  },
  dropped: {
    clusterArn: stored.dropped.arn,
    clusterName: 'web',
    settings: [
      { name: 'containerInsights', value: 'enabled', $unmodeled: { appliesTo: 'tasks', revisionCount: 2 } },
    ],
    $unmodeled: { placement: { mode: 'spread' } },
  },
} satisfies Record<string, JsonObject>;

type Kind = keyof typeof stored;

function observe(kind: Kind, changes: JsonObject = {}): ObservedResource {
  const { resourceType } = stored[kind];
  const scope = { account: '123456789012', region: 'eu-west-1', partition: 'aws' };
  const item = toJson({ ...returned[kind], ...changes }) as RawItem;
  const found = run({ kind: 'item', resourceType, item, tags: undefined, scope, hmacKey: 'key' });
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

async function history(account: StoredAccount) {
  return scans.owner.query<{ kind: string | null; paths: string[] | null; revision: number }>(
    `select c.kind, c.paths, r.revision from resource_revisions r
     left join changes c on c.organization_id = r.organization_id and c.resource_id = r.resource_id
       and c.revision = r.revision
     where r.organization_id = $1 order by r.revision`,
    [account.organizationId],
  );
}

async function scan(account: StoredAccount, resource: ObservedResource, ruleSet?: number) {
  const task = await account.begin([resource.resourceType]);
  await task.store([resource], ruleSet);
  await task.finish();
}

async function storedBefore(kind: Kind): Promise<StoredAccount> {
  const account = await scans.makeAccount();
  await scan(account, stored[kind], 6);
  return account;
}

const created = { kind: 'created', revision: 1 };
const changeOfKind: Readonly<Record<Kind, { readonly changes: JsonObject; readonly path: string }>> = {
  sorted: {
    changes: { TerminationPolicies: ['Default', 'OldestLaunchTemplate', 'ClosestToNextInstanceHour'] },
    path: '/configuration/TerminationPolicies/0',
  },
  hidden: { changes: { Status: 'Inactive' }, path: '/configuration/Status' },
  reference: { changes: { family: 'shop' }, path: '/configuration/family' },
  dropped: {
    changes: { $unmodeled: { placement: { mode: 'binpack' } } },
    path: '/configuration/placement/mode',
  },
};

const verbOfKind = { sorted: 'sorted', hidden: 'hid', reference: 'hid as a reference', dropped: 'dropped' };
for (const kind of ['sorted', 'hidden', 'reference', 'dropped'] as const) {
  test(`a value that an earlier rule set ${verbOfKind[kind]} is no change when it is first read`, async (t) => {
    const account = await storedBefore(kind);
    await scan(account, observe(kind));
    const rows = await history(account);
    t.like(rows, [created, { kind: null, revision: 2 }]);
    await scan(account, observe(kind));
    t.is((await history(account)).length, 2, 'the second observation is equal');
    const [row] = await scans.owner.query<{ configuration: JsonObject }>(
      'select configuration from resource_documents where organization_id = $1',
      [account.organizationId],
    );
    t.deepEqual(row?.configuration, observe(kind).configuration);
    await scan(account, observe(kind, changeOfKind[kind].changes));
    const [, , changed] = await history(account);
    t.like(changed, { kind: 'updated', revision: 3 });
    t.true(changed?.paths?.includes(changeOfKind[kind].path), String(changed?.paths));
  });
}

test('a change that is first read with values that an earlier rule set treated otherwise has only its own paths', async (t) => {
  const cases: readonly (readonly [Kind, JsonObject, string])[] = [
    ['sorted', { MaxSize: 8 }, '/configuration/MaxSize'],
    ['hidden', { Status: 'Inactive' }, '/configuration/Status'],
    ['reference', { family: 'shop' }, '/configuration/family'],
    ['dropped', { clusterName: 'shop' }, '/configuration/clusterName'],
  ];
  for (const [kind, changes, path] of cases) {
    const account = await storedBefore(kind);
    await scan(account, observe(kind, changes));
    const [, updated] = await history(account);
    t.deepEqual(updated, { kind: 'updated', paths: [path], revision: 2 }, kind);
  }
});

test('a resource that reappears with such values has no paths', async (t) => {
  const account = await storedBefore('sorted');
  const task = await account.begin([stored.sorted.resourceType]);
  await task.finish();
  await scan(account, observe('sorted'));
  const changes = await scans.owner.query<{ kind: string; paths: string[] }>(
    "select kind, paths from changes where organization_id = $1 and kind = 'reappeared'",
    [account.organizationId],
  );
  t.deepEqual(changes, [{ kind: 'reappeared', paths: [] }]);
});

test('a part that is readable again later is compared under the rule set that stored it', async (t) => {
  const account = await storedBefore('sorted');
  const unreadable = [{ part: 'TerminationPolicies', scope: 'key', reason: 'denied' }] as const;
  const { TerminationPolicies: _, ...rest } = observe('sorted').configuration;
  for (let scanned = 0; scanned < 2; scanned += 1)
    await scan(account, { ...observe('sorted'), configuration: rest, unreadable });
  await scan(account, observe('sorted'));
  t.deepEqual(
    (await history(account)).map(({ kind }) => kind),
    ['created', null],
  );
  await scan(account, observe('sorted', changeOfKind.sorted.changes));
  t.is((await history(account)).at(-1)?.kind, 'updated');
});

test('a member that a new version of the SDK knows is no change', async (t) => {
  const account = await scans.makeAccount();
  await scan(account, observe('dropped', { $unmodeled: { taskLimit: 5 } }));
  const known = observe('dropped', { $unmodeled: {}, taskLimit: 5 });
  t.is(known.configuration['taskLimit'], 5);
  await scan(account, known);
  await scan(account, known);
  t.deepEqual(
    (await history(account)).map(({ kind }) => kind),
    ['created', null],
  );
});

test('a setting that changes is one change, whether a scan sees its transition or not', async (t) => {
  const monitoring = (State: string): ObservedResource => {
    const scope = { account: '123456789012', region: 'eu-west-1', partition: 'aws' };
    const item = { InstanceId: 'i-1', Monitoring: { State } };
    const found = run({
      kind: 'item',
      resourceType: 'AWS::EC2::Instance',
      item,
      tags: undefined,
      scope,
      hmacKey: 'key',
    });
    if (found === undefined) throw new Error('no instance');
    return found;
  };
  const account = await scans.makeAccount();
  for (const state of ['disabled', 'pending', 'enabled', 'disabling', 'disabled'])
    await scan(account, monitoring(state));
  t.deepEqual(
    (await history(account)).map(({ kind, paths }) => [kind, paths]),
    [
      ['created', []],
      ['updated', ['/configuration/Monitoring/State']],
      ['updated', ['/configuration/Monitoring/State']],
    ],
  );
});
