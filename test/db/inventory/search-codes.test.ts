import { randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import {
  dimensionCodes,
  dimensionNameOf,
  managementStateCodes,
  managementStateNameOf,
  statusCodes,
  statusNameOf,
} from '../../../db/inventory/search/value-codes.ts';
import { dimensions } from '../../../domain/inventory/resource-filter.ts';
import { managementStates, resourceStatuses } from '../../../domain/values.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import type { TestDatabase } from '../../support/test-database.ts';

let database: TestDatabase;
let client: pg.Client;
const organizationId = randomUUID();

/** One resource for each status and management state, each with a different native id. */
test.before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into organizations (id, name, slug) values ($1, 'codes', 'codes')", [
    organizationId,
  ]);
  await client.query("select set_config('app.organization_id', $1, false)", [organizationId]);
  await client.query(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
         values ($1, 'codes', 'standalone', 'codes', 'codes') returning id
     ), account as (
       insert into aws_accounts (organization_id, connection_id, account_id, role_arn)
         select $1, id, '123456789012', 'codes' from connection returning id
     )
     insert into resources (organization_id, aws_account_id, region, resource_type, native_id, status,
                            management_state, config_hash, rule_set, deleted_at)
       select $1, account.id, 'eu-west-1', 'AWS::SQS::Queue', 'of ' || status || ' ' || state, status, state, 'codes', 1,
              case when status = 'deleted' then now() end
         from account, unnest($2::text[]) status, unnest($3::text[]) state`,
    [organizationId, resourceStatuses, managementStates],
  );
});
test.after.always(async () => {
  await client?.end();
  await database?.drop();
});

test.serial('the insert trigger stores the codes of the code tables', async (t) => {
  t.deepEqual(await storedCodes('resource_search', 'status'), statusCodes);
  t.deepEqual(await storedCodes('resource_search', 'management_state'), managementStateCodes);
  t.deepEqual(await storedCodes('resource_history', 'status'), statusCodes);
});

for (const [variant, parameters] of [
  ['by the index', 'true, false, true'],
  ['by a scan', 'false, false, true'],
] as const) {
  test.serial(`search_text_counts counts each status in its column ${variant}`, async (t) => {
    for (const status of resourceStatuses) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from search_text_counts($1, ${parameters}) order by management_state`,
        [`of ${status} `],
      );
      t.deepEqual(
        rows.map((row) => row['management_state']),
        Object.values(managementStateCodes),
      );
      for (const row of rows) {
        for (const other of resourceStatuses)
          t.is(Number(row[other]), other === status ? 1 : 0, `${status}: ${other}`);
      }
    }
  });
}

test.serial('the update trigger stores the codes of the code tables', async (t) => {
  await client.query(
    `update resources set
       status = (array_cat($1, $1))[array_position($1, status) + 1],
       management_state = (array_cat($2, $2))[array_position($2, management_state) + 1],
       deleted_at = case when status = 'active' then now() end,
       last_changed_at = now()`,
    [resourceStatuses, managementStates],
  );
  t.deepEqual(await storedCodes('resource_search', 'status'), statusCodes);
  t.deepEqual(await storedCodes('resource_search', 'management_state'), managementStateCodes);
  t.deepEqual(await storedCodes('resource_history', 'status'), statusCodes);
});

test.serial('fold_resource_counts stores the codes of dimensions', async (t) => {
  await client.query('select fold_resource_counts(1000)');
  const pairs = await client.query<{ facet: number; value: string; other: number; other_value: string }>(
    'select facet, value, other, other_value from resource_pair_counts',
  );
  const counted = await client.query<Record<string, string>>(
    `select distinct ${dimensions.join(', ')} from resources`,
  );
  const valuesOf = (code: number) => {
    const dimension = dimensions.find((name) => dimensionCodes[name] === code);
    return dimension === undefined ? [''] : counted.rows.map((row) => row[dimension]);
  };
  t.deepEqual(
    [...new Set(pairs.rows.map(({ facet }) => facet))].toSorted((a, b) => a - b),
    [0, ...Object.values(dimensionCodes)],
  );
  for (const pair of pairs.rows) {
    t.true(valuesOf(pair.facet).includes(pair.value), JSON.stringify(pair));
    t.true(valuesOf(pair.other).includes(pair.other_value), JSON.stringify(pair));
  }
});

test('SQL converts every code to its name in the code tables', async (t) => {
  for (const [codes, nameOf] of [
    [statusCodes, statusNameOf],
    [managementStateCodes, managementStateNameOf],
    [dimensionCodes, dimensionNameOf],
  ] as const) {
    const { rows } = await client.query<{ name: string; code: number }>(
      `select ${nameOf('code')} as name, code from unnest($1::integer[]) code`,
      [Object.values(codes)],
    );
    t.deepEqual(Object.fromEntries(rows.map(({ name, code }) => [name, code])), codes);
  }
});

/** Returns the code of each value in the current rows of a search table. */
async function storedCodes(
  table: 'resource_search' | 'resource_history',
  column: 'status' | 'management_state',
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; code: number }>(
    `select distinct r.${column} as name, s.${column} as code from resources r
     join ${table} s on s.organization_id = r.organization_id and s.resource_id = r.id
     ${table === 'resource_history' ? "where s.valid_to = 'infinity'" : ''}`,
  );
  const codes = Object.fromEntries(rows.map(({ name, code }) => [name, code]));
  if (rows.length !== Object.keys(codes).length)
    throw new Error(`${table}.${column} has two codes for a value`);
  return codes;
}
