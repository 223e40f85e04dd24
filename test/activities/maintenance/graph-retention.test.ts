import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteOldHistory } from '../../../activities/maintenance/delete-old-history.ts';
import { newGraphOrganization } from '../../support/graph/graph-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

test('deletes stale relationships, periods and unused external nodes after 400 days, which as_of does not reach', async (t) => {
  const shop = await newGraphOrganization(api);
  const { client, accountId, graph, organizationId } = shop;
  const [worker, ...queues] = await graph.resources(
    ['worker', 'active', 'revived', 'recent', 'expired'].map((name) => ({
      accountId,
      nativeId: name,
      name,
      at: daysAgo(600),
    })),
  );
  const [active = '', revived = '', recent = '', expired = ''] = queues;
  const [keptNode, expiredNode] = await graph.externalNodes([
    { identifier: 'arn:aws:sqs:eu-west-1:999999999999:kept' },
    { identifier: 'arn:aws:sqs:eu-west-1:999999999999:expired' },
    { identifier: 'arn:aws:sqs:eu-west-1:999999999999:unused' },
  ]);
  const source = worker ?? '';
  const edges = await graph.edges([
    { source, target: active, firstObservedAt: daysAgo(500) },
    {
      source,
      target: revived,
      firstObservedAt: daysAgo(500),
      periods: [
        [daysAgo(500), daysAgo(401)],
        [daysAgo(100), null],
      ],
    },
    { source, target: recent, firstObservedAt: daysAgo(500), staleAt: daysAgo(398) },
    { source, target: expired, firstObservedAt: daysAgo(500), staleAt: daysAgo(401) },
    { source, target: keptNode, firstObservedAt: daysAgo(500), staleAt: daysAgo(398) },
    { source, target: expiredNode, firstObservedAt: daysAgo(500), staleAt: daysAgo(401) },
  ]);
  const nodesAt = async (days: number) => {
    const path = `/graph?root_type=resource&root_id=${source}&as_of=${daysAgo(days).toISOString()}`;
    const { status, body } = await client.request<{ nodes?: readonly { name: string }[] }>('GET', path);
    return status === 200 ? body.nodes?.map(({ name }) => name).toSorted() : status;
  };
  const before = { 399: await nodesAt(399), 50: await nodesAt(50), 401: await nodesAt(401) };
  t.deepEqual(before, {
    399: ['active', 'arn:aws:sqs:eu-west-1:999999999999:kept', 'recent', 'worker'],
    50: ['active', 'revived', 'worker'],
    401: 400,
  });
  await deleteOldHistory(api.services);
  t.deepEqual({ 399: await nodesAt(399), 50: await nodesAt(50), 401: await nodesAt(401) }, before);
  const idsIn = async (statement: string) =>
    (await shop.query<{ id: string }>(statement, [organizationId])).map(({ id }) => id);
  t.deepEqual(
    await idsIn('select id from relationships where organization_id = $1 order by id'),
    [edges[0], edges[1], edges[2], edges[4]].toSorted(),
  );
  t.deepEqual(
    await idsIn(
      'select relationship_id as id from relationship_periods where organization_id = $1 order by 1',
    ),
    [edges[0], edges[1], edges[2], edges[4]].toSorted(),
  );
  t.deepEqual(await idsIn('select id from external_nodes where organization_id = $1'), [keptNode]);
});

test('deletes unused external nodes in batches, and keeps those of active relationships', async (t) => {
  const shop = await newGraphOrganization(api);
  const { accountId, graph, organizationId } = shop;
  const [worker] = await graph.resources([{ accountId }]);
  const identifiers = Array.from(
    { length: 1500 },
    () => `arn:aws:sqs:eu-west-1:999999999999:${randomUUID()}`,
  );
  const nodes = await graph.externalNodes(identifiers.map((identifier) => ({ identifier })));
  await graph.edges(nodes.slice(0, 200).map((target) => ({ source: worker, target })));
  await deleteOldHistory(api.services);
  const left = await shop.query('select from external_nodes where organization_id = $1', [organizationId]);
  t.is(left.length, 200);
});
