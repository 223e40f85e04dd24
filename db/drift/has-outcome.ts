import type { DriftOutcome } from '../../domain/values.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/** The condition that the resource with the id in `idColumn` has one of the outcomes; `unknown` includes those without one. */
export function hasOutcome(organizationId: string, idColumn: string, outcomes: readonly DriftOutcome[]): Sql {
  return sql`coalesce((select t.outcome from resource_drift t where t.organization_id = ${organizationId}
    and t.resource_id = ${rawSql(idColumn)}), 'unknown') = any(${outcomes}::text[])`;
}
