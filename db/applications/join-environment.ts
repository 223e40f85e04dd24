import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/**
 * Returns the joins of the resource `r` with its environment `e`: the one of its row in `resource_environments`, `x`, or,
 * without a row, the default of its account `a`. The columns of `e` are null for a resource without an environment.
 */
export function joinEnvironment(organizationId: string): Sql {
  return sql`
    left join resource_environments x on x.organization_id = ${organizationId} and x.resource_id = r.id
    left join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
    left join environments e on e.organization_id = ${organizationId}
      and e.id = coalesce(x.environment_id, a.default_environment_id)`;
}
