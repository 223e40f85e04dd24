import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { InferenceRule, Membership } from '../../api-client/api-types.ts';
import { createOwnershipRule } from './create-ownership.ts';
import type { SampleOwnership } from './create-ownership.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

const logGroup = 'AWS::Logs::LogGroup';
const tooGeneral = 'Log groups';

/**
 * Creates a rule that assigns all log groups to the application `orders`. Confirms one of its memberships, so that the
 * service learns a better rule, rejects another, and disables the rule. Does nothing when an earlier demo did.
 */
export async function reviewMemberships(
  client: TypedClient,
  { applications }: SampleOwnership,
  say: Say,
): Promise<void> {
  const orders = applications.find(({ name }) => name === 'orders')?.id ?? '';
  const { items } = await dataOf(
    client.GET('/api/v1/inference-rules', { params: { query: { limit: 200 } } }),
  );
  if (items.some(({ learned_from: membershipId }) => membershipId !== undefined)) return;
  const rule = await createOwnershipRule(client, {
    name: tooGeneral,
    conditions: { all: [{ resource_type: { in: [logGroup] } }, { name: { matches: '/services/*' } }] },
    outcome: { application: { id: orders }, confidence: 'low' },
    priority: 900,
  });
  const right = await findMembership(client, rule, '/services/orders-production');
  const wrong = await findMembership(client, rule, '/services/payments-production');
  await dataOf(
    client.POST('/api/v1/memberships/{id}/reject', {
      params: { path: { id: wrong.id } },
      body: { reason: 'Belongs to payments' },
    }),
  );
  const confirmed = await dataOf(
    client.POST('/api/v1/memberships/{id}/confirm', {
      params: { path: { id: right.id } },
      body: { learn_rule: true },
    }),
  );
  const { rule: learned } = confirmed;
  if (learned === undefined) throw new Error('The confirmed membership gave no rule.');
  say(`\nConfirmed a log group of orders and rejected one of payments. New rule "${learned.name}":`);
  say(`  ${JSON.stringify(learned.conditions)}`);
  if (learned.description !== undefined) say(`  ${learned.description}`);
  const body = { enabled: false };
  await dataOf(client.PATCH('/api/v1/inference-rules/{id}', { params: { path: { id: rule.id } }, body }));
  await waitFor('the memberships of the learned rule', async () => {
    const inferred = await Promise.all([rule, learned].map((one) => inferredBy(client, one)));
    const [former = [], current = []] = inferred;
    return former.length === 0 && current.length > 0 ? true : undefined;
  });
}

/** Returns the membership that a rule inferred for the log group with a name in the first region. */
async function findMembership(client: TypedClient, rule: InferenceRule, name: string): Promise<Membership> {
  const query = { q: name, resource_type: logGroup, sort: 'name' as const };
  const { items } = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
  const ids = items.filter((item) => item.name === name).map(({ id }) => id);
  return waitFor(`the membership of ${name}`, async () =>
    (await inferredBy(client, rule)).find(({ resource_id: id }) => id === ids[0]),
  );
}

async function inferredBy(client: TypedClient, { id }: InferenceRule): Promise<readonly Membership[]> {
  const query = { rule_id: [id], status: ['inferred' as const], limit: 200 };
  return (await dataOf(client.GET('/api/v1/memberships', { params: { query } }))).items;
}
