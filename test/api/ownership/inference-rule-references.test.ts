import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import type { Owner } from '../../support/discovery/owner.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { expectRefused } from '../../support/ownership/expect-refused-rule.ts';
import {
  createApplication,
  createEnvironment,
  createRule,
  insertTeam,
  ruleBody,
  updateRule,
} from '../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();
let owner: Owner;
test.before(() => {
  owner = connectOwner(fixture.api.database.url);
});
test.after.always(() => owner?.close());

const leaf = { region: { in: ['eu-west-1'] } };

test('rejects ids that are unknown, foreign or deleted, naming the field', async (t) => {
  const [own, other] = [await fixture.withResources(() => []), await fixture.withResources(() => [])];
  const recordsOf = async ({ client, organizationId, account }: typeof own) => {
    const repository = await insertRepository(owner, organizationId);
    const project = await insertS3Project(owner, organizationId, repository, { path: 'live', backend: {} });
    return { account, repository, project, application: await createApplication(client, 'Payments') };
  };
  const [mine, foreign] = [await recordsOf(own), await recordsOf(other)];
  for (const kind of ['account', 'project', 'repository'] as const) {
    for (const id of [foreign[kind], randomUUID()]) {
      const conditions = { all: [leaf, { not: { [kind]: { in: [mine[kind], id] } } }] };
      await expectRefused(t, own.client, { conditions }, `conditions.all.1.not.${kind}.in.1: does not exist`);
    }
  }
  for (const id of [foreign.application, randomUUID()])
    await expectRefused(
      t,
      own.client,
      { conditions: { any: [leaf, { related_to: { application_id: id } }] } },
      'conditions.any.1.related_to.application_id: does not exist',
    );
  const rule = await createRule(own.client, {
    conditions: {
      any: [
        { account: { in: [mine.account.toUpperCase()] } },
        { project: { in: [mine.project] } },
        { repository: { in: [mine.repository] } },
        { related_to: { application_id: mine.application } },
      ],
    },
  });
  t.deepEqual(rule.conditions.any?.[0], { account: { in: [mine.account] } }, 'ids are stored in lower case');
  await owner.query('update aws_accounts set deleted_at = now() where id = $1', [mine.account]);
  await owner.query('update scm_connections set deleted_at = now() where organization_id = $1', [
    own.organizationId,
  ]);
  for (const kind of ['account', 'project', 'repository'] as const)
    await expectRefused(
      t,
      own.client,
      { conditions: { [kind]: { in: [mine[kind]] } } },
      `conditions.${kind}.in.0: does not exist`,
      'PATCH',
      `/inference-rules/${rule.id}`,
    );
  const renamed = await dataOf(updateRule(own.client, rule.id, { name: 'Renamed' }));
  t.deepEqual(renamed.conditions, rule.conditions, 'a rule keeps ids that were deleted later');
});

test('rejects outcomes with unknown or foreign records, naming the field', async (t) => {
  const [own, other] = [await fixture.api.signUp(), await fixture.api.signUp()];
  const foreign = {
    application: await createApplication(other.client, 'Payments'),
    environment: await createEnvironment(other.client, 'Live'),
    team: await insertTeam(owner, other.organizationId),
  };
  const rule = await createRule(own.client);
  for (const kind of ['application', 'environment', 'team'] as const) {
    for (const id of [foreign[kind], randomUUID()]) {
      const message = `outcome.${kind}.id: does not exist`;
      await expectRefused(t, own.client, { outcome: { [kind]: { id } } }, message);
      const path = `/inference-rules/${rule.id}`;
      await expectRefused(t, own.client, { outcome: { [kind]: { id } } }, message, 'PATCH', path);
    }
  }
});

test('rejects an archived application and an inactive team as an outcome', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const application = await createApplication(client, 'Payments');
  const team = await insertTeam(owner, organizationId);
  const rule = await createRule(client, {
    outcome: { application: { id: application }, team: { id: team } },
  });
  await owner.query('update applications set archived_at = now() where id = $1', [application]);
  await owner.query('update teams set is_active = false where id = $1', [team]);
  const create = (outcome: object) => client.POST('/api/v1/inference-rules', { body: ruleBody({ outcome }) });
  t.is(
    await expectError(t, create({ application: { id: application } }), 409, 'conflict'),
    'The application Payments is archived.',
  );
  t.regex(
    await expectError(t, create({ team: { id: team } }), 409, 'conflict'),
    /^The team team-.* is inactive\.$/,
  );
  const outcome = { team: { id: team } };
  await expectError(t, updateRule(client, rule.id, { outcome }), 409, 'conflict');
  t.is(
    (await updateRule(client, rule.id, { priority: 3 })).response.status,
    200,
    'another field of the rule',
  );
  await expectError(
    t,
    create({ application: { id: application }, team: { id: randomUUID() } }),
    400,
    'validation_failed',
    'validation comes first',
  );
});
