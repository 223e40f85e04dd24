import type { Evidence } from '../../../domain/ownership/evidence.ts';
import type { Confidence, EnvironmentSource, MembershipStatus, OwnerSource } from '../../../domain/values.ts';
import { joinEnvironment } from '../../applications/join-environment.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { ownersOf } from './resolve-owners.ts';

/** An owner of a resource. One of `team_id` and `user_id` is set. */
export interface ResourceOwner {
  readonly teamId: string | undefined;
  readonly teamName: string | undefined;
  readonly userId: string | undefined;
  readonly source: OwnerSource;
  /** The best one if several applications or repositories give the owner. */
  readonly confidence: Confidence;
  readonly evidence: Evidence[];
}

export interface ResourceApplication {
  readonly applicationId: string;
  readonly applicationName: string;
  readonly membershipId: string;
  readonly status: MembershipStatus;
  readonly confidence: Confidence;
  readonly evidence: Evidence[];
}

/** The environment of a resource. All fields are undefined if it has none. */
export type ResourceEnvironment =
  | { readonly id: string; readonly name: string; readonly source: EnvironmentSource }
  | { readonly id: undefined; readonly name: undefined; readonly source: undefined };

/** Finds the environment of a resource, deleted or not. Returns `undefined` if the resource does not exist. */
export async function findEnvironmentOf(
  tenant: Tenant,
  resourceId: string,
): Promise<ResourceEnvironment | undefined> {
  const { organizationId } = tenant;
  return rowOf<ResourceEnvironment>(
    tenant,
    sql`select e.id, e.name, case when e.id is not null then coalesce(x.source, 'account_default') end as source
      from resources r ${joinEnvironment(organizationId)}
      where r.organization_id = ${organizationId} and r.id = ${resourceId}`,
  );
}

/** Lists the applications of a resource without rejected memberships, by membership id. */
export async function listApplicationsOf(
  tenant: Tenant,
  resourceId: string,
): Promise<readonly ResourceApplication[]> {
  return rowsOf<ResourceApplication>(
    tenant,
    sql`select m.application_id, a.name as application_name, m.id as membership_id, m.status, m.confidence, m.evidence
      from memberships m join applications a on a.organization_id = m.organization_id and a.id = m.application_id
      where m.organization_id = ${tenant.organizationId} and m.resource_id = ${resourceId} and m.status <> 'rejected'
      order by m.id`,
  );
}

/** Lists the owners of a resource by name. An owner that several applications or repositories give is one row. */
export async function listOwnersOf(tenant: Tenant, resourceId: string): Promise<readonly ResourceOwner[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<Omit<ResourceOwner, 'evidence'> & { evidence: Evidence[][] }>(
    tenant,
    sql`select o.source, o.team_id, t.name as team_name, o.user_id,
        (array_agg(o.confidence order by ${confidenceRank('o.confidence')}))[1] as confidence,
        jsonb_agg(case o.source
          when 'rule' then x.evidence
          when 'application' then jsonb_build_array(jsonb_build_object('kind', 'declared', 'reference',
            jsonb_build_object('entity_type', 'application', 'id', a.id, 'name', a.name))) || m.evidence
          else jsonb_build_array(jsonb_build_object('kind', 'repository', 'reference',
            jsonb_build_object('entity_type', 'repository', 'id', p.id, 'name', p.full_name)))
        end order by a.name, p.full_name, a.id, p.id) as evidence
      from ${ownersOf(organizationId, sql`select ${resourceId}::uuid`)} o
      left join resource_teams x on o.source = 'rule'
        and x.organization_id = ${organizationId} and x.resource_id = o.resource_id
      left join applications a on a.organization_id = ${organizationId} and a.id = o.application_id
      left join memberships m on m.organization_id = ${organizationId} and m.application_id = o.application_id
        and m.resource_id = o.resource_id
      left join repositories p on p.organization_id = ${organizationId} and p.id = o.repository_id
      left join teams t on t.organization_id = ${organizationId} and t.id = o.team_id
      left join users u on u.organization_id = ${organizationId} and u.id = o.user_id
      group by o.source, o.team_id, o.user_id, t.name, u.name
      order by coalesce(t.name, u.name), o.team_id, o.user_id`,
  );
  return rows.map((row) => ({ ...row, evidence: row.evidence.flat() }));
}
