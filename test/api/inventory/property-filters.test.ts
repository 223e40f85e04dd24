import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Json } from '../../../domain/json/json.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';

const inventoryApi = useInventoryApi();

/** An organization with functions and security groups of these configurations, each with its index as its name. */
async function withConfigurations(configurations: readonly (readonly [type: string, configuration: Json])[]) {
  const organization = await inventoryApi.withResources((account) =>
    configurations.map(([type], index) =>
      aResource(account, { type, name: String(index), tags: { team: `t${index}`, 'a:b': '=1+1' } }),
    ),
  );
  for (const [index, { id }] of organization.model.entries())
    await inventoryApi.inventory.query(
      'update resource_documents set configuration = $1 where resource_id = $2',
      [JSON.stringify(configurations[index]?.[1]), id],
    );
  return organization;
}

const lambda = 'AWS::Lambda::Function';
const group = 'AWS::EC2::SecurityGroup';
const estate = [
  [lambda, { Runtime: 'nodejs14.x', Timeout: 3, Layers: [{ Arn: 'a' }, { Arn: 'b' }] }],
  [lambda, { Runtime: 'python3.12', Timeout: 900, Layers: [] }],
  [group, { IpPermissions: [{ FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }] }],
  [
    group,
    {
      IpPermissions: [
        { FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '10.0.0.0/8' }] },
        { FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '0.0.0.0/0' }] },
      ],
    },
  ],
] as const satisfies readonly (readonly [string, Json])[];

test('filters by properties, with total, facets and other filters', async (t) => {
  const { client } = await withConfigurations(estate);
  const search = async (query: object) => {
    const { items, total, facets } = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
    t.is(total, items.length);
    t.deepEqual(
      (facets?.resource_type ?? []).reduce((sum, { count }) => sum + count, 0),
      total,
    );
    return items.map(({ name }) => name).toSorted((a = '', b = '') => a.localeCompare(b));
  };
  const of = (resource_type: string, ...property: readonly string[]) =>
    search({ resource_type: [resource_type], property });
  t.deepEqual(await of(lambda, 'Runtime=nodejs14.x|python2.7'), ['0']);
  t.deepEqual(await of(lambda, 'Timeout>3', 'Runtime~PYTHON'), ['1']);
  t.deepEqual(await of(lambda, 'Layers:missing'), ['1']);
  const open = 'IpPermissions[]{FromPort<=22;ToPort>=22;IpRanges[].CidrIp=0.0.0.0/0}';
  t.deepEqual(await of(group, open), ['2']);
  t.deepEqual(await of(group, 'IpPermissions[].FromPort=22', 'IpPermissions[].IpRanges[].CidrIp=0.0.0.0/0'), [
    '2',
    '3',
  ]);
  t.deepEqual(await search({ resource_type: [lambda, group], property: [open], tag: ['team=t3'] }), []);
  t.deepEqual(await search({ resource_type: [lambda], property: ['Timeout<1000'], tag: ['team=t1'] }), ['1']);
});

test('refuses faults, conditions without a type, too many, and the past', async (t) => {
  const { client } = await withConfigurations([]);
  const refused = (query: object) =>
    expectError(t, client.GET('/api/v1/resources', { params: { query } }), 400, 'validation_failed');
  t.is(await refused({ property: ['a=1'] }), 'property: requires resource_type');
  t.is(
    await refused({ resource_type: [lambda], property: ['a[0]=1'] }),
    'property: expected an operator: =, !=, <, <=, >, >=, ~, :exists or :missing at character 2',
  );
  t.is(
    await refused({ resource_type: [lambda], property: Array.from({ length: 9 }, () => 'a=1') }),
    'property: must be given at most 8 times',
  );
  await refused({ resource_type: Array.from({ length: 21 }, (_, index) => `T${index}`), property: ['a=1'] });
  await refused({ resource_type: [lambda], property: [`a=${'x'.repeat(512)}`] });
  t.is(
    await refused({
      resource_type: [lambda],
      property: ['a=1'],
      as_of: new Date(Date.now() - 1000).toISOString(),
    }),
    'property: cannot be combined with as_of',
  );
});

test('exports exactly the chosen columns in their order', async (t) => {
  const { client } = await withConfigurations(estate);
  const get = async (format: string, columns: readonly string[]) => {
    const query = new URLSearchParams({ format, resource_type: lambda });
    for (const column of columns) query.append('columns', column);
    return client.request<string>('GET', `/resources/export?${query.toString()}`);
  };
  const columns = [
    'name',
    'tag:a:b',
    'property:Timeout',
    'property:Layers[].Arn',
    'property:Runtime',
    'tag:none',
  ];
  const csv = String((await get('csv', columns)).body);
  t.deepEqual(
    csv
      .trimEnd()
      .split(/\r?\n/)
      .toSorted((a, b) => a.localeCompare(b)),
    [
      `0,'=1+1,3,"[""a"",""b""]",nodejs14.x,`,
      `1,'=1+1,900,,python3.12,`,
      'name,tag:a:b,property:Timeout,property:Layers[].Arn,property:Runtime,tag:none',
    ],
  );
  for (const [names, message] of [
    [['name', 'name'], 'columns: name is given twice'],
    [['secret'], 'columns: secret is no column'],
    [['property:a..b'], 'columns: expected a key at character 3'],
  ] as const) {
    const { status, body } = await client.request(
      'GET',
      `/resources/export?format=csv&${names.map((name) => `columns=${name}`).join('&')}`,
    );
    t.deepEqual([status, body['message']], [400, message]);
  }
});
