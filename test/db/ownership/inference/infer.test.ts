import { randomUUID } from 'node:crypto';
import test from 'ava';
import { infer } from '../../../../db/ownership/inference/infer.ts';
import type { EvaluatedRule } from '../../../../db/ownership/inference/evaluated-rule.ts';
import { execute } from '../../../../db/query.ts';
import { sql } from '../../../../db/sql.ts';
import { eventually } from '../../../support/eventually.ts';
import { gate } from '../../../support/gate.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';
import { writeInferenceWorld } from '../../../support/ownership/inference-world.ts';
import type { InferenceWorld, WorldResource } from '../../../support/ownership/inference-world.ts';

const scans = useStoredScans();

const account = { id: randomUUID(), number: '111111111111', ou: undefined };
const application = { id: randomUUID(), name: 'Shop', slug: 'shop', archived: false };
const everything = { not: { name: { equals: 'no such name' } } };

function worldOf(resources: readonly WorldResource[]): InferenceWorld {
  return {
    accounts: [account],
    resources: [...resources],
    repositories: [],
    projects: [],
    claims: [],
    edges: [],
    applications: [application],
    environments: [],
    teams: [],
    memberships: [],
    rules: [],
  };
}

function resourceOf(tags: Readonly<Record<string, string>> = {}): WorldResource {
  return {
    id: randomUUID(),
    account: account.id,
    region: 'eu-west-1',
    type: 'AWS::SQS::Queue',
    name: 'queue',
    status: 'active',
    tags,
  };
}

test('a review during a run stays, also if the run read the membership before', async (t) => {
  const [one, two] = [resourceOf(), resourceOf()];
  const organizationId = await writeInferenceWorld(scans.owner, worldOf([one, two]));
  const first: EvaluatedRule = {
    id: randomUUID(),
    conditions: everything,
    outcome: { application: { id: application.id } },
  };
  await scans.database.withTenant(organizationId, (tenant) => infer(tenant, [first], 'all'));
  const review = await startReview(organizationId, one.id);
  const run = scans.database.withTenant(organizationId, (tenant) => infer(tenant, [], 'all'));
  await eventually('the run to wait for the row that the review has locked', async () => {
    const [waiting] = await scans.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting !== undefined;
  });
  await review.commit();
  const { memberships } = await run;
  t.deepEqual(memberships, { added: 0, changed: 0, staled: 1 });
  t.deepEqual(await statuses(organizationId), { [one.id]: 'rejected', [two.id]: 'stale' });
});

test('a rule that would create more than 500 applications infers nothing, the other rules do', async (t) => {
  const resources = Array.from({ length: 501 }, (_, index) => resourceOf({ App: `app ${index}` }));
  const organizationId = await writeInferenceWorld(scans.owner, worldOf(resources));
  const naming: EvaluatedRule = {
    id: randomUUID(),
    conditions: everything,
    outcome: { application: { name_from_tag: 'app' } },
  };
  const other: EvaluatedRule = {
    id: randomUUID(),
    conditions: { tag: { key: 'app', equals: 'app 7' } },
    outcome: { application: { name_from_tag: 'app' } },
  };
  const result = await scans.database.withTenant(organizationId, (tenant) =>
    infer(tenant, [naming, other], 'all'),
  );
  t.deepEqual(result.exhaustedRuleIds, [naming.id]);
  t.deepEqual(
    result.createdApplications.map(({ name, ruleId }) => ({ name, ruleId })),
    [{ name: 'app 7', ruleId: other.id }],
  );
  t.deepEqual(
    result.inferredByApplication.map(({ name, added }) => ({ name, added })),
    [{ name: 'app 7', added: 1 }],
  );
});

test('1,000 rules with 50 leaves each are one statement', async (t) => {
  const organizationId = await writeInferenceWorld(scans.owner, worldOf([resourceOf({ App: 'x7' })]));
  const rules = Array.from({ length: 1000 }, (_, index): EvaluatedRule => ({
    id: randomUUID(),
    conditions: {
      any: Array.from({ length: 50 }, (_leaf, leaf) => ({
        all: [{ tag: { key: 'app', equals: `x${index * 50 + leaf}` } }],
      })),
    },
    outcome: { application: { id: application.id } },
  }));
  const { memberships } = await scans.database.withTenant(organizationId, (tenant) =>
    infer(tenant, rules, 'all'),
  );
  t.is(memberships.added, 1);
});

/** Rejects a membership in a transaction that stays open until `commit`. */
async function startReview(organizationId: string, resourceId: string) {
  const held = gate();
  let committed: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    committed = scans.database.withTenant(organizationId, async (tenant) => {
      await execute(
        tenant,
        sql`update memberships set status = 'rejected'
          where organization_id = ${organizationId} and resource_id = ${resourceId}`,
      );
      resolve();
      await held.opened;
    });
    committed.catch(reject);
  });
  return {
    async commit(): Promise<void> {
      held.open();
      await committed;
    },
  };
}

async function statuses(organizationId: string): Promise<Readonly<Record<string, string>>> {
  const rows = await scans.owner.query<{ id: string; status: string }>(
    'select resource_id as id, status from memberships where organization_id = $1',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
}

test('a tag names an environment in every case that Postgres converts to the same text', async (t) => {
  const tags = ['ΟΔΟΣ', 'οδοσ', 'İzmir', 'ПРОД', 'prod', 'other'];
  const resources = tags.map((env) => resourceOf({ env }));
  const environments = ['ΟΔΟΣ', 'İzmir', 'прод'].map((name) => {
    return { id: randomUUID(), name, class: 'shared' as const };
  });
  const organizationId = await writeInferenceWorld(scans.owner, { ...worldOf(resources), environments });
  await scans.database.withTenant(organizationId, (tenant) => infer(tenant, [], 'all'));
  const rows = await scans.owner.query<{ value: string; name: string }>(
    `select t.value, e.name from resource_environments r
     join environments e on e.id = r.environment_id
     join resource_tags t on t.resource_id = r.resource_id where r.organization_id = $1`,
    [organizationId],
  );
  t.deepEqual(Object.fromEntries(rows.map(({ value, name }) => [value, name])), {
    ΟΔΟΣ: 'ΟΔΟΣ',
    οδοσ: 'ΟΔΟΣ',
    İzmir: 'İzmir',
    ПРОД: 'прод',
  });
});
