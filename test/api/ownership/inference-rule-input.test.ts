import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { expectRefused } from '../../support/ownership/expect-refused-rule.ts';
import { createRule, ruleBody } from '../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();

const leaf = { region: { in: ['eu-west-1'] } };
const kinds =
  'exactly one of all, any, not, tag, name, account, region, resource_type, ou, project, repository, related_to';

test('rejects malformed conditions, naming the field', async (t) => {
  const { client } = await fixture.api.signUp();
  const id = randomUUID();
  for (const [conditions, message] of [
    [undefined, 'conditions: is required'],
    [null, /^conditions: must be an object$/],
    [[], /^conditions: must be an object$/],
    ['all', /^conditions: must be an object$/],
    [{}, `conditions: must have ${kinds}`],
    [{ ...leaf, name: { equals: 'x' } }, `conditions: must have ${kinds}`],
    [{ all: [leaf], any: [leaf] }, `conditions: must have ${kinds}`],
    [{ all: [] }, /^conditions\.all: must not be empty$/],
    [{ any: 'x' }, /^conditions\.any: must be a list$/],
    [{ not: [leaf] }, /^conditions\.not: must be an object$/],
    [{ all: [leaf, { any: [{}] }] }, `conditions.all.1.any.0: must have ${kinds}`],
    [{ all: [leaf, 7] }, /^conditions\.all\.1: must be an object$/],
    [{ ...leaf, regex: '.*' }, 'conditions.regex: is not a known field'],
    [{ all: [{ tag: { equals: 'x' } }] }, 'conditions.all.0.tag.key: is required'],
    [{ all: [{ tag: { key: '', equals: 'x' } }] }, /^conditions\.all\.0\.tag\.key: must not be empty$/],
    [
      { tag: { key: 'x'.repeat(129), exists: true } },
      /^conditions\.tag\.key: must have at most 128 characters$/,
    ],
    [{ tag: { key: 'App' } }, 'conditions.tag: must have exactly one of equals, in, matches, exists'],
    [
      { tag: { key: 'App', equals: 'a', exists: true } },
      'conditions.tag: must have exactly one of equals, in, matches, exists',
    ],
    [{ tag: { key: 'App', exists: 'yes' } }, /^conditions\.tag\.exists: must be true or false$/],
    [{ tag: { key: 'App', equals: 'a', regex: 'x' } }, 'conditions.tag.regex: is not a known field'],
    [{ tag: { key: 'App', in: [] } }, /^conditions\.tag\.in: must not be empty$/],
    [{ tag: { key: 'App', in: [1] } }, /^conditions\.tag\.in\.0: must be a text$/],
    [{ name: {} }, 'conditions.name: must have exactly one of equals, in, matches'],
    [{ name: { matches: '' } }, /^conditions\.name\.matches: must not be empty$/],
    [{ name: { matches: '*'.repeat(257) } }, /^conditions\.name\.matches: must have at most 256 characters$/],
    [
      { name: { in: Array.from({ length: 101 }, () => 'x') } },
      'conditions.name.in: must have at most 100 values',
    ],
    [{ account: {} }, 'conditions.account.in: is required'],
    [{ account: { in: ['111122223333'] } }, /^conditions\.account\.in\.0: must be a UUID$/],
    [{ region: { in: ['mars'] } }, 'conditions.region.in.0: must be an AWS region or global'],
    [
      { resource_type: { in: ['queue'] } },
      'conditions.resource_type.in.0: must be a resource type, such as AWS::SQS::Queue',
    ],
    [{ ou: { under: 'Workloads' } }, 'conditions.ou.under: must start with /'],
    [{ ou: {} }, 'conditions.ou.under: is required'],
    [{ related_to: {} }, 'conditions.related_to.application_id: is required'],
    [
      { related_to: { application_id: id, relationship_type: 'likes' } },
      /^conditions\.related_to\.relationship_type: must be one of /,
    ],
    [
      { related_to: { application_id: id, direction: 'both' } },
      /^conditions\.related_to\.direction: must be one of /,
    ],
    [{ name: { equals: 'a\0b' } }, 'conditions.name.equals: must not contain NUL characters'],
    [
      { any: [leaf, { name: { in: ['x', 'a\0b'] } }] },
      'conditions.any.1.name.in.1: must not contain NUL characters',
    ],
    [{ name: { equals: '\ud800' } }, 'conditions.name.equals: must be well-formed Unicode'],
  ] as const) {
    await expectRefused(t, client, { conditions }, message);
  }
});

