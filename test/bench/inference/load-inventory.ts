import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** An organization whose resources rules can match. */
export interface LoadedOrganization {
  readonly id: string;
  readonly accounts: readonly string[];
  readonly repositories: readonly string[];
  readonly projects: readonly string[];
  readonly applications: readonly string[];
  readonly environments: readonly string[];
  readonly teams: readonly string[];
}

export const regions = ['eu-west-1', 'us-east-1', 'eu-central-1', 'us-west-2', 'ap-south-1', 'global'];
export const types = Array.from({ length: 40 }, (_, index) => `AWS::Bench::Type${index}`);
export const components = ['api', 'web', 'worker', 'queue', 'cache', 'store', 'edge', 'batch'];
/** Number of values of the tags App and Service. */
export const appCount = 3000;
export const serviceCount = 300;

const ids = (count: number) => Array.from({ length: count }, () => randomUUID()).toSorted();

/**
 * Inserts resources, tags, state entries of a fifth of them and edges of a tenth of them, set-based and without triggers.
 * Popular values of a tag have more resources: the share of value n falls with n.
 */
export async function loadInventory(url: string, size: number): Promise<LoadedOrganization> {
  const organization: LoadedOrganization = {
    id: randomUUID(),
    accounts: ids(40),
    repositories: ids(50),
    projects: ids(200),
    applications: ids(200),
    environments: ids(5),
    teams: ids(20),
  };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'`,
    );
    for (const [statement, values] of statements(organization, size))
      await client.query(statement, [...values]);
    for (const table of ['resources', 'resource_tags', 'state_entries', 'relationships', 'memberships'])
      await client.query(`vacuum (analyze) ${table}`);
    return organization;
  } finally {
    await client.end();
  }
}

function statements(
  organization: LoadedOrganization,
  size: number,
): readonly (readonly [string, readonly unknown[]])[] {
  const { id, accounts, repositories, projects, applications, environments, teams } = organization;
  return [
    [`insert into organizations (id, name, slug) values ($1, 'bench', 'bench')`, [id]],
    [
      `insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, status, ou_path)
       select $1, a, $1, lpad(n::text, 12, '0'), 'arn', 'connected', '/Root/Unit' || n % 4 || '/Team' || n % 10
       from unnest($2::uuid[]) with ordinality x(a, n)`,
      [id, accounts],
    ],
    [
      `insert into applications (organization_id, id, name, slug)
       select $1, a, 'Application ' || n, 'application-' || n from unnest($2::uuid[]) with ordinality x(a, n)`,
      [id, applications],
    ],
    [
      `insert into environments (organization_id, id, name, class)
       select $1, e, (array['prod', 'staging', 'dev', 'test', 'sandbox'])[n],
              (array['production', 'staging', 'development', 'test', 'sandbox'])[n]
       from unnest($2::uuid[]) with ordinality x(e, n)`,
      [id, environments],
    ],
    [
      `insert into teams (organization_id, id, name, slug)
       select $1, t, 'Team ' || n, 'team-' || n from unnest($2::uuid[]) with ordinality x(t, n)`,
      [id, teams],
    ],
    [
      `insert into repositories (organization_id, id, scm_connection_id, provider, external_id, full_name, url, visibility, archived)
       select $1, r, $1, 'github', n::text, 'acme/repository-' || n, 'https://github.com', 'private', false
       from unnest($2::uuid[]) with ordinality x(r, n)`,
      [id, repositories],
    ],
    [
      `insert into repository_applications (organization_id, repository_id, application_id)
       select $1, ($2::uuid[])[n], ($3::uuid[])[n] from generate_series(1, 20) n`,
      [id, repositories, applications],
    ],
    [
      `insert into iac_projects (organization_id, id, repository_id, path, detected_system, system, kind, detection, environment_id)
       select $1, p, ($3::uuid[])[1 + n % 50], 'p' || n, 'terraform', 'terraform', 'root', 'automatic',
              case when n % 4 = 0 then ($4::uuid[])[1 + n % 5] end
       from unnest($2::uuid[]) with ordinality x(p, n)`,
      [id, projects, repositories, environments],
    ],
    [
      `insert into state_sources (organization_id, id, bucket, key, origin, iac_project_id, counted)
       select $1, p, 'states', p::text, 'manual', p, true from unnest($2::uuid[]) p`,
      [id, projects],
    ],
    [
      `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, name, status, config_hash,
         rule_set, deleted_at)
       select $1, ($2::uuid[])[1 + floor(40 * random() ^ 2)], ($3::text[])[1 + floor(6 * random() ^ 2)],
              ($4::text[])[1 + floor(40 * random() ^ 2)], 'id-' || n,
              'app' || floor($6::integer * random() ^ 2) || '-' || ($5::text[])[1 + floor(8 * random())] || '-' || to_hex(n),
              case when n % 20 = 0 then 'deleted' else 'active' end, 'h', 1, case when n % 20 = 0 then now() end
       from generate_series(1, $7::integer) n`,
      [id, accounts, regions, types, components, appCount, size],
    ],
    [
      `insert into resource_tags (organization_id, resource_id, key, value, valid_from)
       select $1, r.id, t.key, t.value, now()
       from resources r cross join lateral (values
         ('App', substring(r.name from '^app[0-9]+')),
         (case when hashtext(r.native_id) % 5 < 3 then 'Environment' end,
           (array['prod', 'staging', 'dev', 'test', 'legacy'])[1 + abs(hashtext(r.aws_account_id::text)) % 5]),
         (case when hashtext(r.native_id) % 3 = 0 then (array['Owner', 'owner'])[1 + floor(2 * random())] end,
           'team-' || floor(60 * random())),
         (case when hashtext(r.native_id) % 4 = 0 then 'Service' end, 'service ' || floor($2::integer * random() ^ 2))
       ) t(key, value) where r.organization_id = $1 and t.key is not null`,
      [id, serviceCount],
    ],
    [
      `insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role, identity,
         candidates, class, resource_id, method)
       select $1, ($2::uuid[])[1 + floor(200 * random() ^ 2)], r.native_id, 'x', 'x', 'x', 'resource', '{}', '[]', 'matched', r.id, 'arn'
       from resources r where r.organization_id = $1 and hashtext(r.native_id) % 5 = 0`,
      [id, projects],
    ],
    [
      `insert into relationships (organization_id, source_id, target_id, relationship_type, confidence)
       select $1, a.id, b.id, 'reads', 'high'
       from (select id, row_number() over (order by id) as n from resources where organization_id = $1) a
       join (select id, row_number() over (order by id) as n from resources where organization_id = $1) b on b.n = a.n + 1
       where a.n % 10 = 0`,
      [id],
    ],
  ];
}
