import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { takeDelivery } from '../../../db/events/take-delivery.ts';
import { numberEvents } from '../../../db/events/number-events.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { EventFilter } from '../../../domain/events/event-filter.ts';
import { eventTypes } from '../../../domain/events/event-types.ts';
import { eventually } from '../../support/eventually.ts';
import { insertAccount, insertResource } from '../../support/mapping/stored-resource.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const files = useTestDatabase();
const fixture = useFixture(
  () => Promise.resolve({ database: openDatabase({ url: files.url, poolSize: 4 }) }),
  ({ database }) => database.close(),
);
const asOwner = <T extends object = { id: string }>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(files.url, text, values);

interface NewEvent {
  readonly label: string;
  readonly type: string;
  readonly resourceId?: string;
  readonly accountId?: string;
  readonly data?: object;
}

/** An organization with two accounts, whose events have a label in their data. */
async function organization() {
  const id = randomUUID();
  await asOwner('insert into organizations (id, name, slug) values ($1, $2, $2)', [id, `o-${id}`]);
  const accounts = [
    await insertAccount(files.url, id, '111111111111'),
    await insertAccount(files.url, id, '222222222222'),
  ] as const;
  await asOwner('delete from events where organization_id = $1', [id]);
  const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = Object.keys(row);
    const [created] = await asOwner(
      `insert into ${table} (organization_id, ${columns.join(', ')})
       values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')}) returning *`,
      [id, ...Object.values(row)],
    );
    return String(created?.id ?? '');
  };
  const write = async (events: readonly NewEvent[]) => {
    for (const { label, type, resourceId, accountId, data } of events)
      await insert('events', {
        type,
        resource_id: resourceId ?? null,
        aws_account_id: accountId ?? null,
        data: { label, ...data },
      });
    await eventually('the positions', async () => {
      await numberEvents(fixture.database, 5);
      const rows = await asOwner('select from events where organization_id = $1 and position is null', [id]);
      return rows.length === 0;
    });
  };
  /** Returns a subscription that began before all events. */
  const subscribe = async (filter: EventFilter) => {
    const subscriptionId = await insert('event_subscriptions', {
      name: randomUUID(),
      kind: 'webhook',
      url_sealed: 'x',
      url_hint: 'x',
      secret_sealed: 'x',
      events: ['*'],
      types: eventTypes,
      filter,
      position: 0,
      created_by: id,
    });
    return {
      id: subscriptionId,
      /** The labels of the events of the next batch, which counts as delivered. */
      next: async (): Promise<readonly string[]> => {
        const taken = await fixture.database.withTenant(id, (tenant) => takeDelivery(tenant, subscriptionId));
        if (taken === undefined || taken === 'deleted') return [];
        await asOwner(
          "update event_deliveries set status = 'delivered', next_attempt_at = null where id = $1",
          [taken.id],
        );
        const rows = await asOwner<{ label: string }>(
          `select e.data ->> 'label' as label from unnest($2::bigint[]) with ordinality p (position, place)
           join events e on e.organization_id = $1 and e.position = p.position order by p.place`,
          [id, taken.positions],
        );
        return rows.map(({ label }) => label);
      },
    };
  };
  /** A succeeded inference that started now, or `undefined` seconds ago. */
  const infer = () =>
    insert('runs', {
      kind: 'infer_memberships',
      subject_id: randomUUID(),
      status: 'succeeded',
      started_at: new Date(Date.now() + 1000),
      finished_at: new Date(Date.now() + 1000),
    });
  return { id, accounts, insert, write, subscribe, infer };
}

