import test from 'ava';
import type { ExecutionContext } from 'ava';
import { renormalise } from '../../../activities/discovery/collect/config-hash.ts';
import type { AwsCaller, AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { keepUnreadableParts } from '../../../domain/inventory/keep-unreadable-parts.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { FIXTURES } from '../../../dev/resource-fixtures/index.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import type { TestAwsAccount } from '../../support/discovery/emulated-account.ts';
import { collect } from './support/collect.ts';
import { TAGS } from '../../../dev/resource-fixtures/emulated-account.ts';
import { RECORDED } from '../../../dev/resource-fixtures/fixture.ts';
import type { Expected, RecordedFixture } from '../../../dev/resource-fixtures/fixture.ts';

// One test per resource type. A type without a fixture fails.
for (const service of SERVICES) {
  // Creates all resources of a service before the first collection, so that two collections read the same resources.
  let creation: ReturnType<typeof createAll> | undefined;
  for (const { resourceType, scope = service.scope } of service.types) {
    const region = scope === 'global' ? 'global' : 'eu-west-1';
    const fixture = FIXTURES[resourceType];
    const source = fixture && 'reason' in fixture ? 'recorded responses' : 'the emulator';
    test(`collects ${resourceType} from ${source}`, async (t) => {
      if (fixture === undefined) return t.fail('the type has no fixture');
      if ('reason' in fixture) {
        const run = {
          service: service.service,
          resourceTypes: [resourceType],
          region,
          awsAccountNumber: RECORDED.account,
        };
        const once = await collect({ ...run, clients: recorded(fixture) });
        const again = await collect({ ...run, clients: recorded(fixture) });
        check(t, resourceType, fixture.expected, once, again);
        const refused = await collect({ ...run, clients: withoutDetails(resourceType, recorded(fixture)) });
        return checkWithoutDetails(t, resourceType, once, refused, again);
      }
      creation ??= createAll(service.types.map((type) => type.resourceType));
      const { account, created } = await creation;
      const { awsAccountNumber, product } = account;
      const expected = await created.get(resourceType);
      if (expected === undefined) return t.fail('the resource was not created');
      const run = {
        service: service.service,
        resourceTypes: [resourceType],
        region,
        awsAccountNumber,
        clients: product,
      };
      const once = await collect(run);
      check(t, resourceType, expected, once, await collect(run));
      const refused = await collect({ ...run, clients: withoutDetails(resourceType, product) });
      return checkWithoutDetails(t, resourceType, once, refused, await collect(run));
    });
  }
}

async function createAll(
  types: readonly string[],
): Promise<{ account: TestAwsAccount; created: ReadonlyMap<string, Promise<Expected>> }> {
  const account = await emulatedAccount();
  const created = new Map<string, Promise<Expected>>();
  for (const type of types) {
    const fixture = FIXTURES[type];
    if (fixture && 'create' in fixture) created.set(type, fixture.create(account));
  }
  await Promise.allSettled(created.values());
  return { account, created };
}

/** Secrets in the configurations of the fixtures. */
const SECRETS = ['hunter2', 'correct horse', 'a secret', 'a-secret-value', 'c2VjcmV0', 'only we know'];

/** Types whose time of creation the emulator does not return. */
const withoutTime: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Stage',
  'AWS::Cognito::UserPoolClient',
  'AWS::EC2::EC2Fleet',
  'AWS::EC2::SpotFleet',
  'AWS::ECS::Service',
  'AWS::ECS::TaskDefinition',
  'AWS::Events::EventBus',
  'AWS::FSx::FileSystem',
  'AWS::Glue::Registry',
  'AWS::Glue::SecurityConfiguration',
  'AWS::IoT::Policy',
  'AWS::KMS::Alias',
  'AWS::Logs::MetricFilter',
  'AWS::NetworkManager::GlobalNetwork',
  'AWS::RDS::EventSubscription',
  'AWS::SSM::Document',
  'AWS::Synthetics::Canary',
  'AWS::Timestream::Table',
  'AWS::VpcLattice::Service',
  'AWS::VpcLattice::ServiceNetwork',
]);

