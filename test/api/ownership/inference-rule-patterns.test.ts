import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { createRule, ruleBody, updateRule } from '../../support/ownership/rule-fixture.ts';

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
