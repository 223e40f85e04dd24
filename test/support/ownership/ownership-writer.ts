import { execute } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { accounts, applications } from '../inventory/searched-database.ts';
import { environments, projects, repositories, sources, teams, users } from './ownership-model.ts';
import type { Assignment, World } from './ownership-model.ts';

/** Inserts the teams, users, environments, repositories, projects and state sources of the model. */
export async function insertOwnershipRecords(tenant: Tenant): Promise<void> {
  const id = tenant.organizationId;
  await execute(
    tenant,
    sql`insert into teams (organization_id, id, name, slug)
      select ${id}, team, 'Team', team::text from unnest(${teams}::uuid[]) team`,
  );
  await execute(
    tenant,
    sql`insert into users (organization_id, id, email, name, password_hash, roles)
      select ${id}, member, member || '@' || ${id}::text, 'User', '', array['viewer'] from unnest(${users}::uuid[]) member`,
  );
  await execute(
    tenant,
    sql`insert into environments (organization_id, id, name, class)
      select ${id}, environment, environment::text, 'shared' from unnest(${environments}::uuid[]) environment`,
  );
  await execute(
    tenant,
    sql`with connection as (
        insert into scm_connections (organization_id, provider, external_org_id, external_org_slug, external_org_kind,
          base_url, installation_id)
        values (${id}, 'github', ${id}::text, 'test', 'organization', 'https://github.com',
          ('x' || right(${id}::text, 7))::bit(28)::bigint) returning id)
      insert into repositories (organization_id, id, scm_connection_id, provider, external_id, full_name, url, visibility,
        archived)
      select ${id}, repository, connection.id, 'github', repository::text, 'test/' || repository, 'https://github.com',
        'private', false from connection, unnest(${repositories}::uuid[]) repository`,
  );
  for (const project of projects)
    await execute(
      tenant,
      sql`insert into iac_projects (organization_id, id, repository_id, path, detected_system, system, kind, detection)
        values (${id}, ${project.id}, ${repositories[project.repository]}, ${project.id}, 'terraform', 'terraform',
          'root', 'automatic')`,
    );
  for (const source of sources) {
    const ids = source.ofProjects.map((project) => projects[project]?.id ?? '');
    await execute(
      tenant,
      sql`insert into state_sources (organization_id, id, bucket, key, origin, iac_project_id)
        values (${id}, ${source.id}, 'states', ${source.id}, 'manual', ${ids.length === 1 ? ids[0] : undefined})`,
    );
    if (ids.length > 1)
      await execute(
        tenant,
        sql`insert into iac_project_states (organization_id, iac_project_id, workspace, state_source_id)
          select ${id}, project, 'default', ${source.id} from unnest(${ids}::uuid[]) project`,
      );
  }
}

/** Replaces the records on which owners and environments depend. */
export async function writeWorld(tenant: Tenant, world: World): Promise<void> {
  const id = tenant.organizationId;
  const pick = (list: readonly string[], places: readonly number[]) =>
    places.map((place) => list[place] ?? '');
  const idOf = (list: readonly string[], place: number | undefined) => list[place ?? -1] ?? null;
  await execute(
    tenant,
    sql`update teams set is_active = id = any(${pick(teams, world.activeTeams)}::uuid[]) where organization_id = ${id}`,
  );
  await execute(
    tenant,
    sql`update users set status = case when id = any(${pick(users, world.activeUsers)}::uuid[]) then 'active'
        else 'deactivated' end
      where organization_id = ${id}`,
  );
  await execute(
    tenant,
    sql`update applications set archived_at = case
        when id = any(${pick(applications, world.archivedApplications)}::uuid[]) then now() end
      where organization_id = ${id}`,
  );
  await execute(
    tenant,
    sql`update state_sources set counted = id = any(${pick(
      sources.map((source) => source.id),
      world.countedSources,
    )}::uuid[])
      where organization_id = ${id}`,
  );
  await execute(tenant, sql`delete from application_owners where organization_id = ${id}`);
  for (const { application, kind, team, user } of world.owners)
    await execute(
      tenant,
      sql`insert into application_owners (organization_id, application_id, kind, team_id, user_id)
        values (${id}, ${idOf(applications, application)}, ${kind}, ${idOf(teams, team)}, ${idOf(users, user)})
        on conflict do nothing`,
    );
  await execute(tenant, sql`delete from repository_teams where organization_id = ${id}`);
  for (const { repository, team } of world.repositoryTeams)
    await execute(
      tenant,
      sql`insert into repository_teams (organization_id, repository_id, team_id)
        values (${id}, ${idOf(repositories, repository)}, ${idOf(teams, team)}) on conflict do nothing`,
    );
  for (const [account, environment] of world.defaults.entries())
    await execute(
      tenant,
      sql`update aws_accounts set default_environment_id = ${environment === null ? undefined : idOf(environments, environment)}
        where organization_id = ${id} and id = ${accounts[account]}`,
    );
}

