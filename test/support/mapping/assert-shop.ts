import type { ExecutionContext } from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { eventually } from '../eventually.ts';
import { lineOf } from './shop-code.ts';
import type { Shop } from './shop-fixture.ts';

/** Types whose entries are no resources of the inventory. */
const associations: ReadonlySet<string> = new Set([
  'aws_iam_role_policy_attachment',
  'aws_route',
  'aws_route_table_association',
  'aws_s3_bucket_policy',
  'aws_s3_bucket_public_access_block',
  'aws_s3_bucket_server_side_encryption_configuration',
  'aws_s3_bucket_versioning',
  'aws_sqs_queue_policy',
]);

type Resource =
  operations['listResources']['responses']['200']['content']['application/json']['items'][number];

const typeOf = (codeAddress: string) => codeAddress.split('.').at(-2) ?? '';
/**
 * The stack with the role of the product: the emulator does not set the tags of CloudFormation on its resources. And the
 * Macie sessions, which the emulator has in each region.
 */
const ofEmulator = / (?:.*\/)?CloudInventory|^AWS::Macie::Session /;
const pageOfAll = { limit: 200 };

export async function entriesOf({ client, sourceId }: Shop) {
  const params = { path: { id: sourceId }, query: pageOfAll };
  return (await dataOf(client.GET('/api/v1/state-sources/{id}/entries', { params }))).items;
}

export async function projectOf({ client, projectId }: Shop) {
  return dataOf(client.GET('/api/v1/iac-projects/{id}', { params: { path: { id: projectId } } }));
}

/** Waits until no entry is left to match. A scan of the account and a sync of the state end independently. */
export async function untilMatched(shop: Shop): Promise<void> {
  await eventually('the entries to be matched', async () => {
    const rest = (await entriesOf(shop)).filter(({ class: kind }) => kind === 'unscanned');
    if (rest.length > 0)
      throw new Error(rest.map(({ address, reason }) => `${address}: ${reason ?? ''}`).join('\n'));
    return true;
  });
}

/** Asserts that each address of the state has its resource, project, file and line. */
export async function assertAddresses(
  t: ExecutionContext,
  shop: Shop,
  addresses: readonly string[],
): Promise<void> {
  const { client, projectId, code } = shop;
  const entries = await entriesOf(shop);
  t.deepEqual(entries.map(({ address }) => address).toSorted(), [...addresses].toSorted());
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { address, code_address: codeAddress, class: kind, resource_id: resourceId } of entries) {
    if (associations.has(typeOf(codeAddress))) {
      expected[address] = 'association';
      found[address] = kind;
      continue;
    }
    expected[address] = { kind: 'matched', projectId, line: lineOf(code, codeAddress), confidence: 'high' };
    if (resourceId === undefined) {
      found[address] = { kind };
      continue;
    }
    const params = { path: { id: resourceId } };
    const { mappings } = await dataOf(client.GET('/api/v1/resources/{id}/code-mapping', { params }));
    const mapping = mappings.find((one) => one.address === address);
    found[address] = {
      kind,
      projectId: mapping?.iac_project_id,
      line: `${mapping?.file ?? ''}:${mapping?.line ?? ''}`,
      confidence: mapping?.confidence,
    };
  }
  t.deepEqual(found, expected);
}

/** Asserts which resources are unmanaged, and that the summary, the project and the overview agree with the resources. */
export async function assertFigures(
  t: ExecutionContext,
  shop: Shop,
  unmanaged: readonly string[],
): Promise<void> {
  const { client, accountId, projectId } = shop;
  const resources: Resource[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...pageOfAll, aws_account_id: [accountId], ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
    resources.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  const inState = (state: string) => resources.filter((one) => one.management_state === state);
  t.deepEqual(
    inState('unmanaged')
      .map((one) => `${one.resource_type} ${one.name ?? one.native_id}`)
      .filter((one) => !ofEmulator.test(one))
      .toSorted(),
    [...unmanaged].toSorted(),
  );
  const summary = await dataOf(client.GET('/api/v1/mapping/summary'));
  for (const state of ['managed', 'unmanaged', 'child', 'default', 'ignored'] as const)
    t.is(summary[state], inState(state).length, state);
  t.is(summary.unsupported + summary.unscanned, inState('unknown').length);
  t.is(summary.eligible, summary.managed + summary.unmanaged + summary.unscanned);
  const entries = await entriesOf(shop);
  const count = (kind: string) => entries.filter((one) => one.class === kind).length;
  const project = await projectOf(shop);
  t.like(project, {
    state_resources: entries.length,
    matched: count('matched'),
    missing_total: count('missing'),
  });
  t.like(
    summary.by_iac_project.find((one) => one.iac_project_id === projectId),
    {
      state_resources: entries.length,
      matched: count('matched'),
      managed_missing: count('missing'),
      matched_percent: project.matched_percent,
    },
  );
  const { coverage } = await dataOf(client.GET('/api/v1/overview'));
  t.is(coverage.managed, summary.managed);
  t.is(coverage.unmanaged, summary.unmanaged);
}
