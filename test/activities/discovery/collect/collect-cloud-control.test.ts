import test from 'ava';
import type { ParentResources } from '../../../../domain/discovery/cloud-control/parent-inputs.ts';
import { createAwsClients } from '../../../../clients/aws/aws-clients.ts';
import type { AwsCaller } from '../../../../clients/aws/aws-caller.ts';
import { cloudControlType } from '../../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource } from '../../../../domain/discovery/cloud-control/parent-inputs.ts';
import type { ObservedResource } from '../../../../domain/discovery/observation/observed-resource.ts';
import { injectFault, randomAwsAccountNumber } from '../../../support/aws-emulator-proxy.ts';
import { testStack } from '../../../support/stack.ts';
import { collectCloudControlTypes } from '../support/collect-cloud-control-types.ts';

const region = 'eu-west-1';

function accountClients(account: string) {
  const credentials = { accessKeyId: `root-${account}`, secretAccessKey: 'root' };
  return createAwsClients({ endpoint: testStack().awsEndpointUrl, credentials }).own();
}

async function collect(
  awsAccountNumber: string,
  resourceTypes: readonly string[],
  parents?: (type: string) => Promise<ParentResources>,
  clients: AwsCaller = accountClients(awsAccountNumber),
) {
  return collectCloudControlTypes({
    awsAccountNumber,
    resourceTypes,
    clients,
    ...(parents ? { parents } : {}),
  });
}

