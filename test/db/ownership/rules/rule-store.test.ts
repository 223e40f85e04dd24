import test from 'ava';
import { execute } from '../../../../db/query.ts';
import {
  judgeRule,
  listRulesToEvaluate,
  suspendRule,
  updateRule,
} from '../../../../db/ownership/rules/rule-store.ts';
import { sql } from '../../../../db/sql.ts';
import type { Tenant } from '../../../../db/tenant.ts';
import type { MembershipStatus } from '../../../../domain/values.ts';
import { dataOf } from '../../../../api-client/create-typed-client.ts';
import { connectOwner } from '../../../support/discovery/owner.ts';
import type { Owner } from '../../../support/discovery/owner.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { aResource } from '../../../support/inventory/test-inventory.ts';
import {
  createApplication,
  createEnvironment,
  createRule,
  deleteRule,
  getRule,
  insertMemberships,
  insertTeam,
  updateRule as patchRule,
} from '../../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();
let owner: Owner;
test.before(() => {
  owner = connectOwner(fixture.api.database.url);
});
test.after.always(() => owner?.close());

const organizationWithResources = (count: number) =>
  fixture.withResources((account) => Array.from({ length: count }, () => aResource(account)));

const judge = (organizationId: string, ruleId: string) =>
  fixture.inventory.write(organizationId, (tenant) => judgeRule(tenant, ruleId));

const isSuspended = async (ruleId: string) => {
  const rows = await owner.query('select from inference_rules where id = $1 and suspended_at is not null', [
    ruleId,
  ]);
  return rows.length === 1;
};

const issuesOf = (ruleId: string) =>
  owner.query<{ detail: string; resolved_at: Date | null }>(
    "select detail, resolved_at from ownership_issues where kind = 'suspended_rule' and target_id = $1 order by opened_at",
    [ruleId],
  );

const suspensionsOf = (ruleId: string) =>
  owner.query<{ actor_type: string; details: { reason: string } }>(
    "select actor_type, details from audit_entries where action = 'inference_rule.suspended' and target_id = $1",
    [ruleId],
  );

const repeat = (status: MembershipStatus, times: number) => Array.from({ length: times }, () => status);

/** Writes a verdict and judges the rule, as the transaction of a review does. */
async function review(tenant: Tenant, ruleId: string, membershipId: string, status: MembershipStatus) {
  await execute(
    tenant,
    sql`update memberships set status = ${status}, reviewed_at = now()
      where organization_id = ${tenant.organizationId} and id = ${membershipId}`,
  );
  await judgeRule(tenant, ruleId);
}

test('suspends a rule at ten reviews of which less than half confirm', async (t) => {
  const { client, organizationId } = await organizationWithResources(12);
  for (const [confirmed, rejected, suspended] of [
    [0, 9, false],
    [5, 5, false],
    [4, 6, true],
    [0, 10, true],
    [6, 6, false],
    [5, 6, true],
  ] as const) {
    const { id } = await createRule(client);
    await insertMemberships(owner, organizationId, id, [
      ...repeat('confirmed', confirmed),
      ...repeat('rejected', rejected),
    ]);
    await judge(organizationId, id);
    t.is(await isSuspended(id), suspended, `${confirmed} confirmed, ${rejected} rejected`);
    t.is((await issuesOf(id)).length, suspended ? 1 : 0);
    if (suspended) t.true((await dataOf(getRule(client, id))).enabled, 'the rule stays enabled');
  }
});

test('counts only reviews that stand', async (t) => {
  const { client, organizationId } = await organizationWithResources(20);
  const { id } = await createRule(client);
  await insertMemberships(owner, organizationId, id, [
    ...repeat('rejected', 9),
    ...repeat('declared', 4),
    ...repeat('inferred', 4),
    ...repeat('stale', 3),
  ]);
  await judge(organizationId, id);
  t.false(await isSuspended(id));
});

test('counts only reviews since the rule was changed or resumed', async (t) => {
  const { client, organizationId } = await organizationWithResources(20);
  const { id } = await createRule(client);
  await insertMemberships(owner, organizationId, id, repeat('rejected', 10));
  await dataOf(patchRule(client, id, { priority: 50 }));
  await judge(organizationId, id);
  t.false(await isSuspended(id), 'changed');
  await insertMemberships(owner, organizationId, id, repeat('rejected', 10));
  await dataOf(patchRule(client, id, { name: 'Renamed' }));
  await judge(organizationId, id);
  t.true(await isSuspended(id), 'a name changes nothing');
  await dataOf(patchRule(client, id, { enabled: true }));
  await judge(organizationId, id);
  t.false(await isSuspended(id), 'resumed');
  t.like(
    await dataOf(getRule(client, id)),
    { confirmed: 0, rejected: 20, precision: 0 },
    'precision counts all',
  );
  t.is((await issuesOf(id)).filter(({ resolved_at: resolved }) => resolved === null).length, 0);
});

