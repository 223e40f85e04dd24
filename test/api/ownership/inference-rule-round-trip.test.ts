import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { createApplication, createTeam, updateTeam } from '../../support/ownership/ownership-client.ts';
import { createRule, getRule, updateRule } from '../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();

test('a rule can be sent back unchanged after its records were deleted, archived or deactivated', async (t) => {
  const { client, account } = await fixture.withResources(() => []);
  const [application, team] = [await createApplication(client, 'Shop'), await createTeam(client, 'Web')];
  const created = await createRule(client, {
    conditions: {
      all: [{ account: { in: [account.toUpperCase()] } }, { tag: { key: 'app', in: ['a', 'b'] } }],
    },
    outcome: { team: { id: team }, application: { id: application.toUpperCase() }, confidence: 'low' },
  });
  await fixture.inventory.query('update aws_accounts set deleted_at = now() where id = $1', [account]);
  await dataOf(updateTeam(client, team, { is_active: false }));
  const path = { id: application };
  await dataOf(client.PATCH('/api/v1/applications/{id}', { params: { path }, body: { archived: true } }));
  const { conditions, outcome } = await dataOf(getRule(client, created.id));
  t.like(await dataOf(updateRule(client, created.id, { name: 'Renamed', conditions, outcome })), {
    name: 'Renamed',
    conditions,
    outcome,
  });
  const other = { ...outcome, confidence: 'high' as const };
  await expectError(t, updateRule(client, created.id, { outcome: other }), 409, 'conflict');
  t.is(
    await expectError(
      t,
      updateRule(client, created.id, { conditions: { not: conditions } }),
      400,
      'validation_failed',
    ),
    'conditions.not.all.0.account.in.0: does not exist',
  );
});
