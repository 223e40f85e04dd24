import test from 'ava';
import fc from 'fast-check';
import { execute, rowsOf } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import { byCodeUnit } from '../../../domain/json/canonical.ts';
import { parsePropertyCondition } from '../../../domain/inventory/property-condition.ts';
import type { Json } from '../../../domain/json/json.ts';
import { insertResources } from '../../support/inventory/inventory-writer.ts';
import type { NaiveResource } from '../../support/inventory/naive-inventory.ts';
import { meetsNaively } from '../../support/inventory/naive-properties.ts';
import type { NaiveUnread } from '../../support/inventory/naive-properties.ts';
import type { StoredUnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { accounts, timeOf, useSearchedDatabase } from '../../support/inventory/searched-database.ts';

const searched = useSearchedDatabase();
const type = 'AWS::EC2::Instance';
const redacted = `hmac-sha256:${'0'.repeat(64)}`;

const leaf: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  true,
  false,
  null,
  '',
  'true',
  'null',
  0,
  22,
  '22',
  8.5,
  -1,
  'Prod',
  'PRODUCTION',
  '8.0.35',
  'v8.0',
  '10.1',
  '5.7.mysql_aurora.2.11',
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05.123+02:00',
  '2024-12-31',
  '2024-13-99',
  redacted,
  `postgres://u:${redacted}@host`,
  'a|b',
  [] as Json[],
  {},
);
const { document } = fc.letrec<{ value: Json; document: Json }>((tie) => ({
  value: fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: tie('document') },
  ) as fc.Arbitrary<Json>,
  document: fc.dictionary(fc.constantFrom('a', 'b', 'x.y'), tie('value'), {
    minKeys: 2,
    maxKeys: 3,
    noNullPrototype: true,
  }) as fc.Arbitrary<Json>,
}));
const path = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '"x.y"'), fc.constantFrom('', '', '', '[]')), {
    minLength: 1,
    maxLength: 2,
  })
  .map((steps) => steps.map((step) => step.join('')).join('.'));
const value = fc.constantFrom(
  'true',
  'false',
  'null',
  '',
  '0',
  '22',
  '8.5',
  '-1',
  'prod',
  'Prod',
  '8.0',
  'v8.0.0',
  '9',
  '5.7',
  '2026-01-02T03:04:05Z',
  '2025-01-01',
  redacted,
  'hmac',
  String.raw`a\|b`,
);
const simple = fc.oneof(
  fc.tuple(path, fc.constantFrom('=', '!=', '<', '<=', '>', '>=', '~'), value).map((parts) => parts.join('')),
  fc.tuple(path, fc.constantFrom('=', '!='), value, value).map(([p, op, a, b]) => `${p}${op}${a}|${b}`),
  fc.tuple(path, fc.constantFrom(':exists', ':missing')).map((parts) => parts.join('')),
);
const condition = fc.oneof(
  { weight: 3, arbitrary: simple },
  { weight: 1, arbitrary: fc.tuple(path, simple, simple).map(([p, a, b]) => `${p}[]{${a};${b}}`) },
  { weight: 1, arbitrary: fc.tuple(simple, simple, simple).map(([a, b, c]) => `{${a};${b}}|{${c}}`) },
);

/** The keys that no scan has read, by the position of the resource: some, none, or all. */
const unreadKeys: readonly NaiveUnread[] = [[], ['a'], [], 'all', ['b', 'x.y']];
const unreadOf = (index: number): NaiveUnread => unreadKeys[index % unreadKeys.length] ?? [];
const reason = 'denied' as const;

/** As a scan stores them. A part with an earlier value was read. */
function partsOf(unread: NaiveUnread): readonly StoredUnreadablePart[] {
  const known = { part: 'b', scope: 'key', reason } as const;
  if (unread === 'all') return [{ part: 'DescribeIt', scope: 'rest', reason, neverRead: true }];
  return unread.length === 0
    ? [known]
    : unread.map((part) => ({ part, scope: 'key', reason, neverRead: true }));
}