/** Replaces the rows about resources, in one statement per table. */
export async function writeAssignments(
  tenant: Tenant,
  assignments: readonly (readonly [resourceId: string, assignment: Assignment])[],
): Promise<void> {
  const id = tenant.organizationId;
  const resources = assignments.map(([resource]) => resource);
  for (const table of [
    sql`resource_environments`,
    sql`resource_teams`,
    sql`memberships`,
    sql`state_entries`,
    sql`mapping_corrections`,
  ])
    await execute(
      tenant,
      sql`delete from ${table} where organization_id = ${id} and resource_id = any(${resources}::uuid[])`,
    );
  const rows = <T>(of: (assignment: Assignment) => readonly T[]) =>
    JSON.stringify(
      assignments.flatMap(([resource, assignment]) => of(assignment).map((row) => ({ resource, ...row }))),
    );
  const environmentRows = rows(({ environment }) =>
    environment === null ? [] : [{ environment: environments[environment] }],
  );
  await execute(
    tenant,
    sql`insert into resource_environments (organization_id, resource_id, environment_id, source)
      select ${id}::uuid, resource, environment, 'tag'
      from jsonb_to_recordset(${environmentRows}::jsonb) as o(resource uuid, environment uuid)`,
  );
  const teamRows = rows(({ ruleTeam }) => (ruleTeam === null ? [] : [{ team: teams[ruleTeam] }]));
  await execute(
    tenant,
    sql`insert into resource_teams (organization_id, resource_id, team_id, rule_id, confidence)
      select ${id}::uuid, resource, team, gen_random_uuid(), 'medium'
      from jsonb_to_recordset(${teamRows}::jsonb) as o(resource uuid, team uuid)`,
  );
  const membershipRows = rows(({ memberships }) =>
    memberships.map(({ application, status }) => ({ application: applications[application], status })),
  );
  await execute(
    tenant,
    sql`insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
      select ${id}::uuid, application, resource, status, 'rule', 'medium'
      from jsonb_to_recordset(${membershipRows}::jsonb) as o(resource uuid, application uuid, status text)`,
  );
  const entryRows = rows(({ entries }) => entries.map((source) => ({ source: sources[source]?.id })));
  await execute(
    tenant,
    sql`insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role,
        identity, candidates, class, resource_id, method, confidence)
      select ${id}::uuid, source, 'aws_instance.' || resource, 'aws_instance.' || resource, 'aws_instance', 'aws',
        'resource', '{}', '{}', 'matched', resource, 'arn', 'high'
      from jsonb_to_recordset(${entryRows}::jsonb) as o(resource uuid, source uuid)`,
  );
  const correctionRows = rows(({ linkedProject, unlinked }) => [
    ...(linkedProject === null
      ? []
      : [{ action: 'link', project: projects[linkedProject]?.id, address: 'a.b' }]),
    ...(unlinked === null
      ? []
      : [{ action: 'unlink', project: unlinked === 'all' ? null : projects[unlinked]?.id, address: null }]),
  ]);
  await execute(
    tenant,
    sql`insert into mapping_corrections (organization_id, resource_id, action, iac_project_id, address)
      select ${id}::uuid, resource, action, project, address
      from jsonb_to_recordset(${correctionRows}::jsonb) as o(resource uuid, action text, project uuid, address text)`,
  );
}
