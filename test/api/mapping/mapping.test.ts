import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { refreshMapping } from '../../../db/mapping/match/match-entries.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../../support/mapping/mapping-fixture.ts';

const mapping = useInventoryApi();
const withQueues = (...names: string[]) => makeMappedOrganization(mapping, names);

type Correction = NonNullable<
  operations['createMappingCorrection']['requestBody']
>['content']['application/json'];

const codeMapping = ({ client }: MappedOrganization, id: string) =>
  dataOf(client.GET('/api/v1/resources/{id}/code-mapping', { params: { path: { id } } }));
const correct = ({ client }: MappedOrganization, id: string, body: Correction) =>
  client.POST('/api/v1/resources/{id}/mapping-corrections', { params: { path: { id } }, body });
const undo = ({ client }: MappedOrganization, id: string, correctionId: string) =>
  client.DELETE('/api/v1/resources/{id}/mapping-corrections/{correction_id}', {
    params: { path: { id, correction_id: correctionId } },
  });
const summary = async ({ client }: MappedOrganization) => dataOf(client.GET('/api/v1/mapping/summary'));

test('the summary counts by account, type and project, and agrees with overview, search and project', async (t) => {
  const organization = await withQueues('a', 'b', 'c');
  const { client, account, projectId, sourceId, entry } = organization;
  await organization.sync([entry('a'), entry('b'), entry('gone'), entry('old', { deposedKey: 'x' })]);
  const figures = {
    eligible: 3,
    managed: 2,
    unmanaged: 1,
    child: 0,
    default: 0,
    unsupported: 0,
    unscanned: 0,
    ignored: 0,
    managed_missing: 1,
    coverage_percent: { lower: 66.6, upper: 66.7 },
  };
  const { freshness: _freshness, ...found } = await summary(organization);
  const { account_id, name } = await dataOf(
    client.GET('/api/v1/aws/accounts/{id}', { params: { path: { id: account } } }),
  );
  const named = {
    aws_account_id: account,
    account_id,
    ...(name === undefined ? {} : { account_name: name }),
  };
  t.deepEqual(found, {
    ...figures,
    drift: { drifted: 0, in_sync: 0, unknown: 2, muted: 0 },
    by_account: [{ ...named, ...figures }],
    by_type: [{ resource_type: 'AWS::SQS::Queue', ...figures }],
    by_iac_project: [
      {
        iac_project_id: projectId,
        state_source_id: sourceId,
        state_resources: 3,
        matched: 2,
        managed_missing: 1,
        matched_percent: 66,
      },
    ],
    evidence: [{ ...named, complete: true, reasons: [], reasons_total: 0 }],
    accounts_without_stack_resources: 0,
  });
  const { coverage } = await dataOf(client.GET('/api/v1/overview'));
  t.like(coverage, {
    eligible: 3,
    managed: 2,
    unmanaged: 1,
    unknown: 0,
    percent: { lower: 66.6, upper: 66.7 },
  });
  const managed = await dataOf(
    client.GET('/api/v1/resources', { params: { query: { management_state: ['managed'] } } }),
  );
  t.is(managed.total, 2);
  const absent = await dataOf(
    client.GET('/api/v1/resources', { params: { query: { management_state: ['managed_missing'] } } }),
  );
  t.deepEqual([absent.total, absent.items], [0, []], 'a missing entry is no resource');

  const detail = await dataOf(
    client.GET('/api/v1/iac-projects/{id}', { params: { path: { id: projectId } } }),
  );
  t.like(detail, {
    state_source_id: sourceId,
    state_resources: 3,
    matched: 2,
    matched_percent: 66,
    missing_total: 1,
  });
  t.deepEqual(
    [detail.state_source?.id, detail.state_source?.config.bucket, detail.state_source?.status],
    [sourceId, 'states', 'synced'],
  );
  t.deepEqual(detail.missing, [
    {
      address: 'aws_sqs_queue.gone',
      code_address: 'aws_sqs_queue.gone',
      resource_type: 'AWS::SQS::Queue',
      management_state: 'managed_missing',
      identity: entry('gone').identity,
    },
  ]);
  const listed = await dataOf(client.GET('/api/v1/iac-projects', { params: { query: { has_state: true } } }));
  t.like(listed.items[0], {
    matched_percent: 66,
    state_source: { id: sourceId, status: 'synced', account_linked: false, bucket: 'states' },
  });
  const without = await dataOf(
    client.GET('/api/v1/iac-projects', { params: { query: { has_state: false } } }),
  );
  t.is(without.total, 0);
});

test('the filter iac_project_id returns the resources that the project claims, with total and facets', async (t) => {
  const organization = await withQueues('a', 'b', 'c', 'd');
  const { client, projectId, entry, queue } = organization;
  await organization.sync([entry('a'), entry('b')]);
  await dataOf(correct(organization, queue('b'), { action: 'unlink' }));
  await dataOf(
    correct(organization, queue('c'), {
      action: 'link',
      address: 'aws_sqs_queue.c',
      iac_project_id: projectId,
    }),
  );
  const search = (id: string) =>
    dataOf(client.GET('/api/v1/resources', { params: { query: { iac_project_id: [id] } } }));
  const found = await search(projectId);
  const names = found.items.map(({ name = '' }) => name);
  t.deepEqual(
    names.toSorted((left, right) => left.localeCompare(right)),
    ['a', 'c'],
  );
  t.deepEqual([found.total, found.facets?.status], [2, [{ value: 'active', count: 2 }]]);
  t.is((await search(randomUUID())).total, 0);
});

