import { rowsOf } from '../query.ts';
import type { NewRun } from '../runs/run-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Runs of one call. The next call continues. */
const atMost = 100;

/** Lists the deletions of connections that are not finished and have no active run. */
export async function listInterruptedDeletions(tenant: Tenant): Promise<readonly NewRun[]> {
  const { organizationId } = tenant;
  return rowsOf<NewRun>(
    tenant,
    sql`select d.kind, d.id as subject_id, d.description from (
        select 'delete_scm_connection' as kind, c.id, c.external_org_slug as description from scm_connections c
          where c.organization_id = ${organizationId} and c.deleted_at is not null
        union all
        select 'delete_connection', c.id, c.name from aws_connections c
          where c.organization_id = ${organizationId} and c.status = 'deleting' and c.deleted_at is null
      ) d
      where not exists (select from runs r where r.organization_id = ${organizationId} and r.kind = d.kind
        and r.subject_id = d.id and r.status in ('queued', 'running'))
      limit ${atMost}`,
  );
}
