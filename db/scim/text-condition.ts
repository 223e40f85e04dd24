import { isUuid } from '../../domain/is-uuid.ts';
import type { ScimCondition } from '../../domain/scim/scim-filter.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/** Returns the condition that a column equals a text or starts with it. Ids and external ids are compared with case. */
export function textCondition(
  column: string,
  isExact: boolean,
  { operator, value }: { readonly operator: ScimCondition['operator']; readonly value: string },
): Sql {
  const text = column.endsWith('.id') ? `${column}::text` : column;
  if (operator === 'sw')
    return isExact
      ? sql`starts_with(${rawSql(text)}, ${value})`
      : sql`starts_with(lower(${rawSql(text)}), lower(${value}))`;
  // A text that is no UUID equals no id.
  if (column.endsWith('.id') && isUuid(value)) return sql`${rawSql(column)} = ${value}::uuid`;
  return isExact ? sql`${rawSql(text)} = ${value}` : sql`lower(${rawSql(text)}) = lower(${value})`;
}