test('a resource shows its address, and every claim when several states name it', async (t) => {
  const organization = await withQueues('a', 'b');
  const { entry, queue, projectId, repositoryId, sourceId } = organization;
  await organization.sync([entry('a', { address: 'aws_sqs_queue.a[0]' })]);
  t.deepEqual(await codeMapping(organization, queue('a')), {
    management_state: 'managed',
    mappings: [
      {
        iac_project_id: projectId,
        repository_id: repositoryId,
        state_source_id: sourceId,
        address: 'aws_sqs_queue.a[0]',
        code_address: 'aws_sqs_queue.a',
        method: 'arn',
        confidence: 'high',
        corrected: false,
      },
    ],
  });
  const other = await organization.addSource();
  await organization.sync([entry('a')], other);
  const { mappings } = await codeMapping(organization, queue('a'));
  t.deepEqual(
    mappings.map(({ state_source_id: source, conflict }) => [source, conflict]),
    [
      [sourceId, true],
      [other, true],
    ],
  );
  t.deepEqual(await codeMapping(organization, queue('b')), { management_state: 'unmanaged', mappings: [] });
});

test('the entries of a disabled source count again when it is enabled', async (t) => {
  const organization = await withQueues('a');
  const { client, entry, queue, projectId, sourceId } = organization;
  await organization.sync([entry('a')]);
  const counted = async (disabled: boolean) => {
    const path = { params: { path: { id: sourceId } } };
    await dataOf(client.PATCH('/api/v1/state-sources/{id}', { ...path, body: { disabled } }));
    const { mappings } = await codeMapping(organization, queue('a'));
    const project = await dataOf(
      client.GET('/api/v1/iac-projects/{id}', { params: { path: { id: projectId } } }),
    );
    return [mappings.length, project.state_resources, project.matched];
  };
  t.deepEqual(await counted(true), [0, 0, 0]);
  t.deepEqual(await counted(false), [1, 1, 1]);
});

test('an entry without a resource is suggested for a resource of its name, and nothing more', async (t) => {
  const organization = await withQueues('a');
  const { entry, queue, projectId } = organization;
  await organization.sync([
    entry('lost', { identity: { name: 'a' } }),
    entry('x', { identity: { name: 'y' } }),
  ]);
  t.deepEqual(await codeMapping(organization, queue('a')), {
    management_state: 'unmanaged',
    mappings: [],
    suggestions: [{ address: 'aws_sqs_queue.lost', iac_project_id: projectId }],
  });
});

test('corrections change the management state, outlive syncs, and are undone', async (t) => {
  const organization = await withQueues('a', 'b');
  const { entry, queue, client } = organization;
  const stateOf = async (name: string) => (await codeMapping(organization, queue(name))).management_state;
  await organization.sync([entry('a')]);
  t.deepEqual([await stateOf('a'), await stateOf('b')], ['managed', 'unmanaged']);

  const ignored = await dataOf(correct(organization, queue('a'), { action: 'ignore', reason: 'sandbox' }));
  t.is(await stateOf('a'), 'ignored');
  await organization.sync([entry('a', { region: 'eu-west-2' })]);
  t.is(await stateOf('a'), 'ignored');
  t.deepEqual(await dataOf(undo(organization, queue('a'), ignored.id)), { id: ignored.id, deleted: true });
  t.is(await stateOf('a'), 'managed');

  await dataOf(correct(organization, queue('a'), { action: 'unlink', address: 'aws_sqs_queue.a' }));
  t.deepEqual(await codeMapping(organization, queue('a')), { management_state: 'unmanaged', mappings: [] });
  await dataOf(correct(organization, queue('a'), { action: 'link', address: 'aws_sqs_queue.a' }));
  const replaced = await dataOf(
    client.GET('/api/v1/resources/{id}/mapping-corrections', { params: { path: { id: queue('a') } } }),
  );
  t.deepEqual(
    replaced.items.map(({ action, address, stale }) => [action, address, stale]),
    [['link', 'aws_sqs_queue.a', false]],
  );
  t.is((await codeMapping(organization, queue('a'))).mappings[0]?.corrected, true);

  await dataOf(
    correct(organization, queue('b'), { action: 'link', address: 'module.m["x"].aws_sqs_queue.b' }),
  );
  t.like((await codeMapping(organization, queue('b'))).mappings[0], {
    code_address: 'module.m.aws_sqs_queue.b',
    method: 'correction',
  });
  const log = await dataOf(
    client.GET('/api/v1/organization/audit-log', { params: { query: { target_id: [queue('a')] } } }),
  );
  t.deepEqual(log.items.map(({ action }) => action).toSorted(), [
    'mapping.corrected',
    'mapping.corrected',
    'mapping.corrected',
    'mapping.correction_undone',
  ]);
});

