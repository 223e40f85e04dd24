import type { QueryArrayResult } from 'pg';

const properties = new Map<string, string>();

/** Returns the name that a column has in the rows of `rowsOf` and in models: `aws_account_id` → `awsAccountId`. */
export function propertyOf(column: string): string {
  const known = properties.get(column);
  if (known !== undefined) return known;
  const property = column.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  properties.set(column, property);
  return property;
}

/** Returns the row of a record that Postgres made with `to_jsonb`: named as the rows of {@link toRows}; a time is text. */
export function rowOfRecord<Row>(record: Readonly<Record<string, unknown>>): Row {
  const entries = Object.entries(record).map(([column, value]) => [propertyOf(column), value ?? undefined]);
  return Object.fromEntries(entries) as Row;
}

/** Returns an object with the columns of its properties. */
export function toColumns(properties: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([property, value]: [string, unknown]) => [columnOf(property), value]),
  );
}

/** Returns the column of a property: `awsAccountId` → `aws_account_id`. */
export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns the rows of a result as objects. NULL of a column is `undefined`, as everywhere in the code; values inside of jsonb
 * stay as they are.
 */
export function toRows<Row>({ fields, rows }: QueryArrayResult<unknown[]>): readonly Row[] {
  const names = fields.map(({ name }) => propertyOf(name));
  // A copy of one object has its properties in place; adding them one by one moves them, which takes half as much memory again.
  const empty = Object.fromEntries(names.map((name) => [name, undefined as unknown]));
  return rows.map((values) => {
    const row = { ...empty };
    for (const [index, name] of names.entries()) row[name] = values[index] ?? undefined;
    return row as Row;
  });
}
