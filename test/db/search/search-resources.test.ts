import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import pg from 'pg';
import { declareMemberships } from '../../../db/applications/membership-store.ts';
import { foldCounts, indexTexts } from '../../../db/search/index-search.ts';
import { searchResources } from '../../../db/search/search-resources.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import { parseSort, sortNames } from '../../../domain/search/resource-filter.ts';
import type { ResourceFilter, SortName } from '../../../domain/search/resource-filter.ts';
import { managementStates, resourceStatuses } from '../../../domain/values/index.ts';
import { changeResources, insertResources } from '../../support/search/inventory-writer.ts';
import { searchNaively } from '../../support/search/naive-inventory.ts';
import type { NaiveResource } from '../../support/search/naive-inventory.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import type { TestDatabase } from '../../support/test-database.ts';

let files: TestDatabase;
let database: Database;
let owner: pg.Client;
test.before(async () => {
  files = await createTestDatabase();
  database = openDatabase({ url: files.url, poolSize: 4 });
  owner = new pg.Client({ connectionString: files.url });
  await owner.connect();
});
test.after.always(async () => {
  await database?.close();
  await owner?.end();
  await files?.drop();
});

const accounts = [randomUUID(), randomUUID(), randomUUID()];
const applications = [randomUUID(), randomUUID()];
const types = ['AWS::EC2::Instance', 'AWS::S3::Bucket', 'AWS::Lambda::Function', 'AWS::IAM::Role'];
const regions = ['eu-west-1', 'us-east-1', 'global'];
const words = ['Prod', 'api', '50%_off', 'Größe', 'a\\b', 'x', ''];

const name = fc.oneof(
  fc.constant(null),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map(([a, b]) => `${a}-${b}`),
);
const tags = fc.dictionary(fc.constantFrom('env', 'a=b', 'Team'), fc.constantFrom('', 'prod', 'b=c', 'x'), {
  maxKeys: 3,
  noNullPrototype: true,
});
const newResource = fc.record({
  type: fc.constantFrom(...types),
  account: fc.constantFrom(...accounts),
  region: fc.constantFrom(...regions),
  name,
  arn: fc.oneof(name, fc.constantFrom('arn:{id}', 'arn:Prod-api/{id}')),
  managementState: fc.constantFrom(...managementStates),
  tags,
});
const change = fc.record({
  name,
  status: fc.constantFrom(...resourceStatuses),
  managementState: fc.constantFrom(...managementStates),
  tags,
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ insert: fc.array(newResource, { maxLength: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ change: fc.array(fc.tuple(fc.nat(), change), { maxLength: 8 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      declare: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...applications)), { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ fold: 3 }) },
  { weight: 1, arbitrary: fc.constant({ index: 5 }) },
);
const some = <T>(...values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
    freq: 3,
  });
const question = fc.record({
  q: fc.option(
    fc.constantFrom('prod', 'PRO', '%', '_', '\\', 'ö', 'i-', 'rod-a', 'x', 'nothing', 'pi-x', 'i/i-', ':i-'),
    {
      nil: undefined,
      freq: 2,
    },
  ),
  resourceTypes: some(...types, 'AWS::None::None'),
  accountIds: some(...accounts, randomUUID()),
  withinAccounts: some(...accounts),
  applicationIds: fc.option(fc.subarray([...applications, randomUUID()], { minLength: 1 }), {
    nil: undefined,
    freq: 5,
  }),
  regions: some(...regions, 'nowhere'),
  statuses: some(...resourceStatuses),
  managementStates: some(...managementStates),
  tags: some('env', 'env=prod', 'a=b', 'a=b=b=c', 'a=b=c', 'Team=', 'env=x'),
  includeDeleted: fc.boolean(),
  past: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
  sort: fc.constantFrom(...sortNames),
  limit: fc.integer({ min: 1, max: 9 }),
});

