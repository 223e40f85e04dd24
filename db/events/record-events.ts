import type { EventData } from '../../domain/events/event.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import { execute } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** An event that the code tells. Triggers of migration 0021 write the events of changed rows. */
export interface NewEvent {
  readonly type: EventType;
  /** The record as `{<subject>: {id, name, url}}` with the fields of the type, see {@link EventType}. */
  readonly data: EventData;
  /** What filters of subscriptions compare. */
  readonly resourceId?: string | undefined;
  readonly awsAccountId?: string | undefined;
}

/** Writes events in the transaction of what they tell. They get their positions after the commit. */
export async function recordEvents(tenant: Tenant, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const columns = { type: 'text', resourceId: 'uuid', awsAccountId: 'uuid', data: 'jsonb' } as const;
  await execute(
    tenant,
    sql`insert into events (organization_id, type, resource_id, aws_account_id, data)
      select ${tenant.organizationId}::uuid, n.type, n.resource_id, n.aws_account_id, n.data
      from ${rowset('n', columns, events)}`,
  );
}
