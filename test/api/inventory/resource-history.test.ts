import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ChangeList, operations } from '../../../api-client/api-types.ts';
import { foldCounts } from '../../../db/inventory/search/index-search.ts';
import { deleteOldHistory } from '../../../activities/maintenance/delete-old-history.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { insertResources } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

const listRevisions = (client: TestClient, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.GET('/api/v1/resources/{id}/revisions', { params: { path: { id }, query } });

type ChangeQuery = operations['listChanges']['parameters']['query'];

const listChanges = (client: TestClient, query: ChangeQuery = {}) =>
  dataOf(client.GET('/api/v1/changes', { params: { query } }));

async function withOne() {
  const { model, ...someone } = await fixture.withResources(
    (account) => [aResource(account, { name: 'web' })],
    daysAgo(500),
  );
  return { ...someone, id: model[0]?.id ?? '' };
}

async function addRevision(organizationId: string, id: string, revision: number, at: Date): Promise<void> {
  await fixture.inventory.query(
    `insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, observed_at,
       configuration, tags, diff) values ($1, $2, $3, $4, 1, $5, $6, '{}', $7)`,
    [
      organizationId,
      id,
      revision,
      `hash ${revision}`,
      at,
      JSON.stringify({ Size: revision }),
      JSON.stringify([{ op: 'replace', path: '/Size', before: revision - 1, after: revision }]),
    ],
  );
}

async function addChange(
  organizationId: string,
  { id, account }: { id: string; account: string },
  at: Date,
  given: { kind?: string; actor?: string } = {},
): Promise<void> {
  await fixture.inventory.query(
    `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at,
       source, actor_name, paths) values ($1, $2, $3, 'eu-west-1', 'AWS::EC2::Instance', $4, $5, 'scan', $6, '{/Size}')`,
    [organizationId, id, account, given.kind ?? 'updated', at, given.actor ?? null],
  );
}

test('shows the service that called for the actor, the owner and the candidates, and filters by the actor only', async (t) => {
  const someone = await withOne();
  await addChange(someone.organizationId, someone, daysAgo(1), { actor: 'ann' });
  const owner = {
    resourceType: 'AWS::CloudFormation::Stack',
    nativeId: 'arn:aws:cloudformation:eu-west-1:1:stack/shop/1',
  };
  const candidate = {
    eventName: 'UpdateStack',
    occurredAt: '2026-01-01T12:00:00.000Z',
    actor: { type: 'IAMUser', name: 'bob' },
    owner: { ...owner, id: someone.id },
  };
  await fixture.inventory.query(
    `update changes set attribution = 'probable', actor_via = 'cloudformation.amazonaws.com', owner = $2, candidates = $3
     where organization_id = $1`,
    [someone.organizationId, JSON.stringify(owner), JSON.stringify([candidate])],
  );
  const [change] = (await listChanges(someone.client, { actor: ['ann'] })).items;
  t.deepEqual(change?.actor, { name: 'ann', via: 'cloudformation.amazonaws.com' });
  const path = { id: someone.id };
  const resource = await dataOf(someone.client.GET('/api/v1/resources/{id}', { params: { path } }));
  const { id, name, native_id } = resource;
  t.deepEqual(change?.resource, { id, name, native_id } as ChangeList['items'][number]['resource']);
  t.deepEqual([change?.aws_account_id, change?.account_name], [someone.account, 'Main']);
  const byNumber = (account_id: string) => listChanges(someone.client, { account_id });
  t.is((await byNumber(change?.account_id ?? '')).items.length, 1);
  t.deepEqual((await byNumber('999988887777')).items, []);
  t.deepEqual(change?.owner, { resource_type: owner.resourceType, native_id: owner.nativeId });
  t.deepEqual(change?.candidates, [
    {
      event_name: 'UpdateStack',
      occurred_at: candidate.occurredAt,
      actor: candidate.actor,
      owner: { resource_type: owner.resourceType, id: someone.id, native_id: owner.nativeId },
    },
  ]);
  t.deepEqual((await listChanges(someone.client, { actor: ['bob'] })).items, []);
});

test('lists revisions newest first, in pages, with their diff', async (t) => {
  const { client, organizationId, id } = await withOne();
  for (const revision of [1, 2, 3]) await addRevision(organizationId, id, revision, daysAgo(10 - revision));
  const first = await dataOf(listRevisions(client, id, { limit: 2 }));
  t.deepEqual(
    first.items.map(({ revision }) => revision),
    [3, 2],
  );
  t.like(first.items[0], {
    configuration: { Size: 3 },
    diff: [{ op: 'replace', path: '/Size', before: 2, after: 3 }],
  });
  t.truthy(first.freshness);
  const cursor = first.next_cursor ?? '';
  const second = await dataOf(listRevisions(client, id, { limit: 2, cursor }));
  t.deepEqual(
    second.items.map(({ revision }) => revision),
    [1],
  );
  t.is(second.next_cursor, undefined);
  await expectError(t, listRevisions(client, randomUUID()), 404, 'not_found');
});

test('filters and pages changes, and returns a single change', async (t) => {
  const { client, organizationId, id, account } = await withOne();
  await addChange(organizationId, { id, account }, daysAgo(3), { kind: 'created' });
  await addChange(organizationId, { id, account }, daysAgo(2), { actor: 'alice' });
  await addChange(organizationId, { id, account }, daysAgo(1), { kind: 'deleted' });
  const kindsOf = (page: ChangeList) => page.items.map(({ kind }) => kind);
  const kinds = async (query: ChangeQuery = {}) => kindsOf(await listChanges(client, query));
  type ResourceQuery = operations['listResourceChanges']['parameters']['query'];
  const listOfResource = (caller: TestClient, query: ResourceQuery = {}) =>
    caller.GET('/api/v1/resources/{id}/changes', { params: { path: { id }, query } });
  t.deepEqual(await kinds(), ['deleted', 'updated', 'created']);
  t.deepEqual(await kinds({ kind: ['created', 'deleted'] }), ['deleted', 'created']);
  t.deepEqual(await kinds({ actor: 'alice' }), ['updated']);
  const [since, until] = [daysAgo(2.5).toISOString(), daysAgo(1.5).toISOString()];
  t.deepEqual(await kinds({ since, until }), ['updated']);
  t.deepEqual(await kinds({ q: 'WEB', region: 'eu-west-1', status: 'active', limit: 1 }), ['deleted']);
  t.deepEqual(await kinds({ q: 'other' }), []);
  t.deepEqual(await kinds({ source: 'cloudtrail' }), []);
  t.deepEqual(kindsOf(await dataOf(listOfResource(client, { kind: 'updated' }))), ['updated']);
  t.deepEqual(await kinds({ explained: false }), ['deleted', 'updated', 'created']);
  const explanation = {
    kind: 'plan' as const,
    id: randomUUID(),
    confidence: 'high' as const,
    address: 'aws_instance.web',
  };
  await fixture.inventory.query(
    `update changes set explained_by_kind = $1, explained_by_id = $2, explained_by_confidence = $3,
       explained_by_address = $4 where organization_id = $5 and kind = 'created'`,
    [...Object.values(explanation), organizationId],
  );
  const unexplained = await dataOf(listOfResource(client, { explained: false }));
  t.deepEqual(kindsOf(unexplained), ['deleted', 'updated']);
  const explained = await listChanges(client, { explained: true });
  t.is(explained.items.length, 1);
  t.like(explained.items[0], { kind: 'created', explained_by: explanation });
  t.is((await listChanges(client, { explained: true, limit: 1, include: ['total'] })).total, 1);
  const page = await listChanges(client, { limit: 2, include: ['total'] });
  t.is(page.total, 3);
  const rest = await listChanges(client, { limit: 2, include: ['total'], cursor: page.next_cursor ?? '' });
  t.deepEqual(kindsOf(rest), ['created']);
  const getChange = (caller: TestClient) =>
    caller.GET('/api/v1/changes/{id}', { params: { path: { id: page.items[1]?.id ?? '' } } });
  t.like(await dataOf(getChange(client)), { actor: { name: 'alice' }, paths: ['/Size'] });
  const stranger = await fixture.api.signUp();
  await expectError(t, getChange(stranger.client), 404, 'not_found');
  await expectError(t, listOfResource(stranger.client), 404, 'not_found');
  for (const query of ['since=yesterday', 'kind=renamed', 'explained=maybe'])
    t.is((await client.request('GET', `/changes?${query}`)).status, 400);
});

test('deletes history after the retention period, except revisions that were current then', async (t) => {
  const { client, organizationId, id, account } = await withOne();
  for (const [revision, days] of [
    [1, 500],
    [2, 450],
    [3, 420],
    [4, 10],
  ] as const)
    await addRevision(organizationId, id, revision, daysAgo(days));
  await addChange(organizationId, { id, account }, daysAgo(401));
  await addChange(organizationId, { id, account }, daysAgo(399));
  await deleteOldHistory(fixture.api.services);
  const revisions = await dataOf(listRevisions(client, id));
  t.deepEqual(
    revisions.items.map(({ revision }) => revision),
    [4, 3],
  );
  t.is((await listChanges(client)).items.length, 1);
});

test('counts live resources in the overview, and reports the uncovered part of its percentage', async (t) => {
  const { client, organizationId, account } = await withOne();
  await fixture.inventory.write(organizationId, async (tenant) => {
    await foldCounts(tenant, 100);
    await insertResources(
      tenant,
      [],
      (['managed', 'managed', 'unmanaged', 'child', 'default'] as const).map((managementState) =>
        aResource(account, { managementState, type: 'AWS::S3::Bucket' }),
      ),
      daysAgo(1),
    );
  });
  const overview = await dataOf(client.GET('/api/v1/overview'));
  t.deepEqual(overview.accounts, { total: 1, by_status: [{ value: 'connected', count: 1 }] });
  t.like(overview.resources, {
    total: 6,
    by_type: [
      { value: 'AWS::S3::Bucket', count: 5 },
      { value: 'AWS::EC2::Instance', count: 1 },
    ],
    by_account: [{ value: account, count: 6 }],
  });
  t.deepEqual(overview.coverage, {
    eligible: 4,
    managed: 2,
    unmanaged: 1,
    child: 1,
    default: 1,
    ignored: 0,
    unknown: 1,
    percent: { lower: 50, upper: 75 },
  });
});