const start = Date.now() - 100 * 24 * 60 * 60 * 1000;
const timeOf = (index: number) => new Date(start + index * 60_000);

test('page, total and facets are those of a naive model, for random inventories, changes, filters and times', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 10 }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (steps, questions) => {
        const model: NaiveResource[] = [];
        const organizationId = await newOrganization();
        for (const [index, each] of steps.entries()) {
          await database.withTenant(organizationId, (tenant) => take(tenant, model, each, timeOf(index)));
        }
        for (const { past, sort, limit, ...asked } of questions) {
          const filter: ResourceFilter =
            past === undefined
              ? asked
              : {
                  ...asked,
                  managementStates: undefined,
                  applicationIds: undefined,
                  includeDeleted: false,
                  asOf: timeOf(past),
                };
          const expected = searchNaively(model, filter, sort);
          t.deepEqual(await ask(organizationId, filter, sort, limit), expected);
        }
      },
    ),
    { numRuns: Number(process.env['SEARCH_RUNS'] ?? 60) },
  );
});

test('hundreds of listed resources are paged in every order, wherever they lie in it', async (t) => {
  const model: NaiveResource[] = [];
  const organizationId = await newOrganization();
  const write = (index: number, name: string, tagged: Record<string, string>) =>
    Array.from({ length: 100 }, (_, place) => ({
      type: types[place % types.length] ?? '',
      account: accounts[index % accounts.length] ?? '',
      region: regions[place % regions.length] ?? '',
      name: `${name}-${place}`,
      arn: null,
      managementState: 'unknown' as const,
      tags: tagged,
    }));
  // Found by walking on some pages; on others too few lie near, and all of them are collected.
  const blocks = [
    'other',
    'needle',
    'needle',
    'needle',
    'other',
    'needle',
    'needle',
    'needle',
    'other',
    'other',
  ];
  for (const [index, name] of blocks.entries())
    await database.withTenant(organizationId, (tenant) =>
      insertResources(
        tenant,
        model,
        write(index, name, name === 'needle' ? { found: 'yes' } : {}),
        timeOf(index),
      ),
    );
  await database.withTenant(organizationId, (tenant) => foldCounts(tenant, 1000));
  for (const asked of [{ q: 'NEEDLE' }, { tags: ['found'] }, { q: 'needle', regions: ['global'] }])
    for (const sort of sortNames)
      t.deepEqual(await ask(organizationId, asked, sort, 50), searchNaively(model, asked, sort), sort);
});

const totalOf = (organizationId: string, filter: ResourceFilter) =>
  database.withTenant(
    organizationId,
    async (tenant) =>
      (await searchResources(tenant, filter, { sort: parseSort('name'), limit: 10, after: undefined })).total,
    { snapshot: true },
  );

/** Resources that differ in nothing but what is given, a thousand in a statement. */
async function insertMany(
  organizationId: string,
  model: NaiveResource[],
  count: number,
  given: Partial<Parameters<typeof insertResources>[2][number]>,
  at: Date,
): Promise<void> {
  const [account = ''] = accounts;
  const common = { type: types[0] ?? '', account, region: 'global', name: null, arn: null, tags: {} };
  const resource = { ...common, managementState: 'unknown' as const, ...given };
  for (let done = 0; done < count; done += 1000)
    await database.withTenant(organizationId, (tenant) =>
      insertResources(
        tenant,
        model,
        Array.from({ length: Math.min(1000, count - done) }, () => resource),
        at,
      ),
    );
}

test('more rows of tags than a list holds leave nobody out', async (t) => {
  const organizationId = await newOrganization();
  await insertMany(organizationId, [], 2000, { tags: { first: 'x', second: 'x', third: 'x' } }, timeOf(0));
  t.is(await totalOf(organizationId, { tags: ['first', 'second', 'third'] }), 2000);
  t.is(await totalOf(organizationId, { tags: ['first'] }), 2000);
});

