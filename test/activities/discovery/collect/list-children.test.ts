import test from 'ava';
import { collect } from '../support/collect.ts';
import { scripted, awsError, denied, scope, input } from '../support/scripted-aws.ts';

test('reads the children of other parents when the children of one parent are denied', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters') return { clusterArns: ['a', 'b', 'c'] };
    const { cluster, services } = input(request) as { cluster: string; services: string[] };
    if (request.operation === 'ListServices')
      return cluster === 'a' ? denied('ecs:ListServices') : { serviceArns: [`${cluster}/web`] };
    return { services: services.map((serviceArn) => ({ serviceArn, serviceName: 'web' })) };
  });
  const { resources, cells } = await collect({
    service: 'ecs',
    resourceTypes: ['AWS::ECS::Service'],
    clients,
    ...scope,
  });
  t.deepEqual(resources.map(({ nativeId }) => nativeId).toSorted(), ['b/web', 'c/web']);
  t.is(cells['AWS::ECS::Service']?.outcome, 'denied');
});

test('a type of which a policy of the organization denies some lists only is worth reading again', async (t) => {
  const scp =
    'User: x is not authorized to perform: ecs:ListServices with an explicit deny in a service control policy';
  const collectDenied = (isDenied: (cluster: string) => boolean) => {
    const { clients } = scripted((request) => {
      if (request.operation === 'ListClusters') return { clusterArns: ['a', 'b'] };
      const { cluster } = input(request) as { cluster: string };
      return isDenied(cluster) ? awsError('AccessDeniedException', 403, scp) : { serviceArns: [] };
    });
    return collect({ service: 'ecs', resourceTypes: ['AWS::ECS::Service'], clients, ...scope });
  };
  const some = await collectDenied((cluster) => cluster === 'a');
  t.like(some.cells['AWS::ECS::Service'], { outcome: 'blocked_by_scp', partial: true });
  const all = await collectDenied(() => true);
  t.like(all.cells['AWS::ECS::Service'], { outcome: 'blocked_by_scp', partial: undefined });
});

test('stops calling a child list that is denied for several parents', async (t) => {
  const { clients, calls } = scripted((request) =>
    request.operation === 'ListClusters'
      ? { clusterArns: Array.from({ length: 100 }, (_, index) => `c${index}`) }
      : denied('ecs:ListServices'),
  );
  await collect({ service: 'ecs', resourceTypes: ['AWS::ECS::Service'], clients, ...scope });
  t.true(calls.length < 20);
});

test('reads organizational units at every depth', async (t) => {
  const tree: Record<string, string[]> = { root: ['ou-a'], 'ou-a': ['ou-b'], 'ou-b': [] };
  const { clients } = scripted((request) => {
    if (request.operation === 'DescribeOrganization')
      return { Organization: { MasterAccountId: scope.awsAccountNumber } };
    if (request.operation === 'ListRoots') return { Roots: [{ Id: 'root' }] };
    if (request.operation === 'ListTagsForResource') return { Tags: [] };
    return {
      OrganizationalUnits: (tree[String(input(request)['ParentId'])] ?? []).map((Id) => ({
        Id,
        Arn: `arn:${Id}`,
        Name: Id,
      })),
    };
  });
  const type = 'AWS::Organizations::OrganizationalUnit';
  const { resources, cells } = await collect({
    service: 'organizations',
    resourceTypes: [type],
    clients,
    ...scope,
    region: 'global',
  });
  t.deepEqual(
    Object.fromEntries(resources.map(({ nativeId, configuration }) => [nativeId, configuration['ParentId']])),
    { 'ou-a': 'root', 'ou-b': 'ou-a' },
  );
  t.is(cells[type]?.outcome, 'complete');
});

test('marks a child type as complete only when every page of its parents was listed', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters')
      return input(request)['nextToken'] === undefined
        ? { clusterArns: ['arn:aws:ecs:eu-west-1:1:cluster/a'], nextToken: 'two' }
        : denied('ecs:ListClusters');
    if (request.operation === 'ListServices') return { serviceArns: [] };
    return {};
  });
  const { cells } = await collect({ service: 'ecs', clients, ...scope });
  t.is(cells['AWS::ECS::Cluster']?.outcome, 'denied');
  t.is(cells['AWS::ECS::Service']?.outcome, 'denied');
  t.is(cells['AWS::ECS::TaskDefinition']?.outcome, 'complete');
});

test('marks a child type as complete although the details of its parents are denied', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters') return { clusterArns: ['arn:aws:ecs:eu-west-1:1:cluster/a'] };
    if (request.operation === 'ListServices') return { serviceArns: [] };
    return request.operation === 'DescribeClusters' ? denied('ecs:DescribeClusters') : {};
  });
  const { cells } = await collect({ service: 'ecs', clients, ...scope });
  t.is(cells['AWS::ECS::Cluster']?.outcome, 'complete');
  t.is(cells['AWS::ECS::Service']?.outcome, 'complete');
});

