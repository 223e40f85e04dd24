import type { Evidence } from '../../../domain/ownership/evidence.ts';
import type {
  OwnershipEventKind,
  OwnershipEventSource,
  OwnershipEventTarget,
} from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface OwnershipEvent {
  readonly id: string;
  readonly occurredAt: Date;
  readonly kind: OwnershipEventKind;
  readonly targetType: OwnershipEventTarget;
  readonly targetId: string;
  /** The name when the event occurred. */
  readonly targetName: string;
  readonly teamId: string | undefined;
  readonly userId: string | undefined;
  /** The user who made the change; null: the service. */
  readonly actorId: string | undefined;
  readonly actorName: string | undefined;
  readonly source: OwnershipEventSource;
  readonly evidence: Evidence[];
}

export interface OwnershipEventFilters {
  readonly kind?: readonly OwnershipEventKind[] | undefined;
  readonly target_id?: readonly string[] | undefined;
  readonly team_id?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Lists events, newest first, by id (UUID version 7). Reads one row more than the limit. */
export async function listOwnershipEvents(
  tenant: Tenant,
  filters: OwnershipEventFilters,
  limit: number,
  before: string | undefined,
): Promise<readonly OwnershipEvent[]> {
  const { organizationId } = tenant;
  const conditions = [
    sql`e.organization_id = ${organizationId}`,
    ...anyOf('e.kind', filters.kind),
    ...anyOf('e.target_id', filters.target_id, 'uuid'),
    ...anyOf('e.team_id', filters.team_id, 'uuid'),
    ...(filters.since === undefined ? [] : [sql`e.occurred_at >= ${filters.since}`]),
    ...(filters.until === undefined ? [] : [sql`e.occurred_at < ${filters.until}`]),
    ...(before === undefined ? [] : [sql`e.id < ${before}::uuid`]),
  ];
  return rowsOf<OwnershipEvent>(
    tenant,
    sql`select e.*, coalesce(u.name, t.name) as actor_name from ownership_events e
      left join users u on u.organization_id = ${organizationId} and u.id = e.actor_id
      left join api_tokens t on t.organization_id = ${organizationId} and t.id = e.actor_id
      where ${allOf(conditions)} order by e.id desc limit ${limit + 1}`,
  );
}
