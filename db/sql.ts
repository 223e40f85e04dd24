import { createHash } from 'node:crypto';
import type { Tenant } from './tenant.ts';
import { queryOf } from './tenant.ts';

/** A piece of SQL with its values. */
export class Sql {
  readonly text: string;
  readonly bindings: readonly Binding[];

  constructor(text: string, bindings: readonly Binding[]) {
    this.text = text;
    this.bindings = bindings;
  }
}

export type Binding = string | number | boolean | Date | null | readonly (string | number)[];

/** Composes SQL: pieces are put in, every other value becomes a parameter. */
export function sql(parts: TemplateStringsArray, ...values: readonly (Sql | Binding)[]): Sql {
  let text = parts[0] ?? '';
  const bindings: Binding[] = [];
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) {
      text += value.text;
      bindings.push(...value.bindings);
    } else {
      text += '?';
      bindings.push(value);
    }
    text += parts[index + 1] ?? '';
  }
  return new Sql(text, bindings);
}

/** SQL that is part of this program: a column's name, a keyword. Never a value. */
export function fixed(text: string): Sql {
  return new Sql(text, []);
}

export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  return new Sql(
    pieces.map(({ text }) => text).join(separator),
    pieces.flatMap(({ bindings }) => bindings),
  );
}

/** All of the conditions; true without any. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? fixed('true') : joinSql(conditions, ' and ');
}

export async function rowsOf<T>(tenant: Tenant, query: Sql): Promise<readonly T[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: T[] }>(query.text, [...query.bindings] as string[]);
  return rows;
}

/** The same for a query of few shapes that is asked often: each connection parses it once and plans it a few times. */
export async function preparedRowsOf<T>(tenant: Tenant, query: Sql): Promise<readonly T[]> {
  const name = createHash('sha256').update(query.text).digest('base64url').slice(0, 22);
  const { rows } = (await queryOf(tenant)
    .raw(query.text, [...query.bindings] as string[])
    .options({ name })) as { rows: T[] };
  return rows;
}
