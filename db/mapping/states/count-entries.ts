import { execute } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Stores the numbers of entries of sources. Writes only sources whose numbers change. */
export async function countEntries(tenant: Tenant, stateSourceIds: readonly string[]): Promise<void> {
  const { organizationId } = tenant;
  if (stateSourceIds.length === 0) return;
  await execute(
    tenant,
    sql`with counted as (
        select s.id, count(e.address) as state_resources, count(e.address) filter (where e.class = 'matched') as matched,
               count(e.address) filter (where e.class = 'missing') as missing
        from state_sources s
        left join state_entries e on e.organization_id = ${organizationId} and e.state_source_id = s.id
          and e.deposed_key is null
        where s.organization_id = ${organizationId} and s.id = any(${stateSourceIds}::uuid[]) group by s.id
      )
      update state_sources s set state_resources = c.state_resources, matched = c.matched, missing = c.missing
      from counted c where s.organization_id = ${organizationId} and s.id = c.id
        and (s.state_resources, s.matched, s.missing) <> (c.state_resources, c.matched, c.missing)`,
  );
}
