import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { createRule, deleteRule, ruleBody, updateRule } from '../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();

const pattern = (index: number | string) => ({ name: { matches: `*${index}*` } });

test('limits the patterns of the enabled rules of an organization to 1,000', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  await fixture.inventory.query(
    `insert into inference_rules (organization_id, name, conditions, outcome)
     select $1, 'Rule ' || n, jsonb_build_object('any', jsonb_build_array(
         jsonb_build_object('name', jsonb_build_object('matches', '*' || n || '*')),
         jsonb_build_object('not', jsonb_build_object('tag', jsonb_build_object('key', 'App', 'matches', '*' || n)))
       )), '{"application": {"name_from_tag": "App"}}'
     from generate_series(1, 499) n`,
    [organizationId],
  );
  const first = await createRule(client, { conditions: { any: [pattern('a'), pattern('b'), pattern(1)] } });
  const full = /1,000 different `matches` patterns/;
  const rejected = client.POST('/api/v1/inference-rules', { body: ruleBody({ conditions: pattern('c') }) });
  t.regex((await rejected).error?.message ?? '', full);
  await expectError(t, rejected, 409, 'conflict');
  await createRule(client);
  await createRule(client, { conditions: pattern('a') });
  const disabled = await createRule(client, { conditions: pattern('c'), enabled: false });
  await expectError(t, updateRule(client, disabled.id, { enabled: true }), 409, 'conflict');
  const changed = updateRule(client, first.id, {
    conditions: { any: [pattern('a'), pattern('b'), pattern('c')] },
  });
  await expectError(t, changed, 409, 'conflict');
  await dataOf(updateRule(client, first.id, { enabled: false }));
  await dataOf(updateRule(client, disabled.id, { enabled: true }));
});

test('limits the conditions of all rules of an organization to 8 MB', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const insertMegabytes = (count: number) =>
    fixture.inventory.query(
      `insert into inference_rules (organization_id, name, conditions, outcome, enabled)
       select $1, 'Rule ' || n, jsonb_build_object('name', jsonb_build_object('equals', repeat('x', 1024 * 1024))),
         '{"application": {"name_from_tag": "App"}}', false
       from generate_series(1, $2) n`,
      [organizationId, count],
    );
  await insertMegabytes(7);
  const large = { name: { in: Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(990)}`) } };
  const all = { any: Array.from({ length: 9 }, () => large) };
  const first = await createRule(client, { conditions: all });
  const exceeded = client.POST('/api/v1/inference-rules', { body: ruleBody({ conditions: all }) });
  t.regex(await expectError(t, exceeded, 409, 'conflict'), /more than 8 MB/);
  const second = await createRule(client, { conditions: large });
  await expectError(t, updateRule(client, second.id, { conditions: all }), 409, 'conflict');
  await dataOf(updateRule(client, second.id, { name: 'Renamed', conditions: large }));
  await dataOf(deleteRule(client, first.id));
  await dataOf(updateRule(client, second.id, { conditions: all }));
});
