/**
 * A value that becomes a parameter of a statement; `undefined` is NULL. Arrays become Postgres arrays; cast them:
 * `${ids}::uuid[]`.
 */
export type SqlValue =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | null
  | undefined
  | readonly (string | number | boolean | null | undefined)[];

/** SQL text with its values: `strings` has one element more than `values`, as in a tagged template. */
export class Sql {
  readonly #strings: readonly string[];
  readonly #values: readonly SqlValue[];

  constructor(strings: readonly string[], values: readonly (Sql | SqlValue)[]) {
    const texts = [strings[0] ?? ''];
    const flat: SqlValue[] = [];
    const append = (text: string) => texts.push((texts.pop() ?? '') + text);
    for (const [index, value] of values.entries()) {
      if (value instanceof Sql) {
        for (const [position, text] of value.#strings.entries()) {
          if (position === 0) append(text);
          else texts.push(text);
        }
        flat.push(...value.#values);
      } else {
        flat.push(value);
        texts.push('');
      }
      append(strings[index + 1] ?? '');
    }
    this.#strings = texts;
    this.#values = flat;
  }

  /** The statement for Postgres, with `$1`, `$2`, … in place of the values. */
  get text(): string {
    return this.#strings.reduce((text, part, index) => `${text}$${index}${part}`);
  }

  get values(): readonly SqlValue[] {
    return this.#values;
  }
}

/** Composes a statement: nested `Sql` is inserted as text, any other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | SqlValue)[]): Sql {
  return new Sql(strings, values);
}

/** SQL text that is a constant of this program, such as a column name. Never pass user input: it is not escaped. */
export function rawSql(text: string): Sql {
  return new Sql([text], []);
}

/** Joins statements or parts with a separator. */
export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  const separators = pieces.slice(1).map(() => separator);
  return new Sql(pieces.length === 0 ? [''] : ['', ...separators, ''], pieces);
}

/** Joins conditions with AND. Returns `true` for an empty list. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? rawSql('true') : joinSql(conditions, ' and ');
}

/** Returns the condition `column = any(values)`, or none when `values` is undefined. */
export function anyOf(column: string, values: readonly string[] | undefined, type = 'text'): readonly Sql[] {
  return values === undefined ? [] : [sql`${rawSql(column)} = any(${values}::${rawSql(type)}[])`];
}
