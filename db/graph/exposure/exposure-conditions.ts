import type { ExposureState } from '../../../domain/values.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * Returns the exposure of the resource with the id in `idColumn`: `exposed` if one of its exposures is, else `stopped`, else
 * null.
 */
export function exposureOf(organizationId: string, idColumn: string): Sql {
  return sql`(select min(x.state) from exposures x where x.organization_id = ${organizationId}
    and x.resource_id = ${rawSql(idColumn)})`;
}

/** Returns a query for the ids of resources whose exposure is one of the states. */
export function exposedIds(organizationId: string, states: readonly ExposureState[]): Sql {
  return sql`select x.resource_id from exposures x where x.organization_id = ${organizationId}
    group by x.resource_id having min(x.state) = any(${states}::text[])`;
}

/** Returns the condition that the exposure of the resource with the id in `idColumn` is one of the states. */
export function isExposed(organizationId: string, idColumn: string, states: readonly ExposureState[]): Sql {
  return sql`${exposureOf(organizationId, idColumn)} = any(${states}::text[])`;
}
