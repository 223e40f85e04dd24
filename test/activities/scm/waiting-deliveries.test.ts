import test from 'ava';
import { redeliverGithubWebhooks } from '../../../activities/scm/redeliver-github-webhooks.ts';
import { startWaitingDeliveries } from '../../../activities/scm/start-waiting-deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';

const perMinute = 5;
const fixture = useScmFixture({ RATE_LIMIT_WEBHOOK: String(perMinute) });

const signal = () => AbortSignal.timeout(120_000);
const startWaiting = () =>
  startWaitingDeliveries({ ...fixture.api.services, configuration: fixture.api.configuration }, signal());
const redeliver = () => redeliverGithubWebhooks(fixture.api.services, signal());

/** Makes the queued deliveries old enough to count as waiting. */
const age = () =>
  fixture.owner.query("update scm_deliveries set received_at = received_at - interval '1 minute'");

const deliveriesOf = (connectionId: string) =>
  fixture.owner.query<{ status: string; runs: number }>(
    `select d.status, (select count(*)::int from runs r where r.subject_id = d.id and r.kind = 'handle_delivery') as runs
     from scm_deliveries d where scm_connection_id = $1 and d.effects <> '[]'`,
    [connectionId],
  );

async function connectWithRepository() {
  const customer = await fixture.connectGithub();
  const { github } = fixture;
  const options = { owner: customer.account, name: 'infra', files: { 'a.txt': 'a' } };
  const repository = await github.createRepository(options);
  await customer.untilIdle();
  return { customer, repository };
}

test.serial('starts deliveries beyond RATE_LIMIT_WEBHOOK later, and each one once', async (t) => {
  const { customer, repository } = await connectWithRepository();
  const { github } = fixture;
  for (let index = 0; index < 3 * perMinute; index += 1)
    await github.push(repository, { files: { 'a.txt': `change ${index}` } });
  await customer.untilIdle();
  const before = await deliveriesOf(customer.connectionId);
  t.is(
    before.filter(({ status }) => status === 'queued').length,
    2 * perMinute + 1,
    'one is repository.created',
  );
  await eventually('all deliveries to be processed', async () => {
    await age();
    // Two workers at once.
    await Promise.all([startWaiting(), startWaiting()]);
    await customer.untilIdle();
    return (await deliveriesOf(customer.connectionId)).every(({ status }) => status === 'succeeded');
  });
  const after = await deliveriesOf(customer.connectionId);
  t.is(after.length, 3 * perMinute + 1);
  t.true(after.every(({ runs }) => runs === 1));
});

test.serial('starts a delivery again whose run ended without processing it', async (t) => {
  const { customer } = await connectWithRepository();
  await fixture.owner.query(
    "update scm_deliveries set status = 'queued', finished_at = null where scm_connection_id = $1",
    [customer.connectionId],
  );
  await age();
  await startWaiting();
  await customer.untilIdle();
  t.deepEqual(await deliveriesOf(customer.connectionId), [{ status: 'succeeded', runs: 2 }]);
});

test.serial('an organization with 10,000 waiting deliveries does not delay another one', async (t) => {
  const { customer: busy } = await connectWithRepository();
  const { customer: other } = await connectWithRepository();
  await fixture.owner.query(
    `insert into scm_deliveries (organization_id, scm_connection_id, delivery_id, event, effects, received_at)
     select organization_id, id, 'bulk-' || n, 'push', '[{"kind": "push", "external_id": "1", "branch": "main"}]',
       now() - interval '1 hour'
     from scm_connections, generate_series(1, 10000) n where id = $1`,
    [busy.connectionId],
  );
  await fixture.owner.query(
    "update scm_deliveries set status = 'queued', finished_at = null where scm_connection_id = $1",
    [other.connectionId],
  );
  await age();
  await startWaiting();
  await other.untilIdle();
  const own = await deliveriesOf(other.connectionId);
  t.true(own.every(({ status }) => status === 'succeeded'));
  const waiting = await deliveriesOf(busy.connectionId);
  const started = waiting.filter(({ runs }) => runs > 0).length;
  t.true(started <= perMinute + 1, `${started} of the busy organization were started`);
  await fixture.owner.query("delete from scm_deliveries where delivery_id like 'bulk-%'");
});

test.serial(
  'asks GitHub to repeat failed deliveries, once for the App, and gives up after three repeats',
  async (t) => {
    const { customer, repository } = await connectWithRepository();
    const { github } = fixture;
    await fixture.connectGithub();
    const attemptsOf = (guid: string) => github.deliveries.all.filter((delivery) => delivery.guid === guid);
    github.deliveries.mode = 'drop';
    await github.push(repository, { files: { 'a.txt': 'b' } });
    github.deliveries.mode = 'send';
    const missed = github.deliveries.all.at(-1)?.guid ?? '';
    await redeliver();
    t.deepEqual(
      attemptsOf(missed).map(({ status }) => status),
      [502, 202],
    );
    await redeliver();
    t.is(attemptsOf(missed).length, 2);
    await customer.untilIdle();

    const { url } = github.webhooks;
    github.webhooks.url = 'http://127.0.0.1:1/';
    await github.push(repository, { files: { 'a.txt': 'c' } });
    github.webhooks.url = url;
    const failing = github.deliveries.all.at(-1)?.guid ?? '';
    for (let index = 0; index < 6; index += 1) await redeliver();
    t.is(attemptsOf(failing).length, 4);
  },
);
