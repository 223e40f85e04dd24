import test from 'ava';
import { SERVICES } from '../../../../domain/discovery/collectors/index.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { collect } from '../support/collect.ts';
import { scope, scripted } from '../support/scripted-aws.ts';

const taskDefinitionArn = 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:3';
const taskDefinition = {
  taskDefinitionArn,
  family: 'web',
  revision: 3,
  registeredAt: new Date(0),
  containerDefinitions: [
    {
      name: 'web',
      image: 'web:1',
      environment: [
        { name: 'B', value: 'b' },
        { name: 'A', value: 'a' },
      ],
    },
  ],
};

/** Reads the task definition, with its stored configuration if it has one. */
async function readTaskDefinition(stored?: JsonObject, tags: readonly object[] = []) {
  const { clients, calls } = scripted(({ operation }) => {
    if (operation === 'ListTaskDefinitions') return { taskDefinitionArns: [taskDefinitionArn] };
    if (operation === 'GetResources')
      return { ResourceTagMappingList: [{ ResourceARN: taskDefinitionArn, Tags: tags }] };
    return { taskDefinition, tags: [] };
  });
  const { resources } = await collect({
    service: 'ecs',
    resourceTypes: ['AWS::ECS::TaskDefinition'],
    clients,
    ...scope,
    storedConfigurations: () =>
      Promise.resolve(new Map(stored === undefined ? [] : [[taskDefinitionArn, stored]])),
  });
  return { resource: resources[0], operations: calls.map(({ operation }) => operation) };
}

test('reads a stored task definition without DescribeTaskDefinition, with the same hash', async (t) => {
  const first = await readTaskDefinition();
  t.is(first.operations[0], 'ListTaskDefinitions');
  t.deepEqual(first.operations.slice(1).toSorted(), ['DescribeTaskDefinition', 'GetResources']);
  const second = await readTaskDefinition(first.resource?.configuration);
  t.deepEqual(second.operations, ['ListTaskDefinitions', 'GetResources']);
  t.deepEqual(second.resource, first.resource);
  t.regex(JSON.stringify(first.resource?.configuration), /hmac-sha256:/);
});

test('reads the tags of a stored task definition', async (t) => {
  const { resource } = await readTaskDefinition();
  const tagged = await readTaskDefinition(resource?.configuration, [{ Key: 'team', Value: 'web' }]);
  t.deepEqual(tagged.resource?.tags, { team: 'web' });
  t.deepEqual(tagged.resource?.configuration, resource?.configuration);
});

test('reads a task definition again if its stored configuration was omitted or lacks the part', async (t) => {
  for (const stored of [{ $omitted: 'too_large' }, { taskDefinitionArn }]) {
    const { operations } = await readTaskDefinition(stored);
    t.true(operations.includes('DescribeTaskDefinition'));
  }
});

test('reads the data of a launch template again only after a new version', async (t) => {
  const read = async (LatestVersionNumber: number, stored?: JsonObject) => {
    const { clients, calls } = scripted(({ operation }) =>
      operation === 'DescribeLaunchTemplates'
        ? {
            LaunchTemplates: [
              {
                LaunchTemplateId: 'lt-1',
                LaunchTemplateName: 'web',
                LatestVersionNumber,
                CreateTime: new Date(0),
              },
            ],
          }
        : { LaunchTemplateVersions: [{ LaunchTemplateData: { ImageId: `ami-${LatestVersionNumber}` } }] },
    );
    const { resources } = await collect({
      service: 'ec2',
      resourceTypes: ['AWS::EC2::LaunchTemplate'],
      clients,
      ...scope,
      storedConfigurations: () => Promise.resolve(new Map(stored === undefined ? [] : [['lt-1', stored]])),
    });
    return { resource: resources[0], count: calls.length };
  };
  const first = await read(1);
  const again = await read(1, first.resource?.configuration);
  const changed = await read(2, first.resource?.configuration);
  t.deepEqual([first.count, again.count, changed.count], [2, 1, 2]);
  t.deepEqual(again.resource, first.resource);
  t.like(changed.resource?.configuration, { LatestVersionData: { ImageId: 'ami-2' } });
});

test('does not keep the recommendation of a SageMaker model, which SageMaker makes after the model', async (t) => {
  const model = { ModelName: 'churn', ModelArn: 'arn:aws:sagemaker:eu-west-1:123456789012:model/churn' };
  const read = async (stored?: JsonObject) => {
    const { clients, calls } = scripted(({ operation }) => {
      if (operation === 'ListModels') return { Models: [{ ...model, CreationTime: new Date(0) }] };
      if (operation === 'GetResources') return { ResourceTagMappingList: [] };
      return {
        ...model,
        PrimaryContainer: { Image: 'churn:1' },
        DeploymentRecommendation: { RecommendationStatus: 'IN_PROGRESS' },
      };
    });
    const { resources } = await collect({
      service: 'sagemaker',
      resourceTypes: ['AWS::SageMaker::Model'],
      clients,
      ...scope,
      storedConfigurations: () => Promise.resolve(new Map(stored === undefined ? [] : [['churn', stored]])),
    });
    return { resource: resources[0], operations: calls.map(({ operation }) => operation) };
  };
  const first = await read();
  const again = await read(first.resource?.configuration);
  t.false(Object.hasOwn(first.resource?.configuration ?? {}, 'DeploymentRecommendation'));
  t.like(first.resource?.configuration, { PrimaryContainer: { Image: 'churn:1' } });
  t.false(again.operations.includes('DescribeModel'));
  t.deepEqual(again.resource, first.resource);
});

test('a type with details that cannot change has no volatile values, and its list returns the values they depend on', (t) => {
  const types = SERVICES.flatMap((service) => service.types);
  const immutable = types.filter(({ details }) => details?.some(({ immutableFor }) => immutableFor));
  t.true(immutable.length > 0);
  for (const { resourceType, volatile, details } of immutable) {
    t.deepEqual(volatile ?? [], [], resourceType);
    for (const { immutableFor, into, batch } of details ?? [])
      if (immutableFor !== undefined && batch === undefined && into === undefined)
        t.is(details?.length, 1, `${resourceType} merges the response into the item beside other calls`);
  }
});
