import type { Fact } from './fact.ts';
import type { InventoryReader, Row } from './inventory-reader.ts';
import type { Condition, Expectation } from './question.ts';
import { readPath } from './read-path.ts';

const nameFields = 'name|native_id|full_name|path|title|resource.name|principal.name';

/**
 * Reads what an answer has to state.
 *
 * @throws Error when the organization has no such answer: no rows where some are expected, some where none are, no value at a path
 */
export async function resolveExpectation(
  expectation: Expectation,
  reader: InventoryReader,
): Promise<readonly Fact[]> {
  if ('total' in expectation)
    return [numberOf((await rowsWhere(reader, expectation.total, expectation)).length)];
  if ('distinct' in expectation) {
    const rows = await rowsWhere(reader, expectation.distinct, expectation);
    return [numberOf(new Set(rows.flatMap((row) => readPath(row, expectation.by))).size)];
  }
  if ('difference' in expectation) {
    const [one, other] = await Promise.all(expectation.difference.map((source) => reader.rows(source)));
    return [numberOf(Math.abs((one?.length ?? 0) - (other?.length ?? 0)))];
  }
  if ('names' in expectation) {
    const { first } = expectation;
    const rows = await rowsWhere(reader, expectation.names, expectation);
    const names = namesOf(rows.slice(0, first ?? rows.length), expectation.field);
    const atLeast = expectation.atLeast ?? (names.length <= 10 ? names.length : 5);
    if (names.length < Math.max(1, atLeast)) throw new Error('too few names');
    return [{ kind: 'texts', texts: names, atLeast }];
  }
  if ('list' in expectation) {
    const rows = await rowsWhere(reader, expectation.list, expectation);
    const names = namesOf(rows, expectation.field);
    if (names.length === 0) throw new Error('an empty list');
    return [{ kind: 'list', names, total: rows.length }];
  }
  if ('value' in expectation) {
    const values = readPath(await reader.body(expectation.value), expectation.path);
    if (values.length === 0) throw new Error(`no value at ${expectation.path}`);
    return values.map((value) => factOfValue(value, expectation));
  }
  if ('groups' in expectation) {
    const rows = await rowsWhere(reader, expectation.groups, expectation);
    return groupsOf(rows, expectation.by, expectation.top);
  }
  if ('counts' in expectation) {
    const counts = await countsOf(reader, expectation.counts);
    return counts.map(([label, count]) => ({ kind: 'group', label, count }));
  }
  if ('largest' in expectation) return [extremeOf(await countsOf(reader, expectation.largest), 1)];
  if ('smallest' in expectation) return [extremeOf(await countsOf(reader, expectation.smallest), -1)];
  if ('exists' in expectation) {
    const rows = await rowsWhere(reader, expectation.exists, expectation);
    if (rows.length === 0) throw new Error('nothing exists');
    return [{ kind: 'some', names: namesOf(rows, expectation.field), total: rows.length }];
  }
  if ('none' in expectation) {
    if (expectation.none !== true) {
      const { path } = expectation;
      const found =
        path === undefined
          ? await rowsWhere(reader, expectation.none, expectation)
          : readPath(await reader.body(expectation.none), path)
              .flat()
              .filter(Boolean);
      if (found.length > 0) throw new Error(`${found.length} exist`);
    }
    return [{ kind: 'none', unknownName: expectation.unknownName }];
  }
  if ('states' in expectation)
    return [{ kind: 'texts', texts: expectation.states, atLeast: expectation.states.length }];
  if ('mentions' in expectation) return [{ kind: 'words', words: expectation.mentions }];
  if ('avoids' in expectation) return [{ kind: 'avoids', texts: expectation.avoids }];
  if ('declines' in expectation) return [{ kind: 'declines', reason: expectation.declines }];
  if ('greets' in expectation) return [{ kind: 'greets' }];
  if ('allOf' in expectation) return [await allOf(reader, expectation.allOf)];
  return [{ kind: 'oneOf', facts: await Promise.all(expectation.oneOf.map((one) => allOf(reader, [one]))) }];
}

async function rowsWhere(
  reader: InventoryReader,
  source: string,
  { where = [] }: { readonly where?: readonly Condition[] },
): Promise<readonly Row[]> {
  const rows = await reader.rows(source);
  return rows.filter((row) => where.every((condition) => matches(row, condition)));
}

async function countsOf(
  reader: InventoryReader,
  sources: Readonly<Record<string, string>>,
): Promise<readonly Count[]> {
  return Promise.all(
    Object.entries(sources).map(
      async ([label, source]) => [label, (await reader.rows(source)).length] as const,
    ),
  );
}

async function allOf(reader: InventoryReader, expectations: readonly Expectation[]): Promise<Fact> {
  const facts = await Promise.all(expectations.map((one) => resolveExpectation(one, reader)));
  return { kind: 'allOf', facts: facts.flat() };
}

type Count = readonly [label: string, count: number];

/** Whether a row fulfills a condition. */
export function matches(row: Row, condition: Condition): boolean {
  const [value] = readPath(row, condition.path);
  const text = typeof value === 'string' ? value : '';
  if (condition.absent === true && value !== undefined) return false;
  if ('is' in condition && value !== condition.is) return false;
  if ('isNot' in condition && value === condition.isNot) return false;
  if (condition.contains !== undefined && !text.includes(condition.contains)) return false;
  return condition.startsWith === undefined || text.startsWith(condition.startsWith);
}

function numberOf(value: number): Fact {
  if (value === 0) throw new Error('the number is 0');
  return { kind: 'number', value };
}

function factOfValue(
  value: unknown,
  { date, prefix }: { readonly date?: true; readonly prefix?: number },
): Fact {
  if (date === true) return { kind: 'time', value: String(value) };
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{1,9}$/.test(value)))
    return { kind: 'number', value: Number(value) };
  if (typeof value !== 'string') throw new Error(`the value is ${JSON.stringify(value)}`);
  return prefix === undefined
    ? { kind: 'texts', texts: [value], atLeast: 1 }
    : { kind: 'words', words: [value.slice(0, prefix)] };
}

/** Returns the different names of rows. */
function namesOf(rows: readonly Row[], field = nameFields): readonly string[] {
  const names = rows.map((row) =>
    field
      .split('|')
      .flatMap((path) => readPath(row, path))
      .find((value) => typeof value === 'string'),
  );
  return [...new Set(names.filter((name) => name !== undefined))];
}

function groupsOf(rows: readonly Row[], by: string, top: number): readonly Fact[] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const label of readPath(row, by)) counts.set(String(label), (counts.get(String(label)) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  // Of groups of the same size, an answer can show any.
  const [, next = 0] = sorted[top] ?? [];
  const shown = sorted.slice(0, top).filter(([, count]) => count > next);
  if (shown.length === 0) throw new Error('no largest group');
  return shown.map(([label, count]) => ({ kind: 'group', label, count }));
}

function extremeOf(counts: readonly Count[], direction: 1 | -1): Fact {
  const sorted = counts.toSorted(([, one], [, other]) => direction * (other - one));
  const [first, second] = sorted;
  if (first === undefined || second === undefined || first[1] === second[1])
    throw new Error(`no extreme: ${JSON.stringify(sorted)}`);
  const others = sorted.slice(1).map(([label]) => label);
  return { kind: 'extreme', label: first[0], count: first[1], others };
}
