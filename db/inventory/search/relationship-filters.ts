import type { TrustScope } from '../../../domain/values.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Returns the condition that the resource with the id in `idColumn` contains no resource of any of the types. */
export function hasNoChild(organizationId: string, idColumn: string, types: readonly string[]): Sql {
  const contains = (type: string, own: string, other: string) => sql`exists (select from relationships n
    join resources c on c.organization_id = ${organizationId} and c.id = n.${rawSql(other)}
      and c.resource_type = any(${types}::text[]) and c.status <> 'deleted'
    where n.organization_id = ${organizationId} and n.${rawSql(own)} = ${rawSql(idColumn)}
      and n.relationship_type = ${type} and n.status = 'active')`;
  return sql`not ${contains('contained_in', 'target_id', 'source_id')} and not ${contains('contains', 'source_id', 'target_id')}`;
}

/** Accounts that the organization has not connected are external, and so are their roles, users and sessions. */
const scopes: Readonly<Record<TrustScope, (organizationId: string) => Sql>> = {
  anyone: () => sql`e.resource_type = 'anyone'`,
  other_account: (organizationId) => sql`(e.account_id is not null and not exists (select from aws_accounts a
    where a.organization_id = ${organizationId} and a.account_id = e.account_id))`,
};

/** Returns the condition that the trust policy of the role with the id in `idColumn` names someone outside of the organization. */
export function trustsOutside(organizationId: string, idColumn: string, wanted: readonly TrustScope[]): Sql {
  return sql`exists (select from relationships n
    join external_nodes e on e.organization_id = ${organizationId} and e.id = n.target_id
    where n.organization_id = ${organizationId} and n.source_id = ${rawSql(idColumn)}
      and n.relationship_type = 'trusts' and n.status = 'active'
      and (${joinSql(
        wanted.map((scope) => scopes[scope](organizationId)),
        ' or ',
      )}))`;
}
