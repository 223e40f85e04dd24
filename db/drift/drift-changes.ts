import type { ChangeAttribution } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { writtenBy } from './written-by.ts';

/** A change of a drifted resource after the write of a state that states another value. */
export interface DriftChange {
  readonly id: string;
  readonly resourceId: string;
  readonly stateSourceId: string;
  readonly occurredAt: Date;
  readonly paths: readonly string[];
  readonly attribution: ChangeAttribution;
  readonly actorType: string | undefined;
  readonly actorArn: string | undefined;
  readonly actorName: string | undefined;
}

const changesPerResource = 200;

/**
 * Lists the updates of resources for each state that differs, after it was written, oldest first. At most the last 200 of each
 * resource and state.
 */
export async function listChangesAfterWrite(
  tenant: Tenant,
  resourceIds: readonly string[],
): Promise<readonly DriftChange[]> {
  const { organizationId } = tenant;
  return rowsOf<DriftChange>(
    tenant,
    sql`select c.*, w.state_source_id from (
          select distinct d.resource_id, d.state_source_id, ${writtenBy('s')} as written_by from drift_differences d
          join state_sources s on s.organization_id = ${organizationId} and s.id = d.state_source_id
          where d.organization_id = ${organizationId} and d.resource_id = any(${resourceIds}::uuid[])) w
      cross join lateral (
        select c.id, c.resource_id, c.occurred_at, c.paths, c.attribution, c.actor_type, c.actor_arn, c.actor_name
        from changes c
        where c.organization_id = ${organizationId} and c.resource_id = w.resource_id and c.kind = 'updated'
          and c.occurred_at >= w.written_by
        order by c.occurred_at desc, c.id desc limit ${changesPerResource}) c
      order by c.occurred_at, c.id`,
  );
}
