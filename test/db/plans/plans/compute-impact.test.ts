import test from 'ava';
import { computeImpact } from '../../../../db/plans/plans/compute-impact.ts';
import type { StoredImpact } from '../../../../db/plans/plans/compute-impact.ts';
import type { InsertedChange } from '../../../support/plans/stored-plans.ts';
import { useImpactFixture } from '../../../support/plans/use-impact-fixture.ts';

const fixture = useImpactFixture();

const risksOf = ({ risks = [] }: StoredImpact) =>
  risks.map(({ severity, kind, address, detail }) => `${severity} ${kind} ${address}: ${detail}`);

test('counts resources once, and changes without a resource apart from creates', async (t) => {
  const { graph, accountId, impactOf } = await fixture.organization();
  const [one, two, read] = await graph.resources([{ accountId }, { accountId }, { accountId }]);
  const impact = await impactOf([
    { actions: ['update'], resource: one },
    { actions: ['delete'], resource: one, deposed: 'abc' },
    { actions: ['delete', 'create'], resource: two },
    { actions: ['create'], reason: 'not_created_yet' },
    { actions: ['create'], reason: 'other_provider' },
    { actions: ['create'], reason: 'identity_unknown', importId: 'i-1' },
    { actions: ['update'], reason: 'not_in_inventory' },
    { actions: ['delete'], reason: 'association' },
    { actions: ['read'], resource: read },
    { actions: ['no-op'], resource: read, previousAddress: 'aws_vpc.old' },
    { actions: ['no-op'], resource: read, importId: 'i-2' },
    { actions: ['update'], resource: read, origin: 'drift', address: 'aws_vpc.drifted' },
    { actions: ['delete'], origin: 'drift', address: 'aws_vpc.gone', reason: 'ambiguous' },
    { actions: ['update'], resource: read, origin: 'deferred', address: 'aws_vpc.deferred' },
    { actions: ['no-op'], reason: 'unsupported_type' },
  ]);
  t.deepEqual(impact, { resources: 2, unmapped: 3, applications: [], teams: [] });
});

test('a plan without changes has no impact, and no environments and risks', async (t) => {
  const { impactOf } = await fixture.organization();
  t.deepEqual(await impactOf([]), { resources: 0, unmapped: 0, applications: [], teams: [] });
});

test('counts the resources of each application, owner and environment', async (t) => {
  const { graph, ownership, accountId, query, organizationId, impactOf } = await fixture.organization();
  const [a, b, c, other] = await graph.resources([
    { accountId },
    { accountId },
    { accountId },
    { accountId },
  ]);
  const shop = await graph.application('shop', [a, b]);
  const billing = await graph.application('billing', [b]);
  await graph.application('former', [a], 'stale');
  await graph.application('rejected', [a], 'rejected');
  await graph.application('untouched', [other]);
  const core = await ownership.team('core');
  const former = await ownership.team('former', false);
  await ownership.teamOwner(shop, core);
  await ownership.teamOwner(billing, former);
  const production = await ownership.environment('live');
  const [staging] = await query<{ id: string }>(
    "insert into environments (organization_id, name, class) values ($1, 'next', 'staging') returning id",
    [organizationId],
  );
  await query('update aws_accounts set default_environment_id = $3 where organization_id = $1 and id = $2', [
    organizationId,
    accountId,
    production,
  ]);
  await query(
    `insert into resource_environments (organization_id, resource_id, environment_id, source)
     values ($1, $2, $3, 'tag')`,
    [organizationId, c, staging?.id],
  );
  const impact = await impactOf([
    { actions: ['update'], resource: a },
    { actions: ['update'], resource: b },
    { actions: ['update'], resource: b, address: 'aws_vpc.again' },
    { actions: ['update'], resource: c },
    { actions: ['read'], resource: other },
  ]);
  t.deepEqual(impact, {
    resources: 3,
    unmapped: 0,
    applications: [
      { id: shop, name: 'shop', resources: 2 },
      { id: billing, name: 'billing', resources: 1 },
    ],
    teams: [{ id: core, name: 'core', resources: 2 }],
    environments: [
      { id: production, name: 'live', resources: 2 },
      { id: staging?.id ?? '', name: 'next', resources: 1 },
    ],
  });
});

