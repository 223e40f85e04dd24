import test from 'ava';
import { configHash } from '../../../activities/discovery/collect/config-hash.ts';
import { rematchAccount, rematchOrganization } from '../../../db/mapping/match/match-entries.ts';
import { countAccountsWithoutStackResources } from '../../../db/mapping/match/match-stacks.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import type { StackReading, StackResource } from '../../../domain/discovery/observation/stack-reading.ts';
import { queue, useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();
const stackType = 'AWS::CloudFormation::Stack';
const queueType = 'AWS::SQS::Queue';
const types = [stackType, queueType];

const stackArn = (name: string, account = '123456789012') =>
  `arn:aws:cloudformation:eu-west-1:${account}:stack/${name}/1`;

function stack(name: string, reading?: StackReading, rest: Partial<ObservedResource> = {}): ObservedResource {
  const arn = stackArn(name);
  const configuration = { StackName: name };
  return {
    resourceType: stackType,
    nativeId: arn,
    arn,
    name,
    tags: {},
    configuration,
    volatile: {},
    configHash: configHash(configuration, {}),
    ...(reading === undefined ? {} : { stack: reading }),
    ...rest,
  };
}

const lists = (...names: readonly string[]): StackReading => ({
  version: names.join(),
  resources: names.map((name) => listed(name)),
});
const listed = (name: string, rest: Partial<StackResource> = {}): StackResource => ({
  logicalId: name,
  resourceType: queueType,
  physicalId: queue(name).nativeId,
  retained: false,
  ...rest,
});

/** A queue with the tag of a stack. */
function tagged(name: string, stackName: string, account?: string): ObservedResource {
  const own = queue(name);
  const tags = { 'aws:cloudformation:stack-id': stackArn(stackName, account) };
  return { ...own, tags, origin: 'stack', configHash: configHash(own.configuration, tags) };
}

/** An account of which all code is connected: what nothing claims is `unmanaged`. */
async function makeAccount(account?: StoredAccount) {
  const own = account ?? (await scans.makeAccount());
  const { organizationId, accountId } = own;
  await scans.owner.query('update aws_accounts set code_complete = true where id = $1', [accountId]);
  const match = () =>
    scans.database.withTenant(organizationId, (tenant) => rematchAccount(tenant, accountId));
  return {
    ...own,
    match,
    /** Stores a complete scan of both types and matches the account. */
    async scan(...resources: readonly ObservedResource[]) {
      const task = await own.begin(types);
      await task.store(resources);
      await task.finish();
      await match();
    },
    async states(): Promise<Readonly<Record<string, string>>> {
      const rows = await scans.owner.query<{ name: string; state: string }>(
        `select name, management_state as state from resources
         where aws_account_id = $1 and resource_type <> $2 and status = 'active'`,
        [accountId, stackType],
      );
      return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
    },
  };
}

test('a resource without tags that a stack lists is a child, until the stack is deleted', async (t) => {
  const account = await makeAccount();
  await account.scan(stack('shop', lists('a')), queue('a'), queue('b'));
  t.deepEqual(await account.states(), { a: 'child', b: 'unmanaged' });
  await account.scan(stack('shop'), queue('a'), queue('b'));
  t.deepEqual(await account.states(), { a: 'child', b: 'unmanaged' }, 'the stack was not read again');
  await account.scan(stack('shop', lists('a', 'b')), queue('a'), queue('b'));
  t.deepEqual(await account.states(), { a: 'child', b: 'child' }, 'an update adds a resource');
  await account.scan(stack('shop'), queue('a'), queue('b'), queue('c'));
  await account.scan(stack('shop', lists('b', 'c', 'd')), queue('a'), queue('b'), queue('c'));
  t.deepEqual(
    await account.states(),
    { a: 'unmanaged', b: 'child', c: 'child' },
    'an update removes a resource',
  );
  await account.scan(stack('shop'), queue('a'), queue('b'), queue('c'), queue('d'));
  t.deepEqual((await account.states())['d'], 'child', 'a resource that a later scan finds');
  await account.scan(queue('a'), queue('b'), queue('c'), queue('d'));
  t.deepEqual(
    new Set(Object.values(await account.states())),
    new Set(['unmanaged']),
    'the stack was deleted',
  );
  await account.scan(stack('shop', lists('a')), queue('a'), queue('b'));
  t.deepEqual(await account.states(), { a: 'child', b: 'unmanaged' }, 'the stack appeared again');
});

test('the tag of a stack that cannot be read decides, until the stack is deleted', async (t) => {
  const account = await makeAccount();
  const unreadable = [
    { part: 'StackResources', scope: 'key', reason: 'denied', action: 'cloudformation:ListStackResources' },
  ] as const;
  const denied = stack('shop', undefined, { unreadable });
  const count = () => scans.database.withTenant(account.organizationId, countAccountsWithoutStackResources);
  await account.scan(denied, tagged('a', 'shop'), queue('b'));
  t.deepEqual(await account.states(), { a: 'child', b: 'unmanaged' });
  t.is(await count(), 1);
  await account.scan(tagged('a', 'shop'), queue('b'));
  t.deepEqual(await account.states(), { a: 'unmanaged', b: 'unmanaged' });
  t.is(await count(), 0);
  await account.scan(stack('shop', lists('b')), tagged('a', 'shop'), queue('b'));
  t.deepEqual(await account.states(), { a: 'child', b: 'child' }, 'a copied tag');
  t.is(await count(), 0);
});

test('a resource that its stack retained is unmanaged in spite of its tag', async (t) => {
  const account = await makeAccount();
  const queues = [tagged('a', 'shop'), tagged('b', 'shop')];
  await account.scan(stack('shop', lists('a', 'b')), ...queues);
  t.deepEqual(await account.states(), { a: 'child', b: 'child' });
  await account.scan(stack('shop', lists('b')), ...queues);
  t.deepEqual(await account.states(), { a: 'unmanaged', b: 'child' }, 'removed from the template');
  const skipped = { version: '3', resources: [listed('b', { retained: true })] };
  await account.scan(stack('shop', skipped), ...queues);
  t.deepEqual(await account.states(), { a: 'unmanaged', b: 'unmanaged' }, 'the stack names it as retained');
  await account.scan(stack('shop', lists('a', 'b')), ...queues);
  t.deepEqual(await account.states(), { a: 'child', b: 'child' }, 'imported again');
});

test('a resource with the tag of an unknown stack is unmanaged once a later list lacks the stack', async (t) => {
  const account = await makeAccount();
  const orphan = (age: number) => ({
    ...tagged('a', 'deleted'),
    createdAt: new Date(Date.now() + age).toISOString(),
  });
  const other = tagged('b', 'deleted', '999999999999');
  await account.scan(orphan(-86_400_000), other);
  t.deepEqual(await account.states(), { a: 'unmanaged', b: 'child' });
  const young = await makeAccount();
  await young.scan(orphan(60_000));
  t.deepEqual(await young.states(), { a: 'child' }, 'its stack may be younger than the list of stacks');
});

test('a stack claims no resource of another account, region or type', async (t) => {
  const first = await makeAccount();
  const second = await makeAccount(await scans.addAccount(first.organizationId, '210987654321'));
  const insert = (name: string, region: string, owner: string | null) =>
    scans.owner.query(
      `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, name, config_hash,
         rule_set, owner_account_number) values ($1, $2, $3, $4, $5, $6, 'h', 1, $7)`,
      [second.organizationId, second.accountId, region, queueType, queue(name).nativeId, name, owner],
    );
  await first.scan(queue('of-first'));
  await second.scan(queue('own'));
  await insert('elsewhere', 'us-east-1', null);
  await insert('global', 'global', null);
  await insert('shared', 'eu-west-1', '999999999999');
  const names = ['of-first', 'elsewhere', 'global', 'shared', 'own'];
  const task = await second.begin([stackType]);
  const resources = [
    ...names.map((name) => listed(name)),
    listed('type', { resourceType: 'AWS::SNS::Topic', physicalId: queue('of-first').nativeId }),
    listed('arn', { physicalId: queue('of-first').arn ?? '' }),
  ];
  await task.store([stack('hostile', { version: '1', resources })]);
  await task.finish();
  await second.match();
  await first.match();
  t.deepEqual(await first.states(), { 'of-first': 'unmanaged' });
  t.deepEqual(await second.states(), {
    elsewhere: 'unmanaged',
    global: 'child',
    shared: 'unmanaged',
    own: 'child',
  });
  await scans.database.withTenant(first.organizationId, rematchOrganization);
  t.deepEqual(await first.states(), { 'of-first': 'unmanaged' });
  const [rows] = await scans.owner.query<{ matched: number }>(
    'select count(resource_id)::integer as matched from stack_resources where organization_id = $1',
    [first.organizationId],
  );
  t.is(rows?.matched, 2);
});

test('storing the same resources again changes nothing', async (t) => {
  const account = await makeAccount();
  await account.scan(stack('shop', lists('a', 'b')), queue('a'));
  const rows = () =>
    scans.owner.query(
      `select m.xmin::text, m.logical_id, s.changed_at from stack_resources m
       join stack_readings s on s.stack_id = m.stack_id where m.organization_id = $1 order by 2`,
      [account.organizationId],
    );
  const before = await rows();
  await account.scan(stack('shop', lists('a', 'b')), queue('a'));
  t.is(before.length, 2);
  t.deepEqual(await rows(), before);
});
