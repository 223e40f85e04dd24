import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { createIngestSlots } from '../../../api/http/ingest-slots.ts';
import type { OrganizationSlots } from '../../../runtime/organization-slots.ts';
import { planOf, queueChange } from '../../commands/plans/read/support.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import type { PlanSender } from '../../support/plans/plan-sender.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const plan = JSON.stringify(
  planOf([queueChange({ before: { delay_seconds: 0 }, after: { delay_seconds: 5 } })]),
);

/** Replaces the permits of the API, and counts those that are in use, or the requests that wait for one. */
function usePermits(given: OrganizationSlots): (state?: 'used' | 'waiting') => number {
  const counts = { used: 0, waiting: 0 };
  const ingestSlots: Pick<OrganizationSlots, 'run'> = {
    async run(organizationId, work, signal) {
      let state: keyof typeof counts = 'waiting';
      const use = () => {
        counts.waiting -= 1;
        state = 'used';
        counts.used += 1;
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

test.serial(
  'receives two plans of an organization at once, and others when one of them is stored',
  async (t) => {
    const used = usePermits(createIngestSlots());
    const [from, other] = [await signUpSender(api), await signUpSender(api)];
    const first = await begin(from, '1');
    const second = await begin(from, '2');
    await eventually('both to have a permit', async () => used() === 2);
    const third = from.send(plan, { query: '?external_id=3' });
    t.is((await other.send(plan, { query: '?external_id=1' })).status, 201, 'another organization');
    t.is(used(), 2);
    t.is(await first.finish(), 201);
    t.is((await third).status, 201);
    t.is(await second.finish(), 201);
    t.is(used(), 0);
  },
);

test.serial('responds with rate_limited when no permit becomes free', async (t) => {
  const used = usePermits(createIngestSlots(50));
  const from = await signUpSender(api);
  const held = [await begin(from, '1'), await begin(from, '2')];
  await eventually('both to have a permit', async () => used() === 2);
  const { status, body, headers } = await from.send(plan, { query: '?external_id=3' });
  t.deepEqual([status, body.code, headers.get('retry-after')], [429, 'rate_limited', '10']);
  t.is(headers.get('ratelimit'), '"concurrent_uploads"; r=0; t=10');
  t.deepEqual(await Promise.all(held.map(({ finish }) => finish())), [201, 201]);
  t.is((await from.send(plan, { query: '?external_id=3' })).status, 201);
});

test.serial('a plan whose client disconnects gives back its permit, or its place', async (t) => {
  const used = usePermits(createIngestSlots());
  const from = await signUpSender(api);
  const held = [await begin(from, '1'), await begin(from, '2')];
  await eventually('both to have a permit', async () => used() === 2);
  const waiting = await Promise.all(Array.from({ length: 5 }, (_, index) => begin(from, `w${index}`)));
  await eventually('the others to wait', async () => used('waiting') === 5);
  for (const { disconnect } of waiting) disconnect();
  await eventually('the places to be free', async () => used('waiting') === 0);
  t.is(used(), 2);
  for (const { disconnect } of held) disconnect();
  await eventually('the permits to be free', async () => used() === 0);
  t.is((await from.send(plan, { query: '?external_id=1' })).status, 201);
  const [row] = await queryAsOwner<{ count: number }>(
    api.database.url,
    'select count(*)::int as count from executions where organization_id = $1',
    [from.organizationId],
  );
  t.is(row?.count, 1);
});
