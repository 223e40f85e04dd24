import pg from 'pg';
import { loadInventory } from '../search/load-inventory.ts';
import type { GeneratedOrganization } from '../search/generated-inventory.ts';

export interface LoadedOwnership {
  /** The default of half of the accounts, and of a tag or rule of a sixth of the resources. */
  readonly production: string;
  /** The default of no account, and of a tag or rule of a sixth of the resources. */
  readonly staging: string;
  /** Twenty teams. */
  readonly teams: readonly string[];
}

const teamCount = 20;
const applicationCount = 50;
const projectCount = 30;

/**
 * Loads an inventory, then environments of half of the resources, teams of rules for 30 %, memberships for 50 % and state
 * entries for 60 % of them, without triggers.
 */
export async function loadOwnership(
  url: string,
  organization: GeneratedOrganization,
): Promise<LoadedOwnership> {
  await loadInventory(url, [organization]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    const idsOf = async (text: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query<{ id: string }>(text, [organization.id, ...values]);
      return rows.map(({ id }) => id);
    };
    const [production = '', staging = '', shared = ''] = await idsOf(
      `insert into environments (organization_id, name, class) values ($1, 'production', 'production'),
         ($1, 'staging', 'staging'), ($1, 'shared', 'shared') returning id`,
    );
    const teams = await idsOf(
      `insert into teams (organization_id, name, slug) select $1, 'Team ' || n, 'team-' || n
       from generate_series(1, $2::integer) n returning id`,
      [teamCount],
    );
    const applications = await idsOf(
      `insert into applications (organization_id, name, slug) select $1, 'Application ' || n, 'application-' || n
       from generate_series(1, $2::integer) n returning id`,
      [applicationCount],
    );
    const [repositories, projects, sources] = [
      await idsOf(
        `insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility,
           archived)
         select $1, uuidv7(), 'github', n::text, 'bench/' || n, '', 'private', false
         from generate_series(1, $2::integer) n returning id`,
        [projectCount],
      ),
      [] as string[],
      [] as string[],
    ];
    for (const repository of repositories) {
      projects.push(
        ...(await idsOf(
          `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection)
           values ($1, $2, '.', 'terraform', 'terraform', 'root', 'automatic') returning id`,
          [repository],
        )),
      );
      sources.push(
        ...(await idsOf(
          `insert into state_sources (organization_id, bucket, key, origin, iac_project_id, counted)
           values ($1, 'states', $2::text, 'manual', $3, true) returning id`,
          [repository, projects.at(-1)],
        )),
      );
    }
    const numbered = `(select id, row_number() over (order by md5(id::text)) as n from resources
      where organization_id = $1) r`;
    const execute = (text: string, ...values: readonly unknown[]) =>
      client.query(text, [organization.id, ...values]);
    await execute(
      `update aws_accounts set default_environment_id = case when id = any($2::uuid[]) then $3::uuid end
       where organization_id = $1`,
      organization.accounts.filter((_, index) => index % 2 === 0),
      production,
    );
    await execute(
      `insert into resource_environments (organization_id, resource_id, environment_id, source)
       select $1, id, ($2::uuid[])[1 + n % 3], 'tag' from ${numbered} where n % 2 = 0`,
      [production, staging, shared],
    );
    await execute(
      `insert into resource_teams (organization_id, resource_id, team_id, rule_id, confidence)
       select $1, id, ($2::uuid[])[1 + n % ${teamCount}], uuidv7(), 'medium' from ${numbered} where n % 10 < 3`,
      teams,
    );
    await execute(
      `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
       select $1, ($2::uuid[])[1 + n % ${applicationCount}], id, 'inferred', 'rule', 'medium' from ${numbered}
       where n % 10 between 2 and 6`,
      applications,
    );
    await execute(
      `insert into application_owners (organization_id, application_id, team_id)
       select $1, application, ($3::uuid[])[1 + n % ${teamCount}]
       from unnest($2::uuid[]) with ordinality as applications (application, n)`,
      applications,
      teams,
    );
    await execute(
      `insert into repository_teams (organization_id, repository_id, team_id)
       select $1, repository, ($3::uuid[])[1 + n % ${teamCount}]
       from unnest($2::uuid[]) with ordinality as repositories (repository, n)`,
      repositories,
      teams,
    );
    await execute(
      `insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role,
         identity, candidates, class, resource_id, method, confidence)
       select $1, ($2::uuid[])[1 + n % ${projectCount}], 'aws_x.y[' || n || ']', 'aws_x.y', 'aws_x', 'aws', 'resource', '{}',
         '{}', 'matched', id, 'arn', 'high' from ${numbered} where n % 10 >= 4`,
      sources,
    );
    for (const table of ['resource_environments', 'resource_teams', 'memberships', 'state_entries'])
      await client.query(`vacuum (analyze) ${table}`);
    return { production, staging, teams };
  } finally {
    await client.end();
  }
}
