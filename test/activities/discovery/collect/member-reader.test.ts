import test from 'ava';
import { RULE_SET_VERSION } from '../../../../domain/discovery/declaration/rule-set.ts';
import { collect } from '../support/collect.ts';
import { awsError, denied, input, scope, scripted } from '../support/scripted-aws.ts';
import type { Script } from '../support/scripted-aws.ts';

const stackId = (name: string) => `arn:aws:cloudformation:eu-west-1:123456789012:stack/${name}/1`;
const stackOf = (name: string, rest: object = {}) => ({
  StackId: stackId(name),
  StackName: name,
  CreationTime: '2026-01-01T00:00:00Z',
  StackStatus: 'CREATE_COMPLETE',
  ...rest,
});
const summary = (name: string) => ({
  LogicalResourceId: name,
  PhysicalResourceId: `url/${name}`,
  ResourceType: 'AWS::SQS::Queue',
  ResourceStatus: 'CREATE_COMPLETE',
});

/** Collects stacks. `response` responds to ListStackResources; `versions` are the stored ones, by name. */
async function read(
  stacks: readonly object[],
  response: Script,
  versions: Readonly<Record<string, string>> = {},
  throttleTimeoutMs = 0,
) {
  const { clients, calls } = scripted((request, count) =>
    request.operation === 'DescribeStacks' ? { Stacks: stacks } : response(request, count),
  );
  const stored = new Map(Object.entries(versions).map(([name, version]) => [stackId(name), version]));
  const { resources, cells } = await collect({
    service: 'cloudformation',
    resourceTypes: ['AWS::CloudFormation::Stack'],
    clients,
    throttleTimeoutMs,
    memberVersions: () => Promise.resolve(stored),
    ...scope,
  });
  return {
    cell: cells['AWS::CloudFormation::Stack'],
    lists: calls.filter(({ operation }) => operation === 'ListStackResources'),
    of: (name: string) => resources.find((resource) => resource.name === name),
  };
}

const version = (text: string) => `${RULE_SET_VERSION} ${text}`;

test('reads all pages of the resources of a stack, of deleted stacks none', async (t) => {
  const { of, lists, cell } = await read(
    [stackOf('shop'), stackOf('gone', { StackStatus: 'DELETE_COMPLETE' })],
    (request) =>
      input(request)['NextToken'] === 'next'
        ? { StackResourceSummaries: [summary('b')] }
        : { StackResourceSummaries: [summary('a')], NextToken: 'next' },
  );
  t.deepEqual(of('shop')?.stack, {
    version: version('CREATE_COMPLETE'),
    resources: ['a', 'b'].map((name) => ({
      logicalId: name,
      resourceType: 'AWS::SQS::Queue',
      physicalId: `url/${name}`,
      retained: false,
    })),
  });
  t.deepEqual(lists.map(input), [
    { StackName: stackId('shop') },
    { StackName: stackId('shop'), NextToken: 'next' },
  ]);
  t.is(cell?.calls, 3, 'the calls count for the cell');
});

test('stops a list without end, which is an unreadable part', async (t) => {
  const { of, lists } = await read([stackOf('shop')], (_, count) => ({
    StackResourceSummaries: [summary('a')],
    NextToken: String(count),
  }));
  t.is(of('shop')?.stack, undefined);
  t.deepEqual(of('shop')?.unreadable, [{ part: 'StackResources', scope: 'key', reason: 'error' }]);
  t.is(lists.length, 101);
});

test('reads only stacks that changed since the last reading, and those that are being changed', async (t) => {
  const updated = '2026-02-01T00:00:00.000Z';
  const { lists, of } = await read(
    [
      stackOf('same', { StackStatus: 'UPDATE_COMPLETE', LastUpdatedTime: updated }),
      stackOf('newer', { StackStatus: 'UPDATE_COMPLETE', LastUpdatedTime: '2026-02-02T00:00:00.000Z' }),
      stackOf('failed', { StackStatus: 'DELETE_FAILED', LastUpdatedTime: updated, DeletionTime: updated }),
      stackOf('working', { StackStatus: 'UPDATE_IN_PROGRESS', LastUpdatedTime: updated }),
      stackOf('earlier-rules'),
    ],
    () => ({ StackResourceSummaries: [] }),
    {
      same: version(`UPDATE_COMPLETE ${updated}`),
      newer: version(`UPDATE_COMPLETE ${updated}`),
      failed: version(`DELETE_FAILED ${updated}`),
      working: version(`UPDATE_IN_PROGRESS ${updated}`),
      'earlier-rules': `${RULE_SET_VERSION - 1} CREATE_COMPLETE`,
    },
  );
  t.deepEqual(
    new Set(lists.map((request) => input(request)['StackName'])),
    new Set(['newer', 'failed', 'working', 'earlier-rules'].map(stackId)),
  );
  t.is(of('same')?.stack, undefined);
  t.deepEqual(of('working')?.stack, { resources: [] }, 'without a version');
});

test('names the part that the role may not read, in a complete cell, and stops after a few denials', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
  const { of, lists, cell } = await read(
    names.map((name) => stackOf(name)),
    () => denied('cloudformation:ListStackResources'),
  );
  t.deepEqual(of('s29')?.unreadable, [
    { part: 'StackResources', scope: 'key', reason: 'denied', action: 'cloudformation:ListStackResources' },
  ]);
  t.is(of('s29')?.stack, undefined);
  t.is(cell?.outcome, 'complete');
  t.true(lists.length < 15, String(lists.length));
});

test('a throttled call is retried, and stops the others only when its retries time out', async (t) => {
  const throttled = () => awsError('Throttling', 400, 'Rate exceeded');
  const once = await read(
    [stackOf('shop')],
    (_, count) => (count === 1 ? throttled() : { StackResourceSummaries: [summary('a')] }),
    {},
    60_000,
  );
  t.is(once.of('shop')?.stack?.resources.length, 1);
  const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
  const always = await read(
    names.map((name) => stackOf(name)),
    throttled,
  );
  t.like(always.of('s29')?.unreadable, [{ part: 'StackResources', reason: 'throttled' }]);
  t.is(always.cell?.outcome, 'complete');
  t.true(always.lists.length < 30, String(always.lists.length));
});
