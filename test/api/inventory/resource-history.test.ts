import { randomUUID } from 'node:crypto';
import test from 'ava';
import { foldCounts } from '../../../db/inventory/search/index-search.ts';
import { deleteOldHistoryBatch } from '../../../db/inventory/delete-old-history.ts';
import { insertResources } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

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

test('lists revisions newest first, in pages, with their diff', async (t) => {
  const { client, organizationId, id } = await withOne();
  for (const revision of [1, 2, 3]) await addRevision(organizationId, id, revision, daysAgo(10 - revision));
  type Page = {
    items: { revision: number; diff: unknown[]; configuration: unknown }[];
    next_cursor?: string;
  };
  const first = await client.get<Page & { freshness: unknown }>(`/resources/${id}/revisions?limit=2`);
  t.deepEqual(
    first.body.items.map(({ revision }) => revision),
    [3, 2],
  );
  t.like(first.body.items[0], {
    configuration: { Size: 3 },
    diff: [{ op: 'replace', path: '/Size', before: 2, after: 3 }],
  });
  t.truthy(first.body.freshness);
  const second = await client.get<Page>(
    `/resources/${id}/revisions?limit=2&cursor=${first.body.next_cursor}`,
  );
  t.deepEqual(
    second.body.items.map(({ revision }) => revision),
    [1],
  );
  t.is(second.body.next_cursor, undefined);
  t.is((await client.get(`/resources/${randomUUID()}/revisions`)).status, 404);
});

test('filters and pages changes, and returns a single change', async (t) => {
  const { client, organizationId, id, account } = await withOne();
  await addChange(organizationId, { id, account }, daysAgo(3), { kind: 'created' });
  await addChange(organizationId, { id, account }, daysAgo(2), { actor: 'alice' });
  await addChange(organizationId, { id, account }, daysAgo(1), { kind: 'deleted' });
  type Page = { items: { id: string; kind: string; actor?: { name: string } }[]; next_cursor?: string };
  const kinds = async (query: string, path = '/changes') =>
    (await client.get<Page>(`${path}?${query}`)).body.items.map(({ kind }) => kind);
  t.deepEqual(await kinds(''), ['deleted', 'updated', 'created']);
  t.deepEqual(await kinds('kind=created&kind=deleted'), ['deleted', 'created']);
  t.deepEqual(await kinds('actor=alice'), ['updated']);
  t.deepEqual(await kinds(`since=${daysAgo(2.5).toISOString()}&until=${daysAgo(1.5).toISOString()}`), [
    'updated',
  ]);
  t.deepEqual(await kinds('q=WEB&region=eu-west-1&status=active&limit=1'), ['deleted']);
  t.deepEqual(await kinds('q=other'), []);
  t.deepEqual(await kinds('source=cloudtrail'), []);
  t.deepEqual(await kinds('kind=updated', `/resources/${id}/changes`), ['updated']);
  t.deepEqual(await kinds('explained=false'), ['deleted', 'updated', 'created']);
  const explanation = { kind: 'plan', id: randomUUID(), confidence: 'high', address: 'aws_instance.web' };
  await fixture.inventory.query(
    `update changes set explained_by_kind = $1, explained_by_id = $2, explained_by_confidence = $3,
       explained_by_address = $4 where organization_id = $5 and kind = 'created'`,
    [...Object.values(explanation), organizationId],
  );
  t.deepEqual(await kinds('explained=false', `/resources/${id}/changes`), ['deleted', 'updated']);
  const explained = await client.get<{ items: unknown[] }>('/changes?explained=true');
  t.is(explained.body.items.length, 1);
  t.like(explained.body.items[0], { kind: 'created', explained_by: explanation });
  const page = await client.get<Page>('/changes?limit=2');
  const rest = await client.get<Page>(`/changes?limit=2&cursor=${page.body.next_cursor}`);
  t.deepEqual(
    rest.body.items.map(({ kind }) => kind),
    ['created'],
  );
  const one = await client.get<{ actor: { name: string }; paths: string[] }>(
    `/changes/${page.body.items[1]?.id}`,
  );
  t.like(one.body, { actor: { name: 'alice' }, paths: ['/Size'] });
  const stranger = await fixture.api.signUp();
  t.is((await stranger.client.get(`/changes/${page.body.items[1]?.id}`)).status, 404);
  t.is((await stranger.client.get(`/resources/${id}/changes`)).status, 404);
  t.is((await client.get('/changes?since=yesterday')).status, 400);
  t.is((await client.get('/changes?kind=renamed')).status, 400);
  t.is((await client.get('/changes?explained=maybe')).status, 400);
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
  await fixture.inventory.write(organizationId, (tenant) => deleteOldHistoryBatch(tenant, daysAgo(400)));
  const revisions = await client.get<{ items: { revision: number }[] }>(`/resources/${id}/revisions`);
  t.deepEqual(
    revisions.body.items.map(({ revision }) => revision),
    [4, 3],
  );
  const changes = await client.get<{ items: unknown[] }>('/changes');
  t.is(changes.body.items.length, 1);
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
  const { status, body } = await client.get<Record<string, Record<string, unknown>>>('/overview');
  t.is(status, 200);
  t.deepEqual(body['accounts'], { total: 1, by_status: [{ value: 'connected', count: 1 }] });
  t.like(body['resources'], {
    total: 6,
    by_type: [
      { value: 'AWS::S3::Bucket', count: 5 },
      { value: 'AWS::EC2::Instance', count: 1 },
    ],
    by_account: [{ value: account, count: 6 }],
  });
  t.deepEqual(body['coverage'], {
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
