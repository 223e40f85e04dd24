import { WorkflowNotFoundError } from '@temporalio/client';
import test from 'ava';
import type { CreateEventSubscriptionBody } from '../../../api-client/api-types.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { withStatus } from '../../support/events/event-receiver.ts';
import { useEventReceiver } from '../../support/events/use-event-receiver.ts';
import { verifySignature } from '../../support/events/verify-signature.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { recordEvents } from '../../../db/events/record-events.ts';
import type { EventType } from '../../../domain/events/event-types.ts';
import { deliveryWorkflow } from '../../../domain/runs/run-kinds.ts';

const receiver = useEventReceiver();
const api = useTestApi({
  worker: true,
  environment: { EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8', EVENT_BATCH_SECONDS: '0' },
});
const path = '/api/v1/event-subscriptions';

let paths = 0;
/** Creates a subscription whose receiver has a path of its own. */
async function subscribe({ client }: SignedUp, given: Partial<CreateEventSubscriptionBody> = {}) {
  const at = `/receiver-${(paths += 1)}`;
  const created = await dataOf(
    client.POST(path, {
      body: {
        name: at,
        kind: 'webhook',
        url: `${receiver.origin}${at}`,
        events: ['rule.suspended'],
        ...given,
      },
    }),
  );
  const params = { params: { path: { id: created.id } } };
  return {
    ...created,
    at,
    secret: created.secret ?? '',
    get: () => dataOf(client.GET(`${path}/{id}`, params)),
    patch: (body: object) => dataOf(client.PATCH(`${path}/{id}`, { ...params, body })),
    deliveries: async () => (await dataOf(client.GET(`${path}/{id}/deliveries`, params))).items,
    test: () => dataOf(client.POST(`${path}/{id}/test`, params)),
    rotate: () => dataOf(client.POST(`${path}/{id}/rotate-secret`, params)),
    redeliver: (id: string) =>
      client.POST(`${path}/{id}/deliveries/{delivery_id}/redeliver`, {
        params: { path: { id: created.id, delivery_id: id } },
      }),
    /** Waits until its receiver has so many events. */
    received: (count: number) =>
      eventually(`${count} events at ${at}`, async () => {
        const events = receiver.events(at);
        return events.length >= count && events;
      }),
    shift: (column: string, interval: string) =>
      queryAsOwner(
        api.database.url,
        `update event_subscriptions set ${column} = ${column} - $2::interval where id = $1`,
        [created.id, interval],
      ),
    /** Lets the next attempt be due now. */
    hurry: () =>
      queryAsOwner(
        api.database.url,
        `with d as (update event_deliveries set next_attempt_at = now() where subscription_id = $1 and status = 'pending')
         update event_subscriptions set due_at = now(), signalled_at = null where id = $1`,
        [created.id],
      ),
  };
}

/** Writes events of a type with numbered names, as the product does. */
async function tell(
  { organizationId }: SignedUp,
  count: number,
  from = 1,
  type: EventType = 'rule.suspended',
) {
  await api.services.database.withTenant(organizationId, (tenant) =>
    recordEvents(
      tenant,
      Array.from({ length: count }, (_, index) => ({
        type,
        data: {
          rule: { id: organizationId, name: `rule ${from + index}`, url: '/api/v1/inference-rules/x' },
        },
      })),
    ),
  );
}

const nameOf = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) =>
  (data['rule'] as { name: string }).name;
const names = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `rule ${from + index}`);

test('delivers events once, in order, in batches of at most 100, signed; a new subscription begins now', async (t) => {
  const organization = await api.signUp();
  await tell(organization, 1, 0);
  await eventually('the position of the earlier event', async () => {
    const { items } = await dataOf(
      organization.client.GET('/api/v1/events', {
        params: { query: { after: 'start', type: ['rule.suspended'] } },
      }),
    );
    return items.length === 1;
  });
  const subscription = await subscribe(organization);
  t.regex(subscription.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  for (let from = 1; from <= 250; from += 50) await tell(organization, 50, from);
  const events = await subscription.received(250);
  t.deepEqual(events.map(nameOf), names(250));
  const positions = events.map(({ position }) => position);
  t.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  );
  for (const request of receiver.requests(subscription.at)) {
    t.notThrows(() => verifySignature(subscription.secret, request));
    t.true((JSON.parse(request.body) as { events: object[] }).events.length <= 100);
  }
  const deliveries = await eventually('the deliveries to end', async () => {
    const items = await subscription.deliveries();
    return items.every(({ status }) => status === 'delivered') && items;
  });
  t.deepEqual(
    deliveries.map(({ id }) => id).toReversed(),
    receiver.requests(subscription.at).map(({ headers }) => headers['webhook-id']),
  );
  t.like(await subscription.get(), { status: 'active', waiting: 0 });
});