test('rejects malformed outcomes and other fields, naming the field', async (t) => {
  const { client } = await fixture.api.signUp();
  const id = randomUUID();
  for (const [fields, message] of [
    [{ outcome: undefined }, 'outcome: is required'],
    [{ outcome: {} }, 'outcome: must have an application, an environment or a team'],
    [{ outcome: { confidence: 'high' } }, 'outcome: must have an application, an environment or a team'],
    [{ outcome: { team: { id }, confidence: 'certain' } }, /^outcome\.confidence: must be one of /],
    [{ outcome: { application: {} } }, 'outcome.application: must have exactly one of id, name_from_tag'],
    [
      { outcome: { application: { id, name_from_tag: 'App' } } },
      'outcome.application: must have exactly one of id, name_from_tag',
    ],
    [{ outcome: { application: { id: 'x' } } }, /^outcome\.application\.id: must be a UUID$/],
    [
      { outcome: { application: { name_from_tag: '' } } },
      /^outcome\.application\.name_from_tag: must not be empty$/,
    ],
    [{ outcome: { environment: {} } }, 'outcome.environment.id: is required'],
    [{ outcome: { team: { id, role: 'lead' } } }, 'outcome.team.role: is not a known field'],
    [{ name: ' ' }, /^name: must not be empty$/],
    [{ name: 'x'.repeat(201) }, /^name: must have at most 200 characters$/],
    [{ description: 'x'.repeat(4001) }, /^description: must have at most 4000 characters$/],
    [{ priority: -1 }, /^priority: must be at least 0$/],
    [{ priority: 10_001 }, /^priority: must be at most 10000$/],
    [{ priority: 1.5 }, /^priority: /],
    [{ enabled: 'no' }, /^enabled: must be true or false$/],
    [{ suspended_at: null }, 'suspended_at: is not a known field'],
  ] as const) {
    await expectRefused(t, client, fields, message);
  }
  const rule = await createRule(client);
  const path = `/inference-rules/${rule.id}`;
  await expectRefused(t, client, { conditions: {} }, `conditions: must have ${kinds}`, 'PATCH', path);
  await expectRefused(t, client, { conditions: null }, /^conditions: must be an object$/, 'PATCH', path);
  await expectRefused(t, client, { outcome: {} }, /^outcome: must have/, 'PATCH', path);
  await expectRefused(t, client, { name: null }, /^name: /, 'PATCH', path);
});

test('accepts conditions at their limits and rejects larger ones', async (t) => {
  const { client } = await fixture.api.signUp();
  const nested = (levels: number): object => (levels === 1 ? leaf : { not: nested(levels - 1) });
  const wide = (leaves: number) => ({ any: Array.from({ length: leaves }, () => leaf) });
  for (const conditions of [
    nested(5),
    wide(50),
    { all: [wide(25), { not: wide(25) }] },
    { tag: { key: 'x'.repeat(128), in: Array.from({ length: 100 }, () => 'v'.repeat(256)) } },
    { name: { matches: '*?'.repeat(128) } },
  ]) {
    const response = await client.request('POST', '/inference-rules', {
      body: { ...ruleBody(), conditions },
    });
    t.is(response.status, 201, JSON.stringify(response.body).slice(0, 200));
    t.deepEqual(response.body['conditions'], conditions);
  }
  const tooDeep = 'conditions: must have at most 5 levels; a leaf counts as a level';
  const tooMany = 'conditions: must have at most 50 leaf conditions';
  await expectRefused(t, client, { conditions: nested(6) }, tooDeep);
  await expectRefused(t, client, { conditions: nested(12) }, tooDeep);
  await expectRefused(t, client, { conditions: wide(51) }, tooMany);
  await expectRefused(t, client, { conditions: { all: [wide(25), { not: wide(26) }] } }, tooMany);
  await expectRefused(t, client, { conditions: wide(10_000) }, tooMany);
  const values = { region: { in: Array.from({ length: 50_000 }, () => 'eu-west-1') } };
  await expectRefused(
    t,
    client,
    { conditions: { not: values } },
    'conditions.not.region.in: must have at most 100 values',
  );
  await expectRefused(t, client, { conditions: nested(1000) }, /^conditions\.not\.not: is nested too deeply/);
});

test('rejects conditions of ten thousand levels', async (t) => {
  const { client, tokens } = await fixture.api.signUp();
  const levels = 10_000;
  const conditions = `${'{"all":['.repeat(levels)}{"region":{"in":["eu-west-1"]}}${']}'.repeat(levels)}`;
  const outcome = JSON.stringify(ruleBody().outcome);
  const response = await fetch(`${fixture.api.url}/api/v1/inference-rules`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: `{"name":"Deep","conditions":${conditions},"outcome":${outcome}}`,
  });
  t.is(response.status, 400);
  t.deepEqual(await response.json(), {
    code: 'validation_failed',
    message: 'conditions.all.0: is nested too deeply',
  });
  t.deepEqual((await dataOf(client.GET('/api/v1/inference-rules'))).items, []);
});
