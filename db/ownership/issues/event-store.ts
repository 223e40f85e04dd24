import type { Evidence } from '../../../domain/ownership/evidence.ts';
import type {
  OwnershipEventKind,
  OwnershipEventSource,
  OwnershipEventTarget,
} from '../../../domain/values.ts';
import { execute } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface OwnershipEventInput {
  readonly kind: OwnershipEventKind;
  /** The event keeps the name that the target has now. */
  readonly target: { readonly type: OwnershipEventTarget; readonly id: string; readonly name: string };
  readonly teamId?: string | undefined;
  readonly userId?: string | undefined;
  /** The user who made the change. Without it, the service made it. */
  readonly actorId?: string | undefined;
  readonly source: OwnershipEventSource;
  readonly evidence?: readonly Evidence[] | undefined;
}

/** Inserts an ownership event in the caller's transaction. */
export async function recordOwnershipEvent(tenant: Tenant, event: OwnershipEventInput): Promise<void> {
  const { kind, target, teamId = null, userId = null, actorId = null, source, evidence = [] } = event;
  await execute(
    tenant,
    sql`insert into ownership_events
        (organization_id, kind, target_type, target_id, target_name, team_id, user_id, actor_id, source, evidence)
      values (${tenant.organizationId}, ${kind}, ${target.type}, ${target.id}, ${target.name}, ${teamId}, ${userId},
        ${actorId}, ${source}, ${JSON.stringify(evidence)}::jsonb)`,
  );
}