test('attempts a batch again until it succeeds, under its id and with its body, and only then sends the next', async (t) => {
  const organization = await api.signUp();
  const subscription = await subscribe(organization);
  let answers = 0;
  receiver.answer(subscription.at, (response) => {
    answers += 1;
    withStatus(answers === 1 ? 503 : answers === 2 ? 302 : 200, { location: `${receiver.origin}/elsewhere` })(
      response,
    );
  });
  await tell(organization, 1);
  await subscription.received(1);
  const pending = await eventually('the first failure', async () => {
    const [item] = await subscription.deliveries();
    return item?.status_code === 503 && item;
  });
  t.like(pending, { status: 'pending', attempts: 1, error: 'status' });
  await tell(organization, 1, 2);
  const wait = (Date.parse(pending.next_attempt_at ?? '') - Date.now()) / 1000;
  t.true(wait < 6, `${wait} s`);
  t.like(await subscription.get(), { status: 'active' });
  await expectError(t, subscription.redeliver(pending.id), 409, 'conflict');
  await subscription.hurry();
  await eventually('the redirect', async () => (await subscription.deliveries())[0]?.error === 'redirect');
  await subscription.hurry();
  await subscription.received(4);
  t.deepEqual(receiver.events(subscription.at).map(nameOf), ['rule 1', 'rule 1', 'rule 1', 'rule 2']);
  const [first, second, third] = receiver.requests(subscription.at);
  t.is(second?.headers['webhook-id'], first?.headers['webhook-id']);
  t.is(third?.body, first?.body);
  t.deepEqual(receiver.requests('/elsewhere'), []);
});

test('obeys Retry-After for at most an hour', async (t) => {
  const organization = await api.signUp();
  const subscription = await subscribe(organization);
  receiver.answer(subscription.at, withStatus(429, { 'retry-after': '86400' }));
  await tell(organization, 1);
  const pending = await eventually('the failure', async () => {
    const [item] = await subscription.deliveries();
    return item?.status_code === 429 && item;
  });
  const wait = (Date.parse(pending.next_attempt_at ?? '') - Date.now()) / 1000;
  t.true(wait > 3500 && wait <= 3600, `${wait} s`);
});

test('is failing after a day, disabled after seven or by 410, and goes on where it stopped', async (t) => {
  const organization = await api.signUp();
  const subscription = await subscribe(organization);
  receiver.answer(subscription.at, withStatus(500));
  const until = (status: string) =>
    eventually(`the status ${status}`, async () => {
      const found = await subscription.get();
      return found.status === status && found;
    });
  await tell(organization, 1);
  await subscription.received(1);
  await eventually('the first failure', async () => (await subscription.deliveries())[0]?.error === 'status');
  await subscription.shift('failing_since', '25 hours');
  await subscription.hurry();
  t.is((await until('failing')).waiting, 1);
  await subscription.shift('failing_since', '7 days');
  await subscription.hurry();
  t.is((await until('disabled')).disabled_reason, 'failing');
  await tell(organization, 1, 2);
  const { items } = await dataOf(
    organization.client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: ['event_subscription.disabled'] } },
    }),
  );
  t.like(items[0], {
    actor: { type: 'system' },
    target: { id: subscription.id },
    details: { reason: 'failing' },
  });
  const before = receiver.requests(subscription.at).length;
  receiver.answer(subscription.at, withStatus(410));
  t.like(await subscription.patch({ enabled: true }), { status: 'active' });
  t.is((await until('disabled')).disabled_reason, 'gone');
  t.is(receiver.requests(subscription.at).length, before + 1);
  receiver.answer(subscription.at, withStatus(200));
  await subscription.patch({ enabled: true });
  await eventually('the rest', async () => receiver.events(subscription.at).map(nameOf).at(-1) === 'rule 2');
  t.deepEqual(receiver.events(subscription.at).slice(-2).map(nameOf), ['rule 1', 'rule 2']);
  t.is((await subscription.get()).disabled_reason, undefined);
});

