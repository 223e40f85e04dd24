import { mappedResourceTypes } from '../../../domain/mapping/mapped-resource-types.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * Returns common table expressions that find the resources of entries. They read `entry`, and end with `best`: for each
 * entry with candidates the first candidate that exactly one active resource meets.
 *
 * - `best.resource_id`, `method` and `confidence` are null when no candidate does.
 * - `best.is_ambiguous`: a candidate meets several active resources.
 * - `best.is_unobserved`: a candidate meets a resource of an account or region that is no longer scanned.
 *
 * A candidate with an ARN that contains an account is met in that account, or in an account that holds the row of a resource
 * which that account shares. A candidate with an account and a native id is also met by the resource that another account
 * shares with that account: the accepter of a peering connection is in the state of its own account.
 */
export function findMatches(organizationId: string): Sql {
  return sql`candidate as materialized (
      select e.state_source_id, e.address, c.position, c.value ->> 'method' as method,
             c.value ->> 'confidence' as confidence, c.value ->> 'resourceType' as resource_type, c.value ->> 'arn' as arn,
             c.value ->> 'nativeId' as native_id, c.value ->> 'awsAccountNumber' as account, c.value ->> 'region' as region
      from entry e cross join lateral jsonb_array_elements(e.candidates) with ordinality c (value, position)
    ), resource as not materialized (
      select r.id, r.status, r.resource_type, r.native_id, r.arn, r.region, a.account_id as account, r.owner_account_number
      from resources r
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
      where r.organization_id = ${organizationId} and r.status <> 'deleted'
    ), found as (
      select c.state_source_id, c.address, c.position, r.id, r.status
      from candidate c join resource r on r.arn = c.arn
      where case when c.resource_type is null then r.resource_type <> all(${mappedResourceTypes}::text[])
                 else r.resource_type = c.resource_type end
        and case when split_part(c.arn, ':', 5) ~ '^[0-9]{12}$'
                 then split_part(c.arn, ':', 5) in (r.account, r.owner_account_number)
                 else true end
      union all
      select c.state_source_id, c.address, c.position, r.id, r.status
      from candidate c join resource r on r.resource_type = c.resource_type and r.native_id = c.native_id
      where c.arn is null and coalesce(c.account, r.account) = r.account and coalesce(c.region, r.region) = r.region
      union all
      select c.state_source_id, c.address, c.position, r.id, r.status
      from candidate c
      join shared_references f on f.organization_id = ${organizationId} and f.resource_type = c.resource_type
        and f.native_id = c.native_id and f.region = coalesce(c.region, f.region)
      join aws_accounts u on u.organization_id = ${organizationId} and u.id = f.aws_account_id and u.account_id = c.account
      join resource r on r.arn = f.arn and r.resource_type = f.resource_type
      where c.arn is null and r.account <> c.account
    ), hit as (
      select state_source_id, address, position, count(*) filter (where status = 'active') as active,
             (array_agg(id) filter (where status = 'active'))[1] as resource_id, bool_or(status <> 'active') as is_unobserved
      from found group by 1, 2, 3
    ), best as (
      select h.state_source_id, h.address,
             (array_agg(h.resource_id order by h.position) filter (where h.active = 1))[1] as resource_id,
             (array_agg(c.method order by h.position) filter (where h.active = 1))[1] as method,
             (array_agg(c.confidence order by h.position) filter (where h.active = 1))[1] as confidence,
             bool_or(h.active > 1) as is_ambiguous, bool_or(h.is_unobserved) as is_unobserved
      from hit h
      join candidate c on c.state_source_id = h.state_source_id and c.address = h.address and c.position = h.position
      group by 1, 2
    )`;
}