type Collected = Awaited<ReturnType<typeof collect>>;
function check(
  t: ExecutionContext,
  resourceType: string,
  expected: Expected,
  once: Collected,
  again: Collected,
): void {
  t.is(once.cells[resourceType]?.outcome, 'complete', JSON.stringify(once.cells[resourceType]));
  t.deepEqual(Object.keys(once.cells), [resourceType], 'only the requested type');
  t.true(once.resources.every((resource) => resource.resourceType === resourceType));
  const found = once.resources.find(({ nativeId }) => nativeId === expected.id);
  if (!found)
    return t.fail(`${expected.id} is not among ${once.resources.map(({ nativeId }) => nativeId).join(', ')}`);
  if (expected.arn !== undefined) t.is(found.arn, expected.arn);
  // The emulator returns ARNs of EMR clusters and resource groups with a fixed region.
  t.is(found.home?.awsAccountNumber, undefined, 'the resource belongs to the scanned account');
  if (expected.name !== undefined) t.is(found.name, expected.name);
  if (expected.tags !== false) t.like(found.tags, expected.tags ?? TAGS);
  t.true(Object.keys(found.configuration).length > 0);
  if (expected.configuration !== undefined) t.like(found.configuration, expected.configuration);
  const hasTime = collectorOf(resourceType)?.createdAt !== undefined && !withoutTime.has(resourceType);
  t.is(typeof found.createdAt, hasTime ? 'string' : 'undefined', 'the time of creation');
  for (const secret of SECRETS) t.false(JSON.stringify(once.resources).includes(secret), secret);
  t.regex(found.configHash, /^[0-9a-f]{64}$/);
  t.is(
    renormalise(found, 'key of one organization').configHash,
    found.configHash,
    'unchanged rules do not change the hash',
  );
  const foundAgain = again.resources.find(({ nativeId }) => nativeId === expected.id);
  t.deepEqual(foundAgain?.configuration, found.configuration);
  t.is(foundAgain?.configHash, found.configHash);
}

/** Denies every detail and tag call of a type. */
function withoutDetails(resourceType: string, clients: AwsCaller): AwsCaller {
  const { details = [], tags } = collectorOf(resourceType) ?? {};
  const calls = [...details, ...(tags !== undefined && 'call' in tags ? [tags.call] : [])];
  const operations = new Set(calls.map(({ operation }) => operation));
  const isRefused = ({ client, operation }: AwsRequest) =>
    client === 'resource-groups-tagging-api' || operations.has(operation);
  const error = Object.assign(new Error('denied'), {
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
  });
  return { call: (request) => (isRefused(request) ? Promise.reject(error) : clients.call(request)) };
}

/** Checks that denied details neither hide a resource nor change it: its unreadable parts have their earlier values. */
function checkWithoutDetails(
  t: ExecutionContext,
  resourceType: string,
  read: Collected,
  refused: Collected,
  later: Collected,
): void {
  t.is(refused.cells[resourceType]?.outcome, 'complete', JSON.stringify(refused.cells[resourceType]));
  const ids = ({ resources }: Collected) => resources.map(({ nativeId }) => nativeId).toSorted();
  t.deepEqual(ids(refused), ids(read));
  for (const resource of refused.resources) {
    const earlier = read.resources.find(({ nativeId }) => nativeId === resource.nativeId);
    const after = later.resources.find(({ nativeId }) => nativeId === resource.nativeId);
    if (earlier === undefined) return t.fail(resource.nativeId);
    // The emulator has changed the resource between the two complete readings, for example issued a certificate.
    if (after?.configHash !== earlier.configHash) continue;
    const { configuration, tags } = keepUnreadableParts(earlier, resource, resource.unreadable ?? []);
    t.deepEqual({ configuration, tags }, { configuration: earlier.configuration, tags: earlier.tags });
  }
}

/** Returns the recorded responses of each operation in order, and repeats the last one. */
function recorded({ responses }: RecordedFixture): AwsCaller {
  const left = new Map(
    Object.entries(responses).map(([operation, response]) => [
      operation,
      Array.isArray(response) ? [...response] : [response],
    ]),
  );
  return {
    call({ operation }) {
      const queue =
        left.get(operation) ?? (operation === 'GetResources' ? [{ ResourceTagMappingList: [] }] : []);
      const response = queue.length > 1 ? queue.shift() : queue[0];
      if (response === undefined) throw new Error(`No response is recorded for ${operation}`);
      return Promise.resolve(structuredClone(response) as object);
    },
  };
}