test('conditions on properties hold for the same resources as in a naive model', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(document, { minLength: 40, maxLength: 60 }),
      fc.array(fc.array(condition, { minLength: 1, maxLength: 2 }), { minLength: 20, maxLength: 20 }),
      async (documents, questions) => {
        const organizationId = await searched.newOrganization();
        const model: NaiveResource[] = [];
        await searched.database.withTenant(organizationId, async (tenant) => {
          const resources = documents.map(() => aResource(accounts[0] ?? '', { type }));
          await insertResources(tenant, model, resources, timeOf(0));
          await execute(
            tenant,
            sql`update resource_documents d set configuration = given.document from unnest(
                ${model.map(({ id }) => id)}::uuid[], ${documents.map((text) => JSON.stringify(text))}::jsonb[]) given (id, document)
              where d.organization_id = ${organizationId} and d.resource_id = given.id`,
          );
          await execute(
            tenant,
            sql`update resources r set unreadable = given.parts from unnest(
                ${model.map(({ id }) => id)}::uuid[],
                ${model.map((_, index) => JSON.stringify(partsOf(unreadOf(index))))}::jsonb[]) given (id, parts)
              where r.organization_id = ${organizationId} and r.id = given.id`,
          );
        });
        for (const texts of questions) {
          const conditions = texts.map((text) => parsePropertyCondition(text, new Date()));
          const expected = model
            .filter((_, index) =>
              conditions.every((one) => meetsNaively(documents[index] ?? {}, one, unreadOf(index))),
            )
            .map(({ id }) => id);
          const filter = { resourceTypes: [type], properties: conditions };
          const found = await searched.search(organizationId, filter, '-name', 50);
          t.deepEqual(found.ids.toSorted(byCodeUnit), expected.toSorted(byCodeUnit), texts.join(' and '));
          t.is(found.total, expected.length);
          t.deepEqual(
            found.facets['resource_type'],
            expected.length === 0 ? {} : { [type]: expected.length },
          );
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('finds values that most documents have, and rare ones; the index gives up on common ones', async (t) => {
  const organizationId = await searched.newOrganization();
  const model: NaiveResource[] = [];
  const [count, rare] = [300, 7];
  const found = await searched.database.withTenant(organizationId, async (tenant) => {
    const resources = Array.from({ length: count }, (_, index) =>
      aResource(accounts[0] ?? '', { type: index < 20 ? 'AWS::S3::Bucket' : type }),
    );
    await insertResources(tenant, model, resources, timeOf(0));
    await execute(
      tenant,
      sql`update resource_documents d set configuration = case when d.resource_id = ${model.at(-rare)?.id ?? ''}::uuid
          then '{"a": "rare"}'::jsonb else '{"a": "common"}'::jsonb end
        where d.organization_id = ${organizationId}`,
    );
    const candidates = (text: string, atMost: number) =>
      rowsOf<{ id: string | undefined }>(
        tenant,
        sql`select id from property_candidate_ids(${[type]}::text[], ${`[[{"a": "${text}"}]]`}::jsonb, ${atMost}) id`,
      );
    return { common: await candidates('common', 10), rare: await candidates('rare', 10) };
  });
  t.deepEqual(
    found.common.map(({ id }) => id),
    Array.from({ length: 10 }, () => undefined),
    'more than the limit, which the caller takes as no list',
  );
  t.deepEqual(
    found.rare.map(({ id }) => id),
    [model.at(-rare)?.id],
  );
  const totalOf = async (...texts: readonly string[]) => {
    const properties = texts.map((text) => parsePropertyCondition(text, new Date()));
    return (await searched.search(organizationId, { resourceTypes: [type], properties }, '-name', 200)).total;
  };
  t.is(await totalOf('a=common'), count - 21);
  t.is(await totalOf('a=rare'), 1);
  t.is(await totalOf('a=common', 'a=rare'), 0);
  t.is(await totalOf('a=common|rare'), count - 20);
});