test('opens an issue, queues inference and audits a suspension once', async (t) => {
  const { client, organizationId } = await organizationWithResources(10);
  const rule = await createRule(client);
  const queued = () =>
    owner.query("select from inference_queue where organization_id = $1 and kind = 'rule'", [organizationId]);
  const before = (await queued()).length;
  const suspend = (reason: string) =>
    fixture.inventory.write(organizationId, (tenant) => suspendRule(tenant, rule.id, reason));
  await suspend('The rule would create more than 500 applications.');
  await suspend('Again.');
  t.is((await queued()).length, before + 1);
  const [issue, ...others] = await issuesOf(rule.id);
  t.is(issue?.detail, 'The rule would create more than 500 applications.');
  t.is(others.length, 0);
  t.deepEqual(
    (await suspensionsOf(rule.id)).map(({ actor_type: type, details }) => [type, details.reason]),
    [['system', 'The rule would create more than 500 applications.']],
  );
  t.truthy((await dataOf(getRule(client, rule.id))).suspended_at);
});

test('does not suspend a disabled or deleted rule because of reviews', async (t) => {
  const { client, organizationId } = await organizationWithResources(10);
  for (const stop of [
    (id: string) => dataOf(patchRule(client, id, { enabled: false })),
    (id: string) => dataOf(deleteRule(client, id)),
  ]) {
    const { id } = await createRule(client);
    await stop(id);
    await insertMemberships(owner, organizationId, id, repeat('rejected', 10));
    await judge(organizationId, id);
    t.false(await isSuspended(id));
  }
});

test('suspends a rule once under concurrent reviews', async (t) => {
  const { client, organizationId } = await organizationWithResources(12);
  const { id } = await createRule(client);
  const memberships = await insertMemberships(owner, organizationId, id, repeat('inferred', 12));
  await Promise.all(
    memberships.map((membership) =>
      fixture.inventory.write(organizationId, (tenant) => review(tenant, id, membership, 'rejected')),
    ),
  );
  t.true(await isSuspended(id));
  t.is((await issuesOf(id)).length, 1);
  t.is((await suspensionsOf(id)).length, 1);
});

/** Runs `first` and, while its transaction is open, starts `second`. */
async function overlap(
  organizationId: string,
  first: (tenant: Tenant) => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  let started: Promise<unknown> | undefined;
  await fixture.inventory.write(organizationId, async (tenant) => {
    await first(tenant);
    started = second();
    // The second transaction waits for a lock of the first one.
    for (;;) {
      const waiting = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (waiting.length > 0) break;
    }
  });
  await started;
}

test.serial('keeps a rule that is changed while a review judges it consistent', async (t) => {
  const { client, organizationId } = await organizationWithResources(10);
  const reviewed = async () => {
    const { id } = await createRule(client);
    const [last = ''] = await insertMemberships(owner, organizationId, id, [
      'inferred',
      ...repeat('rejected', 9),
    ]);
    return { id, last };
  };
  const changed = await reviewed();
  await overlap(
    organizationId,
    (tenant) => updateRule(tenant, changed.id, { priority: 1 }),
    () =>
      fixture.inventory.write(organizationId, (tenant) =>
        review(tenant, changed.id, changed.last, 'rejected'),
      ),
  );
  t.false(await isSuspended(changed.id), 'the earlier reviews are not of the changed rule');
  const judged = await reviewed();
  await overlap(
    organizationId,
    (tenant) => review(tenant, judged.id, judged.last, 'rejected'),
    () => dataOf(patchRule(client, judged.id, { enabled: true })),
  );
  t.false(await isSuspended(judged.id), 'the change resumes the rule that the review suspended');
  t.deepEqual(
    (await issuesOf(judged.id)).map(({ resolved_at: resolved }) => resolved === null),
    [false],
  );
  await judge(organizationId, judged.id);
  t.false(await isSuspended(judged.id), 'the reviews before the change do not count');
});

test('lists the rules to evaluate in their order, without what may not be assigned', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const [archived, environment] = [
    await createApplication(client, 'Old'),
    await createEnvironment(client, 'Live'),
  ];
  const [active, inactive] = [
    await insertTeam(owner, organizationId),
    await insertTeam(owner, organizationId),
  ];
  const create = (name: string, outcome: object, priority = 100) =>
    createRule(client, { name, outcome, priority });
  const second = await create('second', { application: { name_from_tag: 'App' }, team: { id: active } });
  const third = await create('third', {
    application: { id: archived },
    environment: { id: environment },
    team: { id: inactive },
    confidence: 'low',
  });
  const first = await create('first', { team: { id: active } }, 1);
  await create('archived', { application: { id: archived } });
  await create('inactive', { team: { id: inactive } });
  await dataOf(
    patchRule(client, (await create('disabled', { team: { id: active } })).id, { enabled: false }),
  );
  await dataOf(deleteRule(client, (await create('deleted', { team: { id: active } })).id));
  const suspended = await create('suspended', { team: { id: active } });
  await owner.query('update inference_rules set suspended_at = now() where id = $1', [suspended.id]);
  await owner.query('update applications set archived_at = now() where id = $1', [archived]);
  await owner.query('update teams set is_active = false where id = $1', [inactive]);
  const rules = await fixture.inventory.write(organizationId, listRulesToEvaluate);
  t.deepEqual(rules, [
    { id: first.id, conditions: first.conditions as never, outcome: { team: { id: active } } },
    {
      id: second.id,
      conditions: second.conditions as never,
      outcome: { application: { name_from_tag: 'App' }, team: { id: active } },
    },
    {
      id: third.id,
      conditions: third.conditions as never,
      outcome: { environment: { id: environment }, confidence: 'low' },
    },
  ]);
});
