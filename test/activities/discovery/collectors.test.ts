import test, { type ExecutionContext } from 'ava';
import { renormalise } from '../../../activities/discovery/config-hash.ts';
import type { AwsCaller } from '../../../clients/aws/aws-clients.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { FIXTURES } from './fixtures/index.ts';
import { collect } from './support/collect.ts';
import { emulatedAccount, TAGS, type EmulatedAccount } from './support/emulated-account.ts';
import { RECORDED, type Expected, type RecordedFixture } from './support/fixture.ts';

// One test per declaration, generated from the table: a type without a fixture fails.
for (const service of SERVICES) {
  const region = service.scope === 'global' ? 'global' : 'eu-west-1';
  // Creates all resources of a service before the first collection, so that two collections read the same resources.
  let making: ReturnType<typeof makeAll> | undefined;
  for (const { resourceType } of service.types) {
    const fixture = FIXTURES[resourceType];
    const how = fixture && 'reason' in fixture ? 'from recorded responses' : 'from the emulator';
    test(`${resourceType} is collected ${how}`, async (t) => {
      if (fixture === undefined) return t.fail('has no fixture');
      if ('reason' in fixture) {
        const run = {
          service: service.service,
          resourceTypes: [resourceType],
          region,
          awsAccountNumber: RECORDED.account,
        };
        const once = await collect({ ...run, clients: recorded(fixture) });
        const again = await collect({ ...run, clients: recorded(fixture) });
        return check(t, resourceType, fixture.expected, once, again);
      }
      making ??= makeAll(service.types.map((type) => type.resourceType));
      const { account, made } = await making;
      const { awsAccountNumber, product } = account;
      const expected = await made.get(resourceType);
      if (expected === undefined) return t.fail('was not created');
      const run = {
        service: service.service,
        resourceTypes: [resourceType],
        region,
        awsAccountNumber,
        clients: product,
      };
      return check(t, resourceType, expected, await collect(run), await collect(run));
    });
  }
}

async function makeAll(
  types: readonly string[],
): Promise<{ account: EmulatedAccount; made: ReadonlyMap<string, Promise<Expected>> }> {
  const account = await emulatedAccount();
  const made = new Map<string, Promise<Expected>>();
  for (const type of types) {
    const fixture = FIXTURES[type];
    if (fixture && 'make' in fixture) made.set(type, fixture.make(account));
  }
  await Promise.allSettled(made.values());
  return { account, made };
}

/** The secrets in the configurations of fixtures. */
const SECRETS = ['hunter2', 'correct horse', 'a secret', 'a-secret-value', 'c2VjcmV0', 'only we know'];

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
  if (expected.name !== undefined) t.is(found.name, expected.name);
  if (expected.tags !== false) t.like(found.tags, expected.tags ?? TAGS);
  t.true(Object.keys(found.configuration).length > 0);
  for (const secret of SECRETS) t.false(JSON.stringify(once.resources).includes(secret), secret);
  t.regex(found.configHash, /^[0-9a-f]{64}$/);
  t.is(
    renormalise(found, 'key of one organization').configHash,
    found.configHash,
    'the same under the same rules',
  );
  const foundAgain = again.resources.find(({ nativeId }) => nativeId === expected.id);
  t.deepEqual(foundAgain?.configuration, found.configuration);
  t.is(foundAgain?.configHash, found.configHash);
}

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
      if (response === undefined) throw new Error(`no recorded response for ${operation}`);
      return Promise.resolve(structuredClone(response) as object);
    },
  };
}