test('gives up a batch whose content is refused ten times in a row, and sends the next', async (t) => {
  const organization = await api.signUp();
  const subscription = await subscribe(organization);
  receiver.answer(subscription.at, (response, { body }) =>
    withStatus(body.includes('rule 1"') ? 422 : 200)(response),
  );
  await tell(organization, 1);
  await eventually(
    'the first refusal',
    async () => (await subscription.deliveries())[0]?.status_code === 422,
  );
  await tell(organization, 1, 2);
  await queryAsOwner(
    api.database.url,
    'update event_deliveries set refusals = refusals + 8 where subscription_id = $1',
    [subscription.id],
  );
  await subscription.hurry();
  await eventually(
    'the next batch',
    async () => (await subscription.deliveries())[0]?.status === 'delivered',
  );
  const items = await subscription.deliveries();
  t.deepEqual(
    items.map(({ status }) => status),
    ['delivered', 'failed'],
  );
  const [, failed] = items;
  receiver.answer(subscription.at, withStatus(200));
  t.is((await subscription.redeliver(failed?.id ?? '')).response.status, 202);
  await eventually(
    'the redelivery',
    async () => (await subscription.deliveries())[1]?.status === 'delivered',
  );
  const requests = receiver.requests(subscription.at);
  t.is(requests.at(-1)?.headers['webhook-id'], failed?.id);
  t.is(requests.at(-1)?.body, requests[0]?.body);
});

test('sends a test event, and signs with the previous secret for a day after a rotation', async (t) => {
  const organization = await api.signUp();
  const subscription = await subscribe(organization);
  t.like(await subscription.test(), { delivered: true, status_code: 204 });
  const [tested] = receiver.requests(subscription.at);
  if (tested === undefined) return t.fail();
  t.like(verifySignature(subscription.secret, tested), { events: [{ type: 'test' }] });
  const { secret } = await subscription.rotate();
  t.not(secret, subscription.secret);
  await tell(organization, 1);
  await subscription.received(2);
  const both = receiver.requests(subscription.at).at(-1);
  if (both === undefined) return t.fail();
  for (const one of [secret, subscription.secret]) t.notThrows(() => verifySignature(one, both));
  await subscription.shift('previous_secret_ends_at', '25 hours');
  await subscription.test();
  const last = receiver.requests(subscription.at).at(-1);
  if (last === undefined) return t.fail();
  t.notThrows(() => verifySignature(secret, last));
  t.throws(() => verifySignature(subscription.secret, last));
  receiver.answer(subscription.at, withStatus(500));
  for (let count = 3; count <= 10; count += 1)
    t.like(await subscription.test(), { delivered: false, status_code: 500, error: 'status' });
  await t.throwsAsync(subscription.test(), { message: /rate_limited|Too many/ });
});

test('a paused subscription collects, and a slow receiver delays no other subscription', async (t) => {
  const organization = await api.signUp();
  const [paused, slow, other] = [
    await subscribe(organization, { enabled: false }),
    await subscribe(organization),
    await subscribe(organization),
  ];
  receiver.answer(slow.at, () => undefined);
  await tell(organization, 3);
  t.deepEqual((await other.received(3)).map(nameOf), names(3));
  t.deepEqual(receiver.requests(paused.at), []);
  t.is((await paused.get()).waiting, 3);
  await eventually('the timeout', async () => (await slow.deliveries())[0]?.error === 'timeout');
  await paused.patch({ enabled: true });
  t.deepEqual((await paused.received(3)).map(nameOf), names(3));
});