test('deleting or replacing a resource with active incoming edges is a high risk', async (t) => {
  const { graph, accountId, impactOf } = await fixture.organization();
  const [topic, reader, alarm, stale, parent, child, free] = await graph.resources([
    { accountId },
    { accountId },
    { accountId },
    { accountId },
    { accountId },
    { accountId },
    { accountId },
  ]);
  await graph.edges([
    { source: reader, target: topic, type: 'reads_from' },
    { source: reader, target: topic, type: 'references' },
    { source: alarm, target: topic, type: 'monitors' },
    { source: stale, target: topic, type: 'uses', staleAt: new Date() },
    { source: topic, target: free, type: 'uses' },
    { source: parent, target: child, type: 'contains' },
  ]);
  const changes = (actions: readonly string[]): readonly InsertedChange[] => [
    { address: 'topic', actions, resource: topic },
    { address: 'parent', actions, resource: parent },
    { address: 'stale', actions, resource: stale },
  ];
  t.deepEqual(risksOf(await impactOf(changes(['delete']))), [
    'high has_dependents topic: deleted: 1 resource fails with it, 1 resource refers to it',
    'high has_dependents parent: deleted: 1 resource fails with it',
  ]);
  t.deepEqual(risksOf(await impactOf(changes(['create', 'delete']))), [
    'high has_dependents topic: replaced: 1 resource fails with it, 1 resource refers to it',
    'high has_dependents parent: replaced: 1 resource fails with it',
  ]);
  t.deepEqual(risksOf(await impactOf(changes(['update']))), []);
});

test('resources that the plan deletes do not depend on a resource; replaced ones do', async (t) => {
  const { graph, accountId, impactOf } = await fixture.organization();
  const [role, fn] = await graph.resources([{ accountId }, { accountId }]);
  await graph.edges([{ source: fn, target: role, type: 'runs_as' }]);
  const impact = (actions: readonly string[], deposed: string | null = null) =>
    impactOf([
      { address: 'role', actions: ['delete'], resource: role },
      { address: 'function', actions, resource: fn, deposed },
    ]);
  t.deepEqual(risksOf(await impact(['delete'])), []);
  const risk = ['high has_dependents role: deleted: 1 resource fails with it'];
  t.deepEqual(risksOf(await impact(['delete', 'create'])), risk);
  t.deepEqual(risksOf(await impact(['update'])), risk);
  t.deepEqual(risksOf(await impact(['delete'], 'abc')), risk, 'a deposed object is not the resource');
});

test('deleting a resource that holds data is a high risk, also without a resource of the inventory', async (t) => {
  const { graph, accountId, impactOf } = await fixture.organization();
  const [bucket, instance] = await graph.resources([
    { accountId, type: 'AWS::S3::Bucket' },
    { accountId, type: 'AWS::RDS::DBInstance' },
  ]);
  const impact = await impactOf([
    { address: 'unknown', type: 'aws_db_instance', actions: ['delete'], reason: 'not_scanned' },
    { address: 'future', type: 'aws_future_bucket', actions: ['delete', 'create'], resource: bucket },
    { address: 'network', type: 'aws_vpc', actions: ['delete'], reason: 'not_scanned' },
    { address: 'node', type: 'aws_rds_cluster_instance', actions: ['delete'], resource: instance },
    { address: 'other', type: 'google_storage_bucket', actions: ['delete'], reason: 'other_provider' },
  ]);
  t.deepEqual(risksOf(impact), [
    'high holds_data unknown: deleted: holds a database',
    'high holds_data future: replaced: holds objects',
  ]);
  t.deepEqual(
    impact.risks?.map(({ resource_id: id }) => id),
    [undefined, bucket],
  );
});

test('deleting a resource in production is a high risk', async (t) => {
  const { graph, ownership, accountId, query, organizationId, impactOf } = await fixture.organization();
  const [live, next] = await graph.resources([{ accountId }, { accountId }]);
  const production = await ownership.environment('live');
  const [staging] = await query<{ id: string }>(
    "insert into environments (organization_id, name, class) values ($1, 'next', 'staging') returning id",
    [organizationId],
  );
  await query('update aws_accounts set default_environment_id = $3 where organization_id = $1 and id = $2', [
    organizationId,
    accountId,
    production,
  ]);
  await query(
    `insert into resource_environments (organization_id, resource_id, environment_id, source) values ($1, $2, $3, 'tag')`,
    [organizationId, next, staging?.id],
  );
  const impact = await impactOf([
    { address: 'live', actions: ['delete'], resource: live },
    { address: 'next', actions: ['delete'], resource: next },
    { address: 'updated', actions: ['update'], resource: live },
    { address: 'unknown', actions: ['delete'], reason: 'not_scanned' },
  ]);
  t.deepEqual(risksOf(impact), ['high in_production live: deleted: environment live']);
});

