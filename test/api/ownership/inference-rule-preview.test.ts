import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { PreviewInferenceRuleBody } from '../../../api-client/api-types.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import type { Owner } from '../../support/discovery/owner.ts';
import { readRows } from '../../support/read-rows.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import type { OrganizationWithResources } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { inviteMember } from '../../support/invite-member.ts';
import {
  createApplication,
  createEnvironment,
  createRule,
  deleteRule,
  insertTeam,
  ruleBody,
} from '../../support/ownership/rule-fixture.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();
let owner: Owner;
test.before(() => {
  owner = connectOwner(fixture.api.database.url);
});
test.after.always(() => owner?.close());

const send = (client: TestClient, body: PreviewInferenceRuleBody) =>
  client.POST('/api/v1/inference-rules/preview', { body });
const preview = (client: TestClient, body: PreviewInferenceRuleBody) => dataOf(send(client, body));

/** An organization with 25 resources of the application Payments by tag, 5 of Search, and 5 without a tag. */
const organization = () =>
  fixture.withResources((account) => [
    ...Array.from({ length: 25 }, (_, index) =>
      aResource(account, {
        name: `pay-${String(index).padStart(2, '0')}`,
        tags: { application: 'Payments' },
      }),
    ),
    ...Array.from({ length: 5 }, (_, index) =>
      aResource(account, { name: `search-${index}`, tags: { application: 'Search' } }),
    ),
    ...Array.from({ length: 5 }, () => aResource(account)),
  ]);

/** Inserts what a rule inferred for the resources whose name has a prefix. */
async function insertInferred(
  { organizationId }: OrganizationWithResources,
  ruleId: string,
  prefix: string,
  given: { application?: string; environment?: string; team?: string },
) {
  const insert = (table: string, columns: string, values: string, target: string | undefined) =>
    target === undefined
      ? Promise.resolve([])
      : owner.query(
          `insert into ${table} (organization_id, resource_id, rule_id, ${columns})
           select organization_id, id, $2, ${values} from resources where organization_id = $1 and name like $4 || '%'`,
          [organizationId, ruleId, target, prefix],
        );
  await insert(
    'memberships',
    'application_id, status, source, confidence',
    "$3, 'inferred', 'rule', 'medium'",
    given.application,
  );
  await insert('resource_environments', 'environment_id, source', "$3, 'rule'", given.environment);
  await insert('resource_teams', 'team_id, confidence', "$3, 'medium'", given.team);
}

const none = { memberships: 0, environments: 0, teams: 0 };
const conditions = { tag: { key: 'Application', equals: 'Payments' } };

test('returns what a new rule matches and adds', async (t) => {
  const own = await organization();
  const { client, organizationId, account } = own;
  const environment = await createEnvironment(client, 'Live');
  const team = await insertTeam(owner, organizationId);
  const result = await preview(client, {
    ...ruleBody({
      conditions,
      outcome: {
        application: { name_from_tag: 'Application' },
        environment: { id: environment },
        team: { id: team },
      },
    }),
    priority: 1,
    enabled: false,
    description: 'The body of a rule',
  });
  t.is(result.matched, 25);
  t.deepEqual(result.would_add, { memberships: 25, environments: 25, teams: 25 });
  t.deepEqual(result.would_remove, none);
  t.deepEqual(result.backtest, { confirmed: 0, rejected: 0, precision: null });
  t.deepEqual(
    result.sample.map(({ name }) => name),
    Array.from({ length: 20 }, (_, index) => `pay-${String(index).padStart(2, '0')}`),
  );
  const [first] = result.sample;
  t.deepEqual(first, {
    entity_type: 'resource',
    id: own.model.find(({ versions }) => versions.at(-1)?.name === 'pay-00')?.id ?? '',
    name: 'pay-00',
    resource_type: 'AWS::EC2::Instance',
    aws_account_id: account,
    region: 'eu-west-1',
    application_name: 'Payments',
  });
});

test('needs no name, and matches nothing or everything', async (t) => {
  const { client } = await organization();
  const outcome = { application: { id: await createApplication(client, 'All') } };
  const nothing = await preview(client, { conditions: { name: { equals: 'absent' } }, outcome });
  t.deepEqual(nothing, {
    matched: 0,
    sample: [],
    would_add: none,
    would_remove: none,
    backtest: { confirmed: 0, rejected: 0, precision: null },
  });
  const everything = await preview(client, { conditions: { not: { name: { equals: 'absent' } } }, outcome });
  t.is(everything.matched, 35);
  t.is(everything.would_add.memberships, 35);
  t.is(everything.sample.length, 20);
});

