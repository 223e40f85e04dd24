import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { insertChange } from '../../support/assistant/tool-world.ts';
import { expectError } from '../../support/expect-error.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();

const read = async (client: TestClient, query: { days?: number; limit?: number; cursor?: string } = {}) =>
  dataOf(client.GET('/api/v1/overview/days', { params: { query } }));
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const quiet = {
  changes: { created: 0, updated: 0, deleted: 0, reappeared: 0, unexplained: 0 },
  drifted: 0,
  drift_resolved: 0,
};

test('counts changes and drift of each UTC day, with zeros for quiet days, for one organization', async (t) => {
  const { client, organizationId, account, model } = await fixture.withResources((id) => [aResource(id)]);
  const stranger = await fixture.withResources((id) => [aResource(id)]);
  const resource = model[0]?.id ?? '';
  await insertChange(fixture, stranger.organizationId, stranger.model[0]?.id ?? '');
  for (const [kind, days, explained] of [
    ['updated', 0, true],
    ['updated', 0, false],
    ['deleted', 2, false],
    ['reappeared', 2, true],
    ['updated', 9, false],
  ] as const)
    await insertChange(fixture, organizationId, resource, { kind, at: daysAgo(days), explained });
  await fixture.inventory.query(
    `insert into drift_transitions (organization_id, resource_id, kind, cause, attributes, occurred_at)
     values ($1, $2, 'drifted', null, '{size}', $3), ($1, $2, 'resolved', 'in_sync', '{size}', $4)`,
    [organizationId, resource, daysAgo(2), daysAgo(1)],
  );
  await fixture.inventory.query(
    `insert into mapping_coverage_days (organization_id, day, aws_account_id, figures)
     values ($1, $2, $3, '{"managed": 3, "unmanaged": 2, "ignored": 1, "managed_missing": 7}')`,
    [organizationId, dayOf(daysAgo(1)), account],
  );
  const { items } = await read(client, { days: 4 });
  // The resource of the fixture was created three days ago.
  const created = items[0]?.changes.created ?? 0;
  t.deepEqual(items, [
    { ...quiet, day: dayOf(daysAgo(3)), changes: { ...quiet.changes, created, unexplained: created } },
    {
      ...quiet,
      day: dayOf(daysAgo(2)),
      changes: { ...quiet.changes, deleted: 1, reappeared: 1, unexplained: 1 },
      drifted: 1,
    },
    { ...quiet, day: dayOf(daysAgo(1)), drift_resolved: 1, resources: 6 },
    { ...quiet, day: dayOf(new Date()), changes: { ...quiet.changes, updated: 2, unexplained: 1 } },
  ]);
});

test('returns 30 days without parameters, at most 90, and pages on request', async (t) => {
  const { client } = await fixture.api.signUp();
  t.is((await read(client)).items.length, 30);
  t.is((await read(client, { days: 90 })).items.length, 90);
  const first = await read(client, { days: 3, limit: 2 });
  const second = await read(client, { days: 3, limit: 2, cursor: first.next_cursor ?? '' });
  t.deepEqual([...first.items, ...second.items], (await read(client, { days: 3 })).items);
  for (const days of [0, 91])
    await expectError(
      t,
      client.GET('/api/v1/overview/days', { params: { query: { days } } }),
      400,
      'validation_failed',
    );
});
