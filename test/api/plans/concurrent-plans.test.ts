import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { createIngestSlots } from '../../../api/http/ingest-slots.ts';
import type { OrganizationSlots } from '../../../runtime/organization-slots.ts';
import { planOf, queueChange } from '../../commands/plans/read/support.ts';
import { eventually } from '../../support/eventually.ts';
import { gate } from '../../support/gate.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import type { PlanSender } from '../../support/plans/plan-sender.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const plan = JSON.stringify(
  planOf([queueChange({ before: { delay_seconds: 0 }, after: { delay_seconds: 5 } })]),
);

/** Replaces the permits of the API. Their holders begin when `held` opens. Counts the permits in use, or the requests that wait. */
function usePermits(
  given: OrganizationSlots,
  held: { readonly opened: Promise<unknown> },
): (state?: 'used' | 'waiting') => number {
  const counts = { used: 0, waiting: 0 };
  const ingestSlots: Pick<OrganizationSlots, 'run'> = {
    async run(organizationId, work, signal) {
      let state: keyof typeof counts = 'waiting';
      const use = async () => {
        counts.waiting -= 1;
        state = 'used';
        counts.used += 1;
        await held.opened;
        return work();
      };
      counts.waiting += 1;
      return given.run(organizationId, use, signal).finally(() => (counts[state] -= 1));
    },
  };
  Object.assign(api.services, { ingestSlots });
  return (state = 'used') => counts[state];
}

/** Sends the first half of a plan. */
async function begin(from: PlanSender, id: string) {
  const upload: ClientRequest = httpRequest(`${api.url}/api/v1/ingest/plans?external_id=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/json' },
  });
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>;
  responded.catch(() => undefined);
  upload.write(plan.slice(0, plan.length / 2));
  return {
    disconnect: () => upload.destroy(),
    /** Sends the rest. Returns the status. */
    finish: async () => {
      upload.end(plan.slice(plan.length / 2));
      const [response] = await responded;
      await text(response);
      return response.statusCode;
    },
  };
}

const send = (from: PlanSender, id: number) => from.send(plan, { query: `?external_id=${id}` });

test.serial(
  'plans that have not arrived hold no permit, and leave no bytes when their clients disconnect',
  async (t) => {
    const held = gate();
    held.open();
    const used = usePermits(createIngestSlots(), held);
    const senders = [await signUpSender(api), await signUpSender(api)];
    const halves = await Promise.all(
      senders.flatMap((from) => [1, 2, 3].map((id) => begin(from, String(id)))),
    );
    const { ingestSpool } = api.services;
    await eventually('all to be received', async () => ingestSpool.used === 6 * 1024 * 1024);
    t.deepEqual([used(), used('waiting')], [0, 0]);
    t.is((await send(await signUpSender(api), 1)).status, 201, 'another organization');
    const [first, ...others] = halves;
    t.is(await first?.finish(), 201);
    for (const { disconnect } of others) disconnect();
    await eventually('the bytes to be deleted', async () => ingestSpool.used === 0);
  },
);

test.serial(
  'stores two plans of an organization at once, and a second one only while no other organization waits',
  async (t) => {
    const held = gate();
    const used = usePermits(createIngestSlots(), held);
    const senders = await Promise.all(Array.from({ length: 3 }, () => signUpSender(api)));
    const order: number[] = [];
    const all: Promise<unknown>[] = [];
    // The first two organizations use all permits, and have two more plans each.
    for (const [index, from] of [0, 1].map((n) => [n, senders[n]] as const)) {
      for (let id = 0; id < 4; id += 1)
        all.push(send(from ?? fail(), id).then(({ status }) => t.is(status, 201) && order.push(index)));
    }
    await eventually('all permits to be used', async () => used() === 4 && used('waiting') === 4);
    const other = senders[2] ?? fail();
    all.push(send(other, 0).then(({ status }) => t.is(status, 201) && order.push(2)));
    await eventually('the other organization to wait', async () => used('waiting') === 5);
    held.open();
    await Promise.all(all);
    t.true(order.indexOf(2) <= 6, `not the last one: ${order.join(' ')}`);
    t.is(used(), 0);
  },
);

test.serial('responds with rate_limited when no permit becomes free', async (t) => {
  const held = gate();
  const used = usePermits(createIngestSlots(50), held);
  const from = await signUpSender(api);
  const first = [send(from, 1), send(from, 2)];
  await eventually('both to have a permit', async () => used() === 2);
  const { status, body, headers } = await send(from, 3);
  t.deepEqual([status, body.code, headers.get('retry-after')], [429, 'rate_limited', '10']);
  t.is(headers.get('ratelimit'), '"concurrent_uploads"; r=0; t=10');
  held.open();
  t.deepEqual(
    (await Promise.all(first)).map((response) => response.status),
    [201, 201],
  );
  t.is((await send(from, 3)).status, 201);
});

test.serial('a plan whose client disconnects gives back its place', async (t) => {
  const held = gate();
  const used = usePermits(createIngestSlots(), held);
  const from = await signUpSender(api);
  const first = [send(from, 1), send(from, 2)];
  await eventually('both to have a permit', async () => used() === 2);
  const waiting = await Promise.all(Array.from({ length: 5 }, (_, index) => begin(from, `w${index}`)));
  for (const { finish } of waiting) finish().catch(() => undefined);
  await eventually('the others to wait', async () => used('waiting') === 5);
  for (const { disconnect } of waiting) disconnect();
  await eventually('the places to be free', async () => used('waiting') === 0);
  t.is(used(), 2);
  held.open();
  await Promise.all(first);
  const [row] = await queryAsOwner<{ count: number }>(
    api.database.url,
    'select count(*)::int as count from executions where organization_id = $1',
    [from.organizationId],
  );
  t.is(row?.count, 2);
  t.is(api.services.ingestSpool.used, 0);
});

function fail(): never {
  throw new Error('no sender');
}