test('a filter leaves out events with another resource, account, plan or scan, and no other events', async (t) => {
  const { id, accounts, insert, write, subscribe, infer } = await organization();
  const [own, other] = accounts;
  const team = await insert('teams', { name: 'Shop', slug: 'shop' });
  const application = await insert('applications', { name: 'Shop', slug: 'shop' });
  await insert('application_owners', { application_id: application, team_id: team });
  const environment = await insert('environments', { name: 'production', class: 'production' });
  await asOwner('update aws_accounts set default_environment_id = $2 where id = $1', [own, environment]);
  const bucket = await insertResource(files.url, id, own, { nativeId: 'bucket' });
  const queue = await insertResource(files.url, id, other, {
    nativeId: 'queue',
    type: 'AWS::SQS::Queue',
    region: 'us-east-1',
  });
  // A deleted resource has what it had last.
  const deleted = await insertResource(files.url, id, own, { nativeId: 'deleted', status: 'deleted' });
  for (const resourceId of [bucket, deleted]) {
    await insert('resource_tags', {
      resource_id: resourceId,
      key: 'team',
      value: 'shop',
      valid_from: new Date(0),
    });
    await insert('memberships', {
      resource_id: resourceId,
      application_id: application,
      status: 'confirmed',
      source: 'declared',
      confidence: 'high',
    });
  }
  const scan = await insertScan(insert, own);
  const plan = await insertPlan(insert, {
    applications: application,
    teams: team,
    environments: environment,
  });
  const planOfOthers = await insertPlan(insert, {});
  await asOwner('delete from events where organization_id = $1', [id]);
  const risks = { high: 0, medium: 1, low: 3 };
  await write([
    { label: 'bucket', type: 'resource.updated', resourceId: bucket, accountId: own },
    { label: 'deleted', type: 'resource.deleted', resourceId: deleted, accountId: own },
    { label: 'queue', type: 'resource.created', resourceId: queue, accountId: other },
    { label: 'issue', type: 'ownership_issue.opened', resourceId: queue },
    { label: 'stale', type: 'account.stale', accountId: other },
    { label: 'scan', type: 'scan.finished', data: { scan: { id: scan }, status: 'partial' } },
    {
      label: 'scan of others',
      type: 'scan.finished',
      data: { scan: { id: randomUUID() }, status: 'failed' },
    },
    { label: 'plan', type: 'plan.reported', data: { plan: { id: plan }, risks } },
    {
      label: 'plan of others',
      type: 'plan.reported',
      data: { plan: { id: planOfOthers }, risks: { high: 1 } },
    },
    { label: 'query', type: 'query.matched', data: { query: { id: scan } } },
    { label: 'audit', type: 'audit.entry', data: { action: 'team.created' } },
    { label: 'rule', type: 'rule.suspended' },
  ]);
  await infer();
  const all = (await (await subscribe({})).next()).toSorted();
  t.is(all.length, 12);
  const expect = async (filter: EventFilter, ...leftOut: readonly string[]) => {
    const found = await (await subscribe(filter)).next();
    t.deepEqual(
      found.toSorted(),
      all.filter((label) => !leftOut.includes(label)),
      JSON.stringify(filter),
    );
  };
  const ofQueue = ['queue', 'issue'];
  await expect({ aws_account_id: [own] }, ...ofQueue, 'stale', 'scan of others');
  await expect({ aws_account_id: [own, other] }, 'scan of others');
  await expect({ region: ['eu-west-1'] }, ...ofQueue);
  await expect({ resource_type: ['AWS::SQS::Queue'] }, 'bucket', 'deleted');
  await expect(
    { resource_type: ['AWS::SQS::Queue'], region: ['eu-west-1'] },
    ...ofQueue,
    'bucket',
    'deleted',
  );
  await expect({ tag: ['team=shop'] }, ...ofQueue);
  await expect({ tag: ['team=other', 'team'] }, ...ofQueue);
  await expect({ application_id: [application] }, ...ofQueue, 'plan of others');
  await expect({ team_id: [team] }, ...ofQueue, 'plan of others');
  await expect({ environment_id: [environment] }, ...ofQueue, 'plan of others');
  await expect({ min_risk: 'high' }, 'plan');
  await expect({ min_risk: 'medium' });
  await expect({ scan_status: ['failed'] }, 'scan');
  await expect({ saved_query_id: [scan] });
  await expect({ saved_query_id: [randomUUID()] }, 'query');
  await expect({ action: ['team.deleted'] }, 'audit');
});

