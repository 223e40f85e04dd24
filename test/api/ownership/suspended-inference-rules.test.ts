import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { InferenceRule } from '../../../api-client/api-types.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import type { Owner } from '../../support/discovery/owner.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import {
  createEnvironment,
  createRule,
  deleteRule,
  getRule,
  updateRule,
} from '../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();
let owner: Owner;
test.before(() => {
  owner = connectOwner(fixture.api.database.url);
});
test.after.always(() => owner?.close());

const queuedOf = (organizationId: string, ruleId: string) =>
  owner.query(
    "select id from inference_queue where organization_id = $1 and kind = 'rule' and subject_id = $2",
    [organizationId, ruleId],
  );
const withoutTime = (rule: InferenceRule) => ({ ...rule, updated_at: '', version: 0 });
const openIssuesOf = (organizationId: string, ruleId: string) =>
  owner.query(
    `select id from ownership_issues where organization_id = $1 and kind = 'suspended_rule' and target_id = $2
       and resolved_at is null`,
    [organizationId, ruleId],
  );

test('resumes a suspended rule with enabled: true, not with another change', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const rule = await createRule(client);
  const suspend = async () => {
    await owner.query('update inference_rules set suspended_at = now() where id = $1', [rule.id]);
    await owner.query(
      `insert into ownership_issues (organization_id, kind, target_type, target_id, detail)
       values ($1, 'suspended_rule', 'inference_rule', $2, 'x')`,
      [organizationId, rule.id],
    );
  };
  const judgedSince = async () => {
    const [row] = await owner.query<{ judged_since: Date }>(
      'select judged_since from inference_rules where id = $1',
      [rule.id],
    );
    return row?.judged_since.getTime() ?? 0;
  };
  await suspend();
  const queued = (await queuedOf(organizationId, rule.id)).length;
  for (const change of [{ name: 'x' }, { priority: 3 }, { enabled: false }]) {
    const changed = await dataOf(updateRule(client, rule.id, change));
    t.true(typeof changed.suspended_at === 'string', JSON.stringify(change));
    t.is((await openIssuesOf(organizationId, rule.id)).length, 1);
  }
  t.like(await dataOf(getRule(client, rule.id)), { enabled: false });
  const before = await judgedSince();
  const resumed = await dataOf(updateRule(client, rule.id, { enabled: true }));
  t.true(resumed.enabled);
  t.false('suspended_at' in resumed);
  t.true((await judgedSince()) > before);
  t.is((await openIssuesOf(organizationId, rule.id)).length, 0);
  // An enabled rule that is suspended, too.
  await suspend();
  const again = await dataOf(updateRule(client, rule.id, { enabled: true }));
  t.deepEqual(withoutTime(again), withoutTime(resumed));
  t.is((await openIssuesOf(organizationId, rule.id)).length, 0);
  t.is((await queuedOf(organizationId, rule.id)).length, queued + 4);
});

test('resolves the issue of a suspended rule that is deleted', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const environment = await createEnvironment(client, 'Live');
  const rule = await createRule(client, { outcome: { environment: { id: environment } } });
  await owner.query('update inference_rules set suspended_at = now() where id = $1', [rule.id]);
  await owner.query(
    `insert into ownership_issues (organization_id, kind, target_type, target_id, detail)
     values ($1, 'suspended_rule', 'inference_rule', $2, 'x')`,
    [organizationId, rule.id],
  );
  await dataOf(deleteRule(client, rule.id));
  t.is((await openIssuesOf(organizationId, rule.id)).length, 0);
  const [row] = await owner.query<{ deleted_at: Date | null; environment_id: string | null }>(
    'select deleted_at, environment_id from inference_rules where id = $1',
    [rule.id],
  );
  t.truthy(row?.deleted_at, 'the row stays until a run has reassigned what the rule inferred');
  t.is(row?.environment_id, null);
});