test('a link stays, is stale and has the confidence low when its project is missing', async (t) => {
  const organization = await withQueues('a');
  const { queue, projectId: iac_project_id, client } = organization;
  await dataOf(
    correct(organization, queue('a'), { action: 'link', address: 'aws_sqs_queue.a', iac_project_id }),
  );
  await mapping.inventory.query(`update iac_projects set status = 'missing' where id = $1`, [iac_project_id]);
  const path = { params: { path: { id: queue('a') } } };
  const { items } = await dataOf(client.GET('/api/v1/resources/{id}/mapping-corrections', path));
  t.is(items[0]?.stale, true);
  t.like(await codeMapping(organization, queue('a')), {
    management_state: 'managed',
    mappings: [{ iac_project_id, confidence: 'low', corrected: true }],
  });
  const other = await dataOf(correct(organization, queue('a'), { action: 'unlink', iac_project_id }));
  t.is(other.stale, true, 'a correction whose project is missing already');
});

test('corrections that are incomplete, repeated or of a deleted resource are rejected', async (t) => {
  const organization = await withQueues('a', 'b');
  const { queue } = organization;
  const rejected = async (
    body: Correction,
    code: 'validation_failed' | 'conflict',
    field?: RegExp,
    name = 'a',
  ) => {
    const { error, response } = await correct(organization, queue(name), body);
    t.is(response.status, code === 'conflict' ? 409 : 400);
    t.is(error?.code, code);
    if (field !== undefined) t.regex(error?.message ?? '', field);
  };
  await rejected({ action: 'link' }, 'validation_failed', /^address:/);
  await rejected({ action: 'link', address: 'data.aws_vpc.a' }, 'validation_failed', /^address:/);
  await rejected({ action: 'ignore', address: 'aws_sqs_queue.a' }, 'validation_failed', /^address:/);
  await rejected(
    { action: 'link', address: 'aws_sqs_queue.a', iac_project_id: randomUUID() },
    'validation_failed',
    /^iac_project_id:/,
  );
  await dataOf(correct(organization, queue('a'), { action: 'ignore' }));
  await rejected({ action: 'ignore' }, 'conflict');
  await mapping.inventory.query(`update resources set status = 'deleted', deleted_at = now() where id = $1`, [
    queue('b'),
  ]);
  await rejected({ action: 'ignore' }, 'conflict', undefined, 'b');
  await expectError(t, undo(organization, queue('a'), randomUUID()), 404, 'not_found');
});

test('the history has the last figures of each day, for all accounts or one', async (t) => {
  const organization = await withQueues('a', 'b');
  const { client, account, entry, organizationId } = organization;
  await organization.sync([entry('a')]);
  await mapping.inventory.query(
    `insert into mapping_coverage_days (organization_id, day, aws_account_id, figures)
     select organization_id, (now() at time zone 'UTC')::date - days, aws_account_id, figures
     from mapping_coverage_days, unnest(array[3, 401]) days where organization_id = $1`,
    [organizationId],
  );
  const [before] = await mapping.inventory.query<{ version: string }>(
    `select max(xmin::text::bigint) as version from mapping_coverage_days where organization_id = $1`,
    [organizationId],
  );
  await mapping.inventory.write(organizationId, refreshMapping);
  const [after] = await mapping.inventory.query<{ version: string }>(
    `select max(xmin::text::bigint) as version from mapping_coverage_days where organization_id = $1`,
    [organizationId],
  );
  t.deepEqual(after, before, 'unchanged figures are not written');
  const history = async (query: NonNullable<operations['getCoverageHistory']['parameters']['query']>) =>
    (await dataOf(client.GET('/api/v1/mapping/coverage-history', { params: { query } }))).items;
  const days = await history({});
  t.is(days.length, 2);
  t.like(days[1], {
    day: new Date().toISOString().slice(0, 10),
    managed: 1,
    unmanaged: 1,
    coverage_percent: { lower: 50, upper: 50 },
  });
  t.is((await history({ since: new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString() })).length, 1);
  t.is((await history({ until: new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString() })).length, 1);
  t.is((await history({ aws_account_id: [account] })).length, 2);
  t.is((await history({ aws_account_id: [randomUUID()] })).length, 0);
  const page = async (query: { limit: number; cursor?: string }) =>
    dataOf(client.GET('/api/v1/mapping/coverage-history', { params: { query } }));
  const first = await page({ limit: 1 });
  const second = await page({ limit: 1, cursor: first.next_cursor ?? '' });
  t.deepEqual([...first.items, ...second.items], days);
  t.is(second.next_cursor, undefined);
  const { queue } = organization;
  const { id } = await dataOf(correct(organization, queue('b'), { action: 'ignore' }));
  t.like((await history({})).at(-1), { managed: 1, unmanaged: 0, ignored: 1 });
  await dataOf(undo(organization, queue('b'), id));
  t.like((await history({})).at(-1), { managed: 1, unmanaged: 1, ignored: 0 });
});