test('lists the parents of a requested child type without yielding them', async (t) => {
  const { clients, calls } = scripted((request) => {
    if (request.operation === 'ListClusters')
      return { clusterArns: ['arn:aws:ecs:eu-west-1:1:cluster/a', 'arn:aws:ecs:eu-west-1:1:cluster/b'] };
    const { cluster, services } = input(request) as { cluster: string; services: string[] };
    if (request.operation === 'ListServices') return { serviceArns: [`${cluster}/web`] };
    return {
      services: services.map((serviceArn) => ({ serviceArn, serviceName: 'web', clusterArn: cluster })),
    };
  });
  const { resources, cells } = await collect({
    service: 'ecs',
    resourceTypes: ['AWS::ECS::Service'],
    clients,
    ...scope,
  });
  t.deepEqual(resources.map(({ nativeId }) => nativeId).toSorted(), [
    'arn:aws:ecs:eu-west-1:1:cluster/a/web',
    'arn:aws:ecs:eu-west-1:1:cluster/b/web',
  ]);
  t.deepEqual(Object.keys(cells), ['AWS::ECS::Service']);
  t.false(calls.some(({ operation }) => operation === 'DescribeClusters'));
});

/**
 * Collects the record sets of hosted zones. `records` returns a page of one zone, `zonesLater` are the zones of each list after
 * the first one.
 */
async function collectRecordSets(
  zones: readonly string[],
  records: (zone: string, count: number) => object | Error,
  zonesLater = zones,
): ReturnType<typeof collect> {
  const listed = (names: readonly string[]) =>
    names.map((Id) => ({ Id: `/hostedzone/${Id}`, Name: `${Id}.` }));
  const { clients } = scripted((request, count) =>
    request.operation === 'ListHostedZones'
      ? { IsTruncated: false, HostedZones: listed(count > 1 ? zonesLater : zones) }
      : records(String(input(request)['HostedZoneId']), count),
  );
  return collect({
    ...scope,
    service: 'route53',
    resourceTypes: ['AWS::Route53::RecordSet'],
    clients,
    region: 'global',
  });
}

test('yields the children of other parents when the list of one parent fails, and marks the cell as failed', async (t) => {
  const { resources, cells } = await collectRecordSets(['A', 'B'], (zone) =>
    zone === 'A'
      ? awsError('InternalFailureX', 400)
      : { IsTruncated: false, ResourceRecordSets: [{ Name: 'www.b.', Type: 'A' }] },
  );
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['B_www.b_A'],
  );
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'error');
});

test('treats a parent deleted during the scan as a parent without children', async (t) => {
  const { cells } = await collectRecordSets(['A'], () => awsError('NoSuchHostedZone', 404), []);
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'complete');
});

test('does not treat a parent as deleted while AWS lists it', async (t) => {
  const { resources, cells } = await collectRecordSets(['A', 'B'], (zone) =>
    zone === 'A'
      ? awsError('NoSuchHostedZone', 404)
      : { IsTruncated: false, ResourceRecordSets: [{ Name: 'www.b.', Type: 'A' }] },
  );
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['B_www.b_A'],
  );
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'error');
});

test('treats the children of a listener as deleted with the accelerator of the listener', async (t) => {
  const collectEndpointGroups = (deleted: (operation: string) => boolean) => {
    const { clients } = scripted(({ operation }, count) => {
      if (operation === 'ListAccelerators')
        return { Accelerators: count > 1 && deleted(operation) ? [] : [{ AcceleratorArn: 'arn:a' }] };
      if (operation === 'ListListeners')
        return count > 1 && deleted(operation)
          ? awsError('AcceleratorNotFoundException', 400)
          : { Listeners: [{ ListenerArn: 'arn:a/listener/l' }] };
      return awsError('ListenerNotFoundException', 400);
    });
    const type = 'AWS::GlobalAccelerator::EndpointGroup';
    const of = { ...scope, service: 'globalaccelerator', region: 'global' };
    return collect({ ...of, resourceTypes: [type], clients }).then(({ cells }) => cells[type]?.outcome);
  };
  t.is(await collectEndpointGroups(() => true), 'complete');
  t.is(await collectEndpointGroups((operation) => operation === 'ListListeners'), 'error');
});

test('does not treat a parent as deleted when a later page of its children fails', async (t) => {
  const { cells } = await collectRecordSets(['A'], (_zone, count) =>
    count > 1
      ? awsError('NoSuchHostedZone', 404)
      : {
          IsTruncated: true,
          NextRecordName: 'b.a.',
          NextRecordType: 'A',
          ResourceRecordSets: [{ Name: 'a.', Type: 'NS' }],
        },
  );
  t.is(cells['AWS::Route53::RecordSet']?.outcome, 'error');
});