test('with `explained`, a change waits until its attribution is closed, at most 20 minutes', async (t) => {
  const { id, accounts, insert, write, subscribe } = await organization();
  const [accountId] = accounts;
  const feed = await insert('cloudtrail_feeds', { aws_account_id: accountId, region: 'eu-west-1' });
  const change = async (nativeId: string, fields: object = {}) => {
    const resourceId = await insertResource(files.url, id, accountId, { nativeId });
    const changeId = await insert('changes', {
      resource_id: resourceId,
      aws_account_id: accountId,
      region: 'eu-west-1',
      resource_type: 'AWS::S3::Bucket',
      kind: 'updated',
      source: 'scan',
      revision: 1,
      ...fields,
    });
    await asOwner('delete from events where organization_id = $1 and position is null', [id]);
    return { resourceId, data: { change_id: changeId } };
  };
  const explained = await change('explained', {
    explained_by_kind: 'execution',
    explained_by_id: randomUUID(),
    explained_by_confidence: 'high',
  });
  const open = await change('open');
  await write([
    { label: 'open', type: 'resource.updated', ...open },
    { label: 'explained', type: 'resource.updated', ...explained },
    { label: 'rule', type: 'rule.suspended' },
  ]);
  const [wanted, unwanted] = [await subscribe({ explained: true }), await subscribe({ explained: false })];
  t.deepEqual(await wanted.next(), ['explained', 'rule'], 'order is that of readiness');
  t.deepEqual(await unwanted.next(), ['rule']);
  t.deepEqual(await unwanted.next(), []);
  const [row] = await asOwner<{ soon: boolean }>(
    "select due_at between now() and now() + interval '30 seconds' as soon from event_subscriptions where id = $1",
    [unwanted.id],
  );
  t.true(row?.soon, 'delayed events are evaluated again');
  await asOwner("update cloudtrail_feeds set attributed_until = now() + interval '1 hour' where id = $1", [
    feed,
  ]);
  t.deepEqual(await unwanted.next(), ['open']);
  t.deepEqual(await wanted.next(), []);
  // Without a closed attribution.
  await asOwner('update cloudtrail_feeds set attributed_until = null where id = $1', [feed]);
  await write([{ label: 'never', type: 'resource.updated', ...(await change('never')) }]);
  t.deepEqual(await unwanted.next(), []);
  await age(id, '19 minutes');
  t.deepEqual(await unwanted.next(), []);
  await age(id, '2 minutes');
  t.deepEqual(await unwanted.next(), ['never']);
  t.deepEqual(await wanted.next(), []);
});

test('with a team, an event waits for the inference after it, at most 20 minutes', async (t) => {
  const { id, accounts, insert, write, subscribe, infer } = await organization();
  const team = await insert('teams', { name: 'Shop', slug: 'shop' });
  const application = await insert('applications', { name: 'Shop', slug: 'shop' });
  await insert('application_owners', { application_id: application, team_id: team });
  const resourceId = await insertResource(files.url, id, accounts[0], { nativeId: 'bucket' });
  const event = { type: 'resource.created', resourceId };
  await write([
    { label: 'first', ...event },
    { label: 'rule', type: 'rule.suspended' },
  ]);
  const subscription = await subscribe({ team_id: [team] });
  t.deepEqual(await subscription.next(), ['rule']);
  t.deepEqual(await subscription.next(), []);
  await insert('memberships', {
    resource_id: resourceId,
    application_id: application,
    status: 'confirmed',
    source: 'declared',
    confidence: 'high',
  });
  await infer();
  t.deepEqual(await subscription.next(), ['first'], 'decided by the owner that the inference found');
  await asOwner("update runs set started_at = now() - interval '1 day' where organization_id = $1", [id]);
  await write([{ label: 'second', ...event }]);
  t.deepEqual(await subscription.next(), []);
  await age(id, '21 minutes');
  await expectSoon(t, subscription.next, ['second']);
});

const age = (id: string, interval: string) =>
  asOwner(
    'update events set occurred_at = occurred_at - $2::interval where organization_id = $1 and position is not null',
    [id, interval],
  );

async function expectSoon(
  t: ExecutionContext,
  next: () => Promise<readonly string[]>,
  labels: readonly string[],
): Promise<void> {
  t.deepEqual(await next(), labels);
  t.deepEqual(await next(), [], 'once');
}

type Insert = Awaited<ReturnType<typeof organization>>['insert'];

async function insertScan(insert: Insert, accountId: string): Promise<string> {
  const id = randomUUID();
  await insert('runs', { id, kind: 'scan', subject_id: id, status: 'running' });
  await insert('scans', { id, trigger: 'manual', status: 'running' });
  await insert('scan_accounts', {
    scan_id: id,
    aws_account_id: accountId,
    region_set: '{(,)}',
    resource_type_set: '{(,)}',
  });
  return id;
}

/** A plan whose impact names records of the given groups. */
async function insertPlan(insert: Insert, groups: Readonly<Record<string, string>>): Promise<string> {
  const impact = Object.fromEntries(
    ['applications', 'teams', 'environments'].map((name) => [
      name,
      groups[name] === undefined ? [] : [{ id: groups[name] }],
    ]),
  );
  const execution = await insert('executions', {
    external_id: randomUUID(),
    provider: 'github_actions',
    kind: 'plan',
    status: 'succeeded',
  });
  return insert('plans', {
    execution_id: execution,
    hash: randomUUID(),
    format_version: '1.2',
    is_errored: false,
    summary: {},
    impact,
    change_count: 0,
  });
}
