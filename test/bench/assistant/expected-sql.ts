/** Fragments of SQL over `resources r` of the organization `$1`. They do not use the read models of the product. */

const live = `r.organization_id = $1 and r.status <> 'deleted'`;

/** Number of resources that are not deleted. */
export function countOf(condition: string): string {
  return `select count(*)::text as value from resources r where ${live} and ${condition}`;
}

export function idsOf(condition: string): string {
  return `select r.id from resources r where ${live} and ${condition}`;
}

/** Counts by an expression, largest first, as many as an answer lists. */
export function countsBy(expression: string, condition = 'true'): string {
  return `select count(*)::text as value from resources r where ${live} and ${condition}
    group by ${expression} order by count(*) desc limit 15`;
}

/** The values of an expression with the most resources, of which there is one. */
export function mostOf(expression: string, condition = 'true', order = 'desc'): string {
  return `select found.key as value from (select ${expression} as key, count(*) as count from resources r
    where ${live} and ${condition} group by 1) found where found.key is not null order by found.count ${order} limit 1`;
}

export const everything = 'true';

export function typed(...types: readonly string[]): string {
  return `r.resource_type in (${types.map(quote).join(', ')})`;
}

export function inRegion(region: string): string {
  return `r.region = ${quote(region)}`;
}

export function inAccount(name: string): string {
  return `r.aws_account_id in (${accountId(name)})`;
}

export function accountId(name: string): string {
  return `select a.id from aws_accounts a where a.organization_id = $1 and a.name = ${quote(name)}`;
}

/** The name of the management account is free; its number is that of the connection. */
export const managementAccountId = `select a.id from aws_accounts a join aws_connections c
  on c.organization_id = $1 and c.management_account_id = a.account_id where a.organization_id = $1`;

export const accountIds = 'select a.id from aws_accounts a where a.organization_id = $1';
export const accountName = `(select a.name from aws_accounts a where a.organization_id = $1 and a.id = r.aws_account_id)`;

export function applicationId(name: string): string {
  return `select p.id from applications p where p.organization_id = $1 and p.name = ${quote(name)}`;
}

export function inApplication(name: string): string {
  return `exists (select from memberships m where m.organization_id = $1 and m.resource_id = r.id
    and m.status in ('inferred', 'confirmed', 'declared') and m.application_id in (${applicationId(name)}))`;
}

/** The environment of a rule, tag or project, else the default of the account. */
const environmentOf = `coalesce(
  (select e.environment_id from resource_environments e where e.organization_id = $1 and e.resource_id = r.id),
  (select a.default_environment_id from aws_accounts a where a.organization_id = $1 and a.id = r.aws_account_id))`;

export function environmentId(name: string): string {
  return `select v.id from environments v where v.organization_id = $1 and v.name = ${quote(name)}`;
}

export function inEnvironment(name: string): string {
  return `${environmentOf} in (${environmentId(name)})`;
}

export const environmentName = `(select v.name from environments v where v.organization_id = $1 and v.id = ${environmentOf})`;

export function tagged(key: string, value?: string): string {
  const condition = value === undefined ? '' : ` and t.value = ${quote(value)}`;
  return `exists (select from resource_tags t where t.organization_id = $1 and t.resource_id = r.id
    and t.valid_to = 'infinity' and t.key = ${quote(key)}${condition})`;
}

export function tagValue(key: string): string {
  return `(select t.value from resource_tags t where t.organization_id = $1 and t.resource_id = r.id
    and t.valid_to = 'infinity' and t.key = ${quote(key)})`;
}

export function inState(state: string): string {
  return `r.management_state = ${quote(state)}`;
}

export function teamId(name: string): string {
  return `select t.id from teams t where t.organization_id = $1 and t.name = ${quote(name)}`;
}

const byRule = `select o.team_id from resource_teams o join teams t on t.organization_id = $1 and t.id = o.team_id
  where o.organization_id = $1 and o.resource_id = r.id and t.is_active`;
const byApplication = `select o.team_id from memberships m
  join applications p on p.organization_id = $1 and p.id = m.application_id and p.archived_at is null
  join application_owners o on o.organization_id = $1 and o.application_id = p.id and o.kind = 'owner'
  join teams t on t.organization_id = $1 and t.id = o.team_id and t.is_active
  where m.organization_id = $1 and m.resource_id = r.id and m.status in ('inferred', 'confirmed', 'declared')`;
const byRepository = `select o.team_id from state_entries e
  join iac_project_states ps on ps.organization_id = $1 and ps.state_source_id = e.state_source_id
  join iac_projects p on p.organization_id = $1 and p.id = ps.iac_project_id
  join repository_teams o on o.organization_id = $1 and o.repository_id = p.repository_id
  join teams t on t.organization_id = $1 and t.id = o.team_id and t.is_active
  where e.organization_id = $1 and e.resource_id = r.id`;

/** Ids of the teams that own a resource: by a rule, else by its applications, else by the repositories of its code. */
export const ownersOfResource = `select team_id from (
  select o.team_id, 1 as level from (${byRule}) o union all select o.team_id, 2 from (${byApplication}) o
  union all select o.team_id, 3 from (${byRepository}) o) owner
  where level = (select min(level) from (select 1 as level where exists (${byRule})
    union all select 2 where exists (${byApplication}) union all select 3 where exists (${byRepository})) found)`;

export function ownedBy(team: string): string {
  return `exists (select from (${ownersOfResource}) owners where owners.team_id in (${teamId(team)}))`;
}

export const unowned = `not exists (${ownersOfResource})`;

/** The path of a project of the repository `infrastructure`. */
export function managedBy(path: string): string {
  return `exists (select from state_entries e
    join iac_project_states ps on ps.organization_id = $1 and ps.state_source_id = e.state_source_id
    where e.organization_id = $1 and e.resource_id = r.id and ps.iac_project_id in (${projectId(path)}))`;
}

export function projectId(path: string): string {
  return `select p.id from iac_projects p where p.organization_id = $1 and p.path = ${quote(path)}`;
}

/** Addresses of a resource in Terraform states. */
export function addressesOf(condition: string): string {
  return `select e.address as value from state_entries e join resources r on ${live} and r.id = e.resource_id
    where e.organization_id = $1 and ${condition}`;
}

/** Number of records of a table of the organization. */
export function countRows(table: string, condition = 'true'): string {
  return `select count(*)::text as value from ${table} x where x.organization_id = $1 and ${condition}`;
}

/** Number of changes in a period such as `1 day` until now. */
export function changesWithin(period: string, condition = 'true'): string {
  return `select count(*)::text as value from changes r where r.organization_id = $1
    and r.occurred_at >= now() - interval ${quote(period)} and ${condition}`;
}

export function changeIds(condition = 'true'): string {
  return `select r.id from changes r where r.organization_id = $1 and ${condition}`;
}

export function all(...conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(' and ');
}

export function union(...queries: readonly string[]): string {
  return queries.map((query) => `(${query})`).join(' union ');
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
