import test from 'ava';
import { collect } from './support/collect.ts';
import { input, scope, scripted } from './support/scripted-aws.ts';

const ec2 = (resourceType: string, response: object) =>
  collect({
    service: 'ec2',
    resourceTypes: [resourceType],
    clients: scripted(() => response).clients,
    ...scope,
  });

test('omits resources that AWS lists after their end, and completes the cell', async (t) => {
  const { resources, cells } = await ec2('AWS::EC2::VPNConnection', {
    VpnConnections: [
      { VpnConnectionId: 'vpn-1', State: 'available' },
      { VpnConnectionId: 'vpn-2', State: 'deleting' },
      { VpnConnectionId: 'vpn-3', State: 'deleted' },
    ],
  });
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['vpn-1'],
  );
  t.is(cells['AWS::EC2::VPNConnection']?.outcome, 'complete');
});

test('omits a peering connection that was rejected, and keeps one that waits for acceptance', async (t) => {
  const { resources } = await ec2('AWS::EC2::VPCPeeringConnection', {
    VpcPeeringConnections: [
      { VpcPeeringConnectionId: 'pcx-1', Status: { Code: 'pending-acceptance', Message: 'Pending' } },
      { VpcPeeringConnectionId: 'pcx-2', Status: { Code: 'rejected', Message: 'Rejected by 123456789012' } },
    ],
  });
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['pcx-1'],
  );
});

test('reads the state of an item from its details too', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListClusters') return { clusterArns: ['arn:a', 'arn:b'] };
    const { clusters } = input(request) as { clusters: string[] };
    return {
      clusters: clusters.map((clusterArn) => ({
        clusterArn,
        clusterName: clusterArn,
        status: clusterArn === 'arn:a' ? 'ACTIVE' : 'INACTIVE',
      })),
    };
  });
  const { resources } = await collect({
    service: 'ecs',
    resourceTypes: ['AWS::ECS::Cluster'],
    clients,
    ...scope,
  });
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['arn:a'],
  );
});

test('does not change the hash of a group when scaling changes its members', async (t) => {
  const read = async (members: readonly string[]) => {
    const { clients } = scripted(() => ({
      AutoScalingGroups: [
        {
          AutoScalingGroupName: 'web',
          MaxSize: 4,
          DesiredCapacity: members.length,
          Instances: members.map((InstanceId) => ({ InstanceId, HealthStatus: 'Healthy' })),
        },
      ],
    }));
    const type = 'AWS::AutoScaling::AutoScalingGroup';
    const { resources } = await collect({ service: 'autoscaling', resourceTypes: [type], clients, ...scope });
    return resources[0];
  };
  const [one, two] = [await read(['i-1']), await read(['i-1', 'i-2'])];
  t.truthy(one);
  t.is(one?.configHash, two?.configHash);
  t.is(two?.volatile['DesiredCapacity'], 2);
});

test('does not change the hash of a service when its task counts change', async (t) => {
  const read = async (count: number) => {
    const { clients } = scripted((request) => {
      if (request.operation === 'ListClusters') return { clusterArns: ['arn:c'] };
      if (request.operation === 'ListServices') return { serviceArns: ['arn:s'] };
      return {
        services: [
          {
            serviceArn: 'arn:s',
            serviceName: 's',
            status: 'ACTIVE',
            desiredCount: count,
            runningCount: count,
          },
        ],
      };
    });
    const { resources } = await collect({
      service: 'ecs',
      resourceTypes: ['AWS::ECS::Service'],
      clients,
      ...scope,
    });
    return resources[0]?.configHash;
  };
  t.is(await read(1), await read(5));
});