/** Calls a service without an SDK client in this project, with the headers that the SDK would send. */
async function callEmulator(
  account: string,
  service: string,
  target: string,
  input: object,
): Promise<Record<string, string>> {
  const response = await fetch(testStack().awsEndpointUrl, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=root-${account}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=none`,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
    },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Record<string, string>;
}

test('reads a type without a collector through its list handler', async (t) => {
  const account = randomAwsAccountNumber();
  const names = Array.from({ length: 23 }, (_, index) => `group_${index}`);
  for (const name of names) {
    await callEmulator(account, 'forecast', 'AmazonForecast.CreateDatasetGroup', {
      DatasetGroupName: name,
      Domain: 'RETAIL',
      DatasetArns: [],
    });
  }
  const first = await collect(account, ['AWS::Forecast::DatasetGroup']);
  t.deepEqual(first.cells, [
    { kind: 'cell', resourceType: 'AWS::Forecast::DatasetGroup', outcome: 'complete' },
  ]);
  t.deepEqual(first.resources.map(({ name }) => name ?? '').toSorted(), names.toSorted());
  t.true(first.resources.every(({ arn, nativeId }) => arn === nativeId));
  const second = await collect(account, ['AWS::Forecast::DatasetGroup']);
  const hashes = (found: readonly ObservedResource[]) => found.map(({ configHash }) => configHash).toSorted();
  t.deepEqual(hashes(second.resources), hashes(first.resources));
});

test('reads a resource whose list item contains only its identifier', async (t) => {
  const account = randomAwsAccountNumber();
  const { schemaArn = '' } = await callEmulator(account, 'personalize', 'AmazonPersonalize.CreateSchema', {
    name: 'interactions',
    schema: '{"type":"record","name":"Interactions","fields":[]}',
    domain: 'ECOMMERCE',
  });
  const { resources } = await collect(account, ['AWS::Personalize::Schema']);
  t.is(resources.length, 1);
  t.is(resources[0]?.nativeId, schemaArn);
  t.is(resources[0]?.name, 'interactions');
});

test('marks a type that cannot be listed as unsupported and a denied type as denied, and reads the other types', async (t) => {
  const account = randomAwsAccountNumber();
  const { cells } = await collect(account, ['AWS::AppFlow::Flow', 'AWS::Comprehend::Flywheel']);
  t.deepEqual(
    cells.map(({ resourceType, outcome }) => [resourceType, outcome]),
    [
      ['AWS::AppFlow::Flow', 'unsupported'],
      ['AWS::Comprehend::Flywheel', 'complete'],
    ],
  );
  await injectFault({ id: account, account, service: 'cloudcontrolapi', kind: 'deny' });
  const denied = await collect(account, ['AWS::Comprehend::Flywheel']);
  t.deepEqual(
    denied.cells.map(({ outcome }) => outcome),
    ['denied'],
  );
});

test('marks a child type as complete only when every parent is known', async (t) => {
  const name = 'AWS::IoTTwinMaker::Entity';
  const type = cloudControlType(name);
  t.deepEqual(type?.requiredInputs, ['WorkspaceId']);
  t.deepEqual(inputSource(name, 'WorkspaceId'), {
    parents: [{ parentType: 'AWS::IoTTwinMaker::Workspace', value: 'nativeId' }],
  });
  const { cells } = await collect(randomAwsAccountNumber(), [name], () =>
    Promise.resolve({ complete: false, resources: [] }),
  );
  t.deepEqual(
    cells.map(({ outcome, errorCode }) => [outcome, errorCode]),
    [['error', 'ParentUnknown']],
  );
});

test('marks a child type as unsupported when its parent type is unsupported', async (t) => {
  const { cells } = await collect(randomAwsAccountNumber(), [
    'AWS::EC2::IPAMAllocation',
    'AWS::EC2::IPAMPool',
  ]);
  t.deepEqual(
    cells.map(({ resourceType, outcome }) => [resourceType, outcome]),
    [
      ['AWS::EC2::IPAMPool', 'unsupported'],
      ['AWS::EC2::IPAMAllocation', 'unsupported'],
    ],
  );
});

const children = 'AWS::Logs::LogStream';
const oneParent = () =>
  Promise.resolve({ complete: true, resources: [{ nativeId: 'app', arn: undefined, name: 'app' }] });

/** Lists one page of log streams, then throws an error with the code. */
function failsAfter(pages: number, code: string): AwsCaller {
  let calls = 0;
  return {
    call() {
      calls += 1;
      if (calls > pages)
        return Promise.reject(
          Object.assign(new Error(code), { name: code, $metadata: { httpStatusCode: 400 } }),
        );
      const Properties = JSON.stringify({ LogGroupName: 'app', LogStreamName: 's', Extra: 'x' });
      return Promise.resolve({
        ResourceDescriptions: [{ Identifier: 'app|s', Properties }],
        NextToken: String(calls),
      });
    },
  };
}

test('treats a parent as deleted only after ResourceNotFoundException on the first page', async (t) => {
  const outcomeOf = async (pages: number, code: string) =>
    (await collect('123456789012', [children], oneParent, failsAfter(pages, code))).cells[0]?.outcome;
  t.is(await outcomeOf(0, 'ResourceNotFoundException'), 'complete');
  t.is(await outcomeOf(1, 'ResourceNotFoundException'), 'error');
  t.is(await outcomeOf(0, 'HandlerNotFoundException'), 'error');
  t.is(await outcomeOf(0, 'TypeNotFoundException'), 'unsupported');
});

test('does not mark a child type as complete when a parent lacks the value that the list requires', async (t) => {
  const parents = () =>
    Promise.resolve({ complete: true, resources: [{ nativeId: 'app', arn: undefined, name: undefined }] });
  const { cells } = await collect('123456789012', [children], parents, failsAfter(0, 'Unexpected'));
  t.deepEqual(
    cells.map(({ outcome, errorCode }) => [outcome, errorCode]),
    [['error', 'ParentUnknown']],
  );
});

test('yields a resource whose properties cannot be read, in a complete cell', async (t) => {
  const clients: AwsCaller = {
    call: ({ operation }) =>
      operation === 'ListResources'
        ? Promise.resolve({
            ResourceDescriptions: [{ Identifier: 'arn:s', Properties: '{"SchemaArn":"arn:s"}' }],
          })
        : Promise.reject(
            Object.assign(new Error('User is not authorized to perform: personalize:DescribeSchema'), {
              name: 'AccessDeniedException',
              $metadata: { httpStatusCode: 400 },
            }),
          ),
  };
  const { resources, cells } = await collect(
    '123456789012',
    ['AWS::Personalize::Schema'],
    undefined,
    clients,
  );
  const failure = { reason: 'denied', action: 'personalize:DescribeSchema' };
  t.deepEqual(resources[0]?.unreadable, [
    { part: 'GetResource', scope: 'rest', ...failure },
    { part: 'tags', scope: 'tags', ...failure },
  ]);
  t.deepEqual(
    cells.map(({ outcome }) => outcome),
    ['complete'],
  );
});
