import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';
import { explainStatements } from '../../support/explain-statements.ts';
import type { ExplainedStatement } from '../../support/explain-statements.ts';
import { insertAccounts, insertOrganization, putResources } from '../../support/graph/insert-resources.ts';
import type { InventoryResource } from '../../support/graph/insert-resources.ts';
import { runExtraction } from '../../support/graph/run-extraction.ts';
import { useOpenDatabase } from '../../support/use-open-database.ts';

const fixture = useOpenDatabase();

/** Names of all tables. */
async function readTables(): Promise<readonly string[]> {
  const rows = await fixture.owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  return rows.map(({ name }) => name);
}

test.before('turn autovacuum off, which analyzes tables at any time', async () => {
  for (const table of await readTables())
    await fixture.owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
});

const rules: GraphRules = {
  version: 'test',
  edgeRules: [
    { id: 'uses', sourceType: 'A', path: 'p', targetTypes: ['B'], matcher: 'id', relation: 'uses' },
    { id: 'reads', sourceType: 'B', path: 'q', targetTypes: ['C'], matcher: 'id', relation: 'reads_from' },
  ],
  compositionRules: [
    {
      id: 'composed',
      throughType: 'B',
      first: { relation: 'uses', types: ['A'] },
      second: { relation: 'reads_from', types: ['C'] },
      relation: 'reads_from',
    },
  ],
};

const holders = 20;
const referencesPerHolder = 30;
const targets = holders * referencesPerHolder;

/**
 * Extracts 20 resources with 30 references each in a new organization, changes them in every way, and deletes them. Returns
 * the id of the organization.
 */
async function changeInventory(
  report: (statement: ExplainedStatement) => void,
  { deletes = true } = {},
): Promise<string> {
  const { owner } = fixture;
  const organizationId = await insertOrganization(owner);
  const [accountId = ''] = await insertAccounts(owner, organizationId, ['123456789012']);
  const resource = (type: string, n: number) => ({
    id: randomUUID(),
    accountId,
    type,
    nativeId: `${type}${n}`,
  });
  const a = Array.from({ length: holders }, (_, n) => resource('A', n));
  const b = Array.from({ length: targets }, (_, n) => resource('B', n));
  const hub = resource('B', targets);
  const usersOf = (value: string) =>
    a.map((one, n) => ({
      ...one,
      configuration: {
        references: [
          { rule: 'uses', path: 'p', key: 'hub', value },
          ...Array.from({ length: referencesPerHolder }, (_, m) => {
            const key = `b${n * referencesPerHolder + m}`;
            return { rule: 'uses', path: 'p', key, baseKey: `${key}-base`, value: `${value} ${key}` };
          }),
        ],
      },
    }));
  const used = (kind: string) =>
    b.map((one, n) => ({
      ...one,
      configuration: {
        identifiers: [{ kind, key: `b${n}`, hash: `hash ${n}` }],
        references: [{ rule: 'reads', path: 'q', key: `c${n}`, value: `c${n}` }],
      },
    }));
  const states: readonly (readonly InventoryResource[])[] = [
    [...usersOf('first'), ...used('id').slice(0, targets / 2)],
    [
      ...usersOf('second'),
      ...used('id'),
      { ...hub, configuration: { identifiers: [{ kind: 'id', key: 'hub' }] } },
    ],
    [...a, ...used('id')],
    [...usersOf('second'), ...used('name')],
    ...(deletes ? [[...a, ...b, hub].map((one) => ({ ...one, status: 'deleted' as const }))] : []),
  ];
  const database = explainStatements(fixture.database, report);
  for (const [index, state] of states.entries()) {
    await putResources(owner, organizationId, state);
    await runExtraction({
      database,
      organizationId,
      accountId,
      mode: index === 0 ? 'full' : 'incremental',
      rules,
    });
  }
  return organizationId;
}

/** Rows and pages that a statement may read for each reference. A comparison of all references with all is 600. */
const maximumPerReference = 60;

test('every statement of an extraction reads a linear number of rows, whatever the statistics say', async (t) => {
  t.timeout(600_000);
  const { owner } = fixture;
  const check = (state: string) => (statement: ExplainedStatement) => {
    const { rows, pages, text } = statement;
    t.true(
      rows + pages <= maximumPerReference * targets,
      `${state}: ${rows} rows and ${pages} pages: ${text} ${JSON.stringify(statement.plan)}`,
    );
  };
  await changeInventory(check('tables that were never analyzed'));
  const analyze = async () => owner.query(`analyze ${(await readTables()).join(', ')}`);
  await analyze();
  const remaining = await changeInventory(check('statistics of empty tables'), { deletes: false });
  await analyze();
  await changeInventory(check(`statistics of the organization ${remaining} only`));
});