test('a change of values that drifted is a medium risk', async (t) => {
  const { impactOf } = await fixture.organization();
  const pair = (name: string, drifted: readonly string[], planned: readonly string[]) => [
    { address: name, actions: ['update'], paths: planned },
    { address: name, actions: ['update'], origin: 'drift' as const, paths: drifted },
  ];
  const impact = await impactOf([
    ...pair('same', ['/tags/Owner', '/policy'], ['/size', '/policy']),
    ...pair('inside', ['/ingress'], ['/ingress/0/cidr']),
    ...pair('outside', ['/ingress/0/cidr'], ['/ingress']),
    ...pair('other', ['/tags/Owner'], ['/tags/OwnerTeam', '/tag']),
    ...pair('whole', ['/tags'], ['']),
    { address: 'recreated', actions: ['create'], paths: [''] },
    { address: 'recreated', actions: ['delete'], origin: 'drift', paths: [''] },
    { address: 'deleted', actions: ['delete'], paths: [''] },
    { address: 'deleted', actions: ['update'], origin: 'drift', paths: ['/tags'] },
    { address: 'deposed', actions: ['update'], paths: ['/tags'] },
    { address: 'deposed', deposed: 'abc', actions: ['update'], origin: 'drift', paths: ['/tags'] },
    { address: 'kept', actions: ['update'], origin: 'drift', paths: ['/tags'] },
    { address: 'planned', actions: ['update'], paths: ['/tags'] },
  ]);
  t.deepEqual(
    impact.risks?.map(({ severity, kind, address }) => `${severity} ${kind} ${address}`),
    ['same', 'inside', 'outside', 'whole', 'recreated'].map((name) => `medium reverted_drift ${name}`),
  );
});

test('a forgotten resource is a medium risk', async (t) => {
  const { impactOf } = await fixture.organization();
  const impact = await impactOf([
    { address: 'a', type: 'aws_s3_bucket', actions: ['forget'] },
    { address: 'b', type: 'aws_s3_bucket', actions: ['create', 'forget'] },
  ]);
  t.deepEqual(risksOf(impact), [
    'medium forget a: is removed from the state and not deleted',
    'medium forget b: is removed from the state and not deleted',
  ]);
});

test('more than 20 deletes are a medium risk; replaced resources do not count', async (t) => {
  const { impactOf } = await fixture.organization();
  const deletes = Array.from({ length: 21 }, () => ({ actions: ['delete'] }));
  const replaced = { actions: ['delete', 'create'] };
  t.deepEqual(risksOf(await impactOf([replaced, ...deletes])), [
    'medium many_deletes aws_vpc.c[1]: the first of 21 deletes',
  ]);
  t.deepEqual(risksOf(await impactOf([replaced, ...deletes.slice(1)])), []);
});

test('returns the 100 worst risks', async (t) => {
  const { graph, accountId, impactOf } = await fixture.organization();
  const [used, user] = await graph.resources([{ accountId }, { accountId }]);
  await graph.edges([{ source: user, target: used }]);
  const { risks = [] } = await impactOf([
    { address: 'forgotten', actions: ['forget'] },
    ...Array.from({ length: 120 }, () => ({ type: 'aws_sqs_queue', actions: ['delete'] })),
    { address: 'worst', type: 'aws_sqs_queue', actions: ['delete'], resource: used },
  ]);
  t.is(risks.length, 100);
  t.true(risks.every(({ severity }) => severity === 'high'));
  t.deepEqual(
    risks.slice(0, 3).map(({ kind, address }) => `${kind} ${address}`),
    ['holds_data worst', 'has_dependents worst', 'holds_data aws_sqs_queue.c[1]'],
  );
});

test('reads no plan and no record of another organization', async (t) => {
  const [own, other] = [await fixture.organization(), await fixture.organization()];
  const [resource, user] = await other.graph.resources([
    { accountId: other.accountId },
    { accountId: other.accountId },
  ]);
  await other.graph.edges([{ source: user, target: resource }]);
  await other.graph.application('shop', [resource]);
  const changes = [{ actions: ['delete'], resource }];
  const planId = await other.plans.plan({}, changes);
  const nothing = { resources: 0, unmapped: 0, applications: [], teams: [] };
  t.deepEqual(
    await fixture.database().withTenant(own.organizationId, (tenant) => computeImpact(tenant, planId)),
    nothing,
  );
  t.deepEqual(await own.impactOf(changes), { ...nothing, resources: 1 });
});
