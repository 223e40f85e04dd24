import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import type { Confidence, EnvironmentSource, MembershipStatus, OwnerSource } from '../../../domain/values.ts';
import { joinEnvironment } from '../../applications/join-environment.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { ownersOf } from './resolve-owners.ts';

/** The owners, applications and environment of a resource, without evidence. */
export interface OwnershipOfResource {
  readonly resourceId: string;
  /** By name. One of `teamId` and `userId` is set. */
  readonly owners: readonly {
    readonly teamId: string | null;
    readonly userId: string | null;
    readonly name: string;
    readonly source: OwnerSource;
    readonly confidence: Confidence;
  }[];
  /** Active memberships, by the name of the application. */
  readonly applications: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: MembershipStatus;
    readonly confidence: Confidence;
  }[];
  /** All of these are undefined for a resource without an environment. */
  readonly environmentId: string | undefined;
  readonly environmentName: string | undefined;
  readonly environmentSource: EnvironmentSource | undefined;
}

/** Returns the ownership of the resources of a page, by their ids. */
export async function listOwnership(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnershipOfResource>> {
  if (ids.length === 0) return new Map();
  const { organizationId } = tenant;
  const rows = await rowsOf<OwnershipOfResource>(
    tenant,
    sql`with owner as materialized (
        select distinct on (o.resource_id, o.team_id, o.user_id) o.resource_id, o.team_id, o.user_id, o.source,
          o.confidence, coalesce(t.name, u.name) as name
        from ${ownersOf(organizationId, sql`select unnest(${ids}::uuid[])`)} o
        left join teams t on t.organization_id = ${organizationId} and t.id = o.team_id
        left join users u on u.organization_id = ${organizationId} and u.id = o.user_id
        order by o.resource_id, o.team_id, o.user_id, ${confidenceRank('o.confidence')}
      ), member as materialized (
        select m.resource_id, a.id, a.name, m.status, m.confidence from memberships m
        join applications a on a.organization_id = ${organizationId} and a.id = m.application_id
        where m.organization_id = ${organizationId} and m.resource_id = any(${ids}::uuid[])
          and m.status = any(${activeMembershipStatuses}::text[])
      )
      select r.id as resource_id, e.id as environment_id, e.name as environment_name,
        case when e.id is not null then coalesce(x.source, 'account_default') end as environment_source,
        coalesce((select jsonb_agg(jsonb_build_object('teamId', o.team_id, 'userId', o.user_id, 'name', o.name,
            'source', o.source, 'confidence', o.confidence) order by o.name, o.team_id, o.user_id)
          from owner o where o.resource_id = r.id), '[]') as owners,
        coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'status', m.status,
            'confidence', m.confidence) order by m.name, m.id) from member m where m.resource_id = r.id), '[]') as applications
      from resources r ${joinEnvironment(organizationId)}
      where r.organization_id = ${organizationId} and r.id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.resourceId, row]));
}
