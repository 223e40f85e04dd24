import type { EventSummary } from '../../domain/events/slack-message.ts';
import { oneRowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { eventBodyOf, eventsAt } from './event-read-model.ts';
import type { EventRow } from './event-read-model.ts';

/** Returns the body of a batch. It is the same for every attempt, because events do not change. */
export async function readBatchBody(tenant: Tenant, positions: readonly number[]): Promise<string> {
  const events = await eventsAt(tenant, positions);
  return JSON.stringify({ events: events.map((row) => eventBodyOf(tenant.organizationId, row)) });
}

/** Events in detail in a message of Slack. */
const detailed = 10;

/**
 * Counts the events of a batch by type. Resources that the first complete scan of their cell found are counted by account
 * instead: no complete scan of the cell was before their change.
 */
export async function summarizeBatch(tenant: Tenant, positions: readonly number[]): Promise<EventSummary> {
  const { organizationId } = tenant;
  const summary = await oneRowOf<Pick<EventSummary, 'organizationName' | 'counts' | 'firstScans'>>(
    tenant,
    sql`with batch as materialized (${selectBatch(tenant, positions)})
      select (select name from organizations where id = ${organizationId}) as organization_name,
        coalesce((select jsonb_agg(jsonb_build_object('type', c.type, 'count', c.count) order by c.count desc, c.type)
          from (select type, count(*) as count from batch where not is_first group by type) c), '[]') as counts,
        coalesce((select jsonb_agg(jsonb_build_object('accountName', coalesce(a.name, a.account_id), 'resources', f.count)
            order by f.count desc)
          from (select aws_account_id, count(*) as count from batch where is_first group by 1) f
          join aws_accounts a on a.organization_id = ${organizationId} and a.id = f.aws_account_id), '[]') as first_scans`,
  );
  const first = await rowsOf<EventRow>(
    tenant,
    sql`select id, position, type, occurred_at, data from (${selectBatch(tenant, positions)}) b
      where not is_first order by position limit ${detailed}`,
  );
  return { ...summary, first: first.map((row) => eventBodyOf(organizationId, row)) };
}

function selectBatch({ organizationId }: Tenant, positions: readonly number[]) {
  return sql`select e.id, e.position, e.type, e.occurred_at, e.data, e.aws_account_id,
      e.type = 'resource.created' and exists (select from changes c where c.organization_id = ${organizationId}
        and c.id = (e.data ->> 'change_id')::uuid and c.since is null) as is_first
    from events e where e.organization_id = ${organizationId} and e.position = any(${positions}::bigint[])`;
}