test('filters by the fields of events, and sends a message to Slack that mentions nobody', async (t) => {
  const organization = await api.signUp();
  const { organizationId } = organization;
  const scans = await subscribe(organization, { events: ['scan.*'] });
  const succeeded = await subscribe(organization, {
    events: ['scan.finished'],
    filter: { scan_status: ['succeeded'] },
  });
  const risky = await subscribe(organization, { events: ['plan.reported'], filter: { min_risk: 'medium' } });
  const slack = await subscribe(organization, { kind: 'slack', events: ['*'] });
  t.is(slack.secret, '');
  const record = (name: string) => ({ id: organizationId, name, url: '/x' });
  await api.services.database.withTenant(organizationId, (tenant) =>
    recordEvents(tenant, [
      ...['partial', 'succeeded', 'cancelled'].map((status) => ({
        type: 'scan.finished' as const,
        data: { scan: record(status), status },
      })),
      ...['high', 'medium', 'low'].map((severity) => ({
        type: 'plan.reported' as const,
        data: {
          plan: record(`<!channel> ${severity} *&* plan`),
          risks: { high: 0, medium: 0, low: 0, [severity]: 2 },
        },
      })),
    ]),
  );
  const statuses = async (one: typeof scans) =>
    (await one.received(1)).map(({ data }) => data['status'] as string);
  t.deepEqual(await statuses(scans), ['partial']);
  t.deepEqual(await statuses(succeeded), ['succeeded']);
  const plans = (await risky.received(2)).map(({ data }) => (data['plan'] as { name: string }).name);
  t.deepEqual(plans, ['<!channel> high *&* plan', '<!channel> medium *&* plan']);
  await queryAsOwner(api.database.url, 'update event_subscriptions set due_at = now() where id = $1', [
    slack.id,
  ]);
  const { text } = await eventually('the message', () => {
    const [request] = receiver.requests(slack.at);
    return Promise.resolve(request && (JSON.parse(request.body) as { text: string }));
  });
  t.true(text.includes('3 × plan.reported'), text);
  t.true(text.includes('&lt;!channel&gt;'), text);
  t.false(text.includes('<!'), text);
  t.is(receiver.requests(slack.at)[0]?.headers['webhook-signature'], undefined);
  receiver.answer(slack.at, withStatus(404));
  await tell(organization, 1);
  await eventually('the next message to be scheduled', async () => {
    const [row] = await queryAsOwner<{ later: boolean }>(
      api.database.url,
      "select due_at > now() + interval '30 seconds' as later from event_subscriptions where id = $1",
      [slack.id],
    );
    return row?.later;
  });
  t.is(receiver.requests(slack.at).length, 1);
  await slack.shift('last_delivered_at', '61 seconds');
  await slack.hurry();
  await eventually('the end of the webhook', async () => (await slack.get()).disabled_reason === 'gone');
});

test('the histories of ended workflows of subscriptions are deleted, and not those of running ones', async (t) => {
  const organization = await api.signUp();
  const { organizationId } = organization;
  const [ended, running] = [await subscribe(organization), await subscribe(organization)];
  await tell(organization, 1);
  for (const one of [ended, running]) await one.received(1);
  const { temporal } = api.services;
  const statusOf = ({ id }: { readonly id: string }) =>
    temporal.client.workflow
      .getHandle(deliveryWorkflow.idOf(id))
      .describe()
      .then(
        ({ status }) => status.name,
        (error: unknown) => {
          if (error instanceof WorkflowNotFoundError) return 'absent';
          throw error;
        },
      );
  await organization.client.DELETE(`${path}/{id}`, { params: { path: { id: ended.id } } });
  await temporal.wakeDelivery({ organizationId, subscriptionId: ended.id });
  await eventually('the end of the workflow', async () => (await statusOf(ended)) === 'COMPLETED');
  await temporal.deleteEndedDeliveries(new Date(Date.now() - 60_000));
  t.is(await statusOf(ended), 'COMPLETED', 'it ended later');
  await eventually('the deletion', async () => {
    await temporal.deleteEndedDeliveries(new Date(Date.now() + 60_000));
    return (await statusOf(ended)) === 'absent';
  });
  t.is(await statusOf(running), 'RUNNING');
});