test('more texts of today than a list holds leave nobody out of the past', async (t) => {
  const organizationId = await newOrganization();
  const renamed: NaiveResource[] = [];
  await insertMany(organizationId, renamed, 200, { name: 'thread' }, timeOf(0));
  await database.withTenant(organizationId, (tenant) =>
    changeResources(
      tenant,
      renamed.map((resource) => ({
        resource,
        to: { name: 'needle', status: 'active', managementState: 'unknown', tags: {} },
      })),
      timeOf(5),
    ),
  );
  // Behind the renamed ones where they are stored, so that the list would end among them.
  await insertMany(organizationId, [], 5000, { name: 'needle' }, timeOf(0));
  await insertMany(organizationId, [], 300, { name: 'other' }, timeOf(9));
  t.is(await totalOf(organizationId, { q: 'needle' }), 5200);
  t.is(await totalOf(organizationId, { q: 'needle', asOf: timeOf(3) }), 5000);
  t.is(await totalOf(organizationId, { q: 'thread', asOf: timeOf(3) }), 200);
});

async function newOrganization(): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into organizations (name, slug) values ('Test', $1) returning id`,
    [randomUUID()],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       values ($1, 'test', 'standalone', $2, 'inventory') returning id)
     insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, status)
     select $1, account, connection.id, lpad(place::text, 12, '0'), 'arn', 'connected'
     from connection, unnest($3::uuid[]) with ordinality as accounts (account, place)`,
    [id, randomUUID(), accounts],
  );
  await owner.query(
    `insert into applications (organization_id, id, name, slug)
     select $1, application, 'Test', application::text from unnest($2::uuid[]) application`,
    [id, applications],
  );
  return id;
}

type Step = {
  insert?: readonly Parameters<typeof insertResources>[2][number][];
  change?: readonly (readonly [number, Parameters<typeof changeResources>[1][number]['to']])[];
  declare?: readonly (readonly [number, string])[];
  fold?: number;
  index?: number;
};

async function take(tenant: Tenant, model: NaiveResource[], each: Step, at: Date): Promise<void> {
  if (each.insert !== undefined) await insertResources(tenant, model, each.insert, at);
  if (each.change !== undefined && model.length > 0) {
    const chosen = new Map(
      each.change.flatMap(([place, to]) => {
        const resource = model[place % model.length];
        return resource === undefined ? [] : [[resource, to] as const];
      }),
    );
    await changeResources(
      tenant,
      [...chosen].map(([resource, to]) => ({ resource, to })),
      at,
    );
  }
  for (const [place, application] of model.length === 0 ? [] : (each.declare ?? [])) {
    const resource = model[place % model.length];
    if (resource === undefined) continue;
    await declareMemberships(tenant, application, [resource.id]);
    resource.applications.add(application);
  }
  if (each.fold !== undefined) await foldCounts(tenant, each.fold);
  if (each.index !== undefined) await indexTexts(tenant, each.index);
}

/** Pages through the whole answer, and checks that total and facets are the same on every page. */
async function ask(organizationId: string, filter: ResourceFilter, sort: SortName, limit: number) {
  const ids: string[] = [];
  let after: readonly [string, string] | undefined;
  let counts: { total: number; facets: Record<string, Record<string, number>> } | undefined;
  for (;;) {
    const found = await database.withTenant(
      organizationId,
      (tenant) => searchResources(tenant, filter, { sort: parseSort(sort), limit, after }),
      { snapshot: true },
    );
    counts ??= {
      total: found.total,
      facets: Object.fromEntries(
        Object.entries(found.facets).map(([facet, entries]) => [
          facet,
          Object.fromEntries(entries.map(({ value, count }) => [value, count])),
        ]),
      ),
    };
    const rows = found.rows.slice(0, limit);
    ids.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (found.rows.length <= limit || last === undefined) return { ids, ...counts };
    after = [last.position, last.id];
  }
}
