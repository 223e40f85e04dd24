import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Maximum number of names for each kind of use. */
const listedNames = 3;

/**
 * Returns what uses an environment as a phrase such as `the default of account 123456789012 and the outcome of inference
 * rules A, B`; `undefined` when nothing does.
 */
export async function describeEnvironmentUses(tenant: Tenant, id: string): Promise<string | undefined> {
  const { organizationId } = tenant;
  const uses = await rowsOf<{ kind: keyof typeof phrases; name: string }>(
    tenant,
    sql`select 'account' as kind, account_id as name from aws_accounts
        where organization_id = ${organizationId} and default_environment_id = ${id} and deleted_at is null
      union all
      select 'project', r.full_name || ':' || p.path from iac_projects p
        join repositories r on r.organization_id = p.organization_id and r.id = p.repository_id
        join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
          and c.deleted_at is null
        where p.organization_id = ${organizationId} and p.environment_id = ${id}
      union all
      select 'rule', name from inference_rules
        where organization_id = ${organizationId} and environment_id = ${id} and deleted_at is null
      order by 1, 2`,
  );
  const kinds = Object.keys(phrases) as (keyof typeof phrases)[];
  const described = kinds.flatMap((kind) => {
    const names = uses.filter((use) => use.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : [phrases[kind](names.length === 1 ? '' : 's', listNames(names))];
  });
  const [last, ...others] = described.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

const phrases = {
  account: (plural: string, names: string) => `the default of account${plural} ${names}`,
  project: (plural: string, names: string) => `the environment of project${plural} ${names}`,
  rule: (plural: string, names: string) => `the outcome of inference rule${plural} ${names}`,
};

function listNames(names: readonly string[]): string {
  const others = names.length - listedNames;
  return [...names.slice(0, listedNames), ...(others > 0 ? [`${others} more`] : [])].join(', ');
}