test('compares a rule with the one that it replaces', async (t) => {
  const own = await organization();
  const { client, organizationId } = own;
  const application = await createApplication(client, 'Payments');
  const environment = await createEnvironment(client, 'Live');
  const team = await insertTeam(owner, organizationId);
  const outcome = { application: { id: application }, environment: { id: environment }, team: { id: team } };
  const rule = await createRule(client, { conditions, outcome });
  await insertInferred(own, rule.id, 'pay-', { application, environment, team });
  const narrow = { conditions: { name: { matches: 'pay-0*' } }, outcome };
  t.like(await preview(client, { ...narrow, rule_id: rule.id.toUpperCase() }), {
    matched: 10,
    would_add: none,
    would_remove: { memberships: 15, environments: 15, teams: 15 },
  });
  t.like(await preview(client, narrow), { matched: 10, would_add: none, would_remove: none }, 'a new rule');
  t.like(await preview(client, { conditions, outcome, rule_id: rule.id }), {
    matched: 25,
    would_add: none,
    would_remove: none,
  });
  t.like(await preview(client, { conditions, outcome: { team: { id: team } }, rule_id: rule.id }), {
    would_add: none,
    would_remove: { memberships: 25, environments: 25, teams: 0 },
  });
});

test('tests a rule against the reviews so far', async (t) => {
  const own = await organization();
  const { client, organizationId } = own;
  const application = await createApplication(client, 'Payments');
  await insertInferred(own, randomUUID(), '', { application });
  const review = (status: string, prefix: string) =>
    owner.query(
      `update memberships m set status = $2, reviewed_at = now() from resources r
       where m.organization_id = $1 and r.organization_id = $1 and r.id = m.resource_id and r.name like $3 || '%'`,
      [organizationId, status, prefix],
    );
  await review('confirmed', 'pay-0');
  await review('rejected', 'pay-1');
  await review('rejected', 'search-');
  const outcome = { application: { id: application } };
  const backtestOf = async (body: PreviewInferenceRuleBody) => (await preview(client, body)).backtest;
  t.deepEqual(await backtestOf({ conditions, outcome }), { confirmed: 10, rejected: 10, precision: 0.5 });
  t.deepEqual(await backtestOf({ conditions: { name: { matches: 'pay-0*' } }, outcome }), {
    confirmed: 10,
    rejected: 0,
    precision: 1,
  });
  t.deepEqual(await backtestOf({ conditions: { name: { matches: 'pay-2*' } }, outcome }), {
    confirmed: 0,
    rejected: 0,
    precision: null,
  });
  const other = { application: { id: await createApplication(client, 'Other') } };
  t.deepEqual(await backtestOf({ conditions, outcome: other }), {
    confirmed: 0,
    rejected: 0,
    precision: null,
  });
});

test.serial('changes nothing', async (t) => {
  const own = await organization();
  const { client } = own;
  const application = await createApplication(client, 'Payments');
  const rule = await createRule(client, { conditions, outcome: { application: { id: application } } });
  await insertInferred(own, rule.id, 'pay-', { application });
  // Creates the rows that every request of the session updates.
  await dataOf(client.GET('/api/v1/inference-rules'));
  const before = await readRows(fixture.api.database.url);
  for (const rule_id of [undefined, rule.id])
    await preview(client, {
      conditions: { not: { name: { equals: 'absent' } } },
      outcome: { application: { name_from_tag: 'application' } },
      ...(rule_id === undefined ? {} : { rule_id }),
    });
  const after = await readRows(fixture.api.database.url);
  for (const [table, rows] of before) t.deepEqual(new Set(after.get(table)), new Set(rows), table);
});

test('rejects a malformed preview, naming the field', async (t) => {
  const [{ client, organizationId }, other] = [await organization(), await fixture.api.signUp()];
  const refused = async (fields: object, message: RegExp) => {
    const body = { ...ruleBody(), ...fields };
    const response = await client.request('POST', '/inference-rules/preview', { body });
    t.deepEqual([response.status, response.body['code']], [400, 'validation_failed']);
    t.regex(String(response.body['message']), message);
  };
  const deleted = (await createRule(client)).id;
  await dataOf(deleteRule(client, deleted));
  for (const id of [randomUUID(), (await createRule(other.client)).id, deleted])
    await refused({ rule_id: id }, /^rule_id: does not exist$/);
  await refused({ rule_id: 'x' }, /^rule_id: must be a UUID$/);
  await refused({ rule: 'x' }, /^rule: is not a known field$/);
  await refused({ name: '' }, /^name: must not be empty$/);
  await refused({ conditions: undefined }, /^conditions: is required$/);
  await refused({ outcome: {} }, /^outcome: must have/);
  await refused({ conditions: { all: [{ tag: {} }] } }, /^conditions\.all\.0\.tag\.key: is required$/);
  await refused(
    { conditions: { account: { in: [randomUUID()] } } },
    /^conditions\.account\.in\.0: does not exist$/,
  );
  await refused({ outcome: { team: { id: randomUUID() } } }, /^outcome\.team\.id: does not exist$/);
  const leaf = { region: { in: ['eu-west-1'] } };
  await refused(
    { conditions: { any: Array.from({ length: 51 }, () => leaf) } },
    /^conditions: must have at most 50/,
  );
  const team = await insertTeam(owner, organizationId, false);
  await expectError(t, send(client, ruleBody({ outcome: { team: { id: team } } })), 409, 'conflict');
});

test('lets a viewer preview a rule', async (t) => {
  const own = await organization();
  const { client } = await inviteMember(fixture.api, own, ['viewer']);
  t.is((await preview(client, ruleBody())).matched, 30);
});
