import type { EvaluatedRule } from '../../../db/ownership/inference/evaluated-rule.ts';
import type {
  Confidence,
  EnvironmentClass,
  MembershipStatus,
  ResourceStatus,
} from '../../../domain/values.ts';
import type { Owner } from '../discovery/owner.ts';

/** Everything that inference reads, as plain data for the naive evaluator. */
export interface InferenceWorld {
  readonly accounts: readonly WorldAccount[];
  readonly resources: WorldResource[];
  readonly repositories: readonly {
    readonly id: string;
    readonly name: string;
    readonly applications: readonly string[];
  }[];
  readonly projects: readonly WorldProject[];
  readonly claims: readonly WorldClaim[];
  readonly edges: readonly WorldEdge[];
  readonly applications: readonly WorldApplication[];
  readonly environments: readonly {
    readonly id: string;
    readonly name: string;
    readonly class: EnvironmentClass;
  }[];
  readonly teams: readonly string[];
  readonly memberships: readonly WorldMembership[];
  readonly rules: readonly EvaluatedRule[];
}

export interface WorldAccount {
  readonly id: string;
  readonly number: string;
  readonly ou: string | undefined;
}

export interface WorldResource {
  readonly id: string;
  readonly account: string;
  readonly region: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly status: ResourceStatus;
  readonly tags: Readonly<Record<string, string>>;
}

export interface WorldProject {
  readonly id: string;
  readonly repository: string;
  readonly environment: string | undefined;
}

export interface WorldClaim {
  readonly resource: string;
  readonly project: string;
  /** How the project claims the resource; an entry of a state that does not count is no claim. */
  readonly by: 'link' | 'counted' | 'uncounted';
}

export interface WorldEdge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly confidence: Confidence;
  readonly status: 'active' | 'stale';
}

export interface WorldApplication {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly archived: boolean;
}

export interface WorldMembership {
  readonly resource: string;
  readonly application: string;
  readonly status: MembershipStatus;
}

/** Writes a world to a new organization as the superuser. Returns the organization's id. */
export async function writeInferenceWorld(owner: Owner, world: InferenceWorld): Promise<string> {
  const [organization] = await owner.query<{ id: string }>(
    `with organization as (
       insert into organizations (name, slug) values ('Test', gen_random_uuid()::text) returning id
     ), aws as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       select id, 'test', 'standalone', gen_random_uuid()::text, 'inventory' from organization
     ), scm as (
       insert into scm_connections (organization_id, provider, base_url, external_org_id, external_org_slug, external_org_kind,
         installation_id)
       select id, 'github', 'https://github.com', '1', 'acme', 'organization', (random() * 1e15)::bigint from organization
     ) select id from organization`,
  );
  const id = organization?.id ?? '';
  const write = (statement: string, rows: readonly object[]) =>
    owner.query(statement, [id, JSON.stringify(rows)]);
  await write(
    `insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, status, ou_path)
     select $1, o.id, c.id, o.number, 'arn', 'connected', o.ou
     from jsonb_to_recordset($2) o(id uuid, number text, ou text), aws_connections c where c.organization_id = $1`,
    world.accounts,
  );
  await write(
    `insert into applications (organization_id, id, name, slug, archived_at)
     select $1, id, name, slug, case when archived then now() end
     from jsonb_to_recordset($2) o(id uuid, name text, slug text, archived boolean)`,
    world.applications,
  );
  await write(
    `insert into environments (organization_id, id, name, class)
     select $1, id, name, class from jsonb_to_recordset($2) o(id uuid, name text, class text)`,
    world.environments,
  );
  await write(
    `insert into teams (organization_id, id, name, slug)
     select $1, id, id::text, id::text from jsonb_to_recordset($2) o(id uuid)`,
    world.teams.map((team) => ({ id: team })),
  );
  await writeProjects(owner, id, world);
  await writeResources(owner, id, world.resources);
  await writeClaims(owner, id, world.claims);
  await write(
    `insert into relationships (organization_id, source_id, target_id, relationship_type, confidence, status)
     select $1, source, target, type, confidence, status
     from jsonb_to_recordset($2) o(source uuid, target uuid, type text, confidence text, status text)
     on conflict do nothing`,
    world.edges,
  );
  await write(
    `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
     select $1, application, resource, status, case status when 'declared' then 'declared' else 'rule' end, 'low'
     from jsonb_to_recordset($2) o(application uuid, resource uuid, status text)`,
    world.memberships,
  );
  return id;
}

/** Inserts resources with their tags, or replaces name, status and tags of existing ones. */
export async function writeResources(
  owner: Owner,
  organizationId: string,
  resources: readonly WorldResource[],
): Promise<void> {
  await owner.query(
    `insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, name, status, config_hash,
       rule_set, deleted_at)
     select $1, id, account, region, type, id::text, name, status, 'h', 1, case when status = 'deleted' then now() end
     from jsonb_to_recordset($2) o(id uuid, account uuid, region text, type text, name text, status text)
     on conflict on constraint resources_pkey do update
       set name = excluded.name, status = excluded.status, deleted_at = excluded.deleted_at`,
    [organizationId, JSON.stringify(resources)],
  );
  await owner.query(
    `update resource_tags set valid_to = valid_from + interval '1 second'
     where organization_id = $1 and valid_to = 'infinity' and resource_id = any($2::uuid[])`,
    [organizationId, resources.map(({ id }) => id)],
  );
  await owner.query(
    `insert into resource_tags (organization_id, resource_id, key, value, valid_from)
     select $1, o.id, t.key, t.value, clock_timestamp()
     from jsonb_to_recordset($2) o(id uuid, tags jsonb) cross join lateral jsonb_each_text(o.tags) t`,
    [organizationId, JSON.stringify(resources)],
  );
}

async function writeProjects(owner: Owner, id: string, world: InferenceWorld): Promise<void> {
  const write = (statement: string, rows: readonly object[]) =>
    owner.query(statement, [id, JSON.stringify(rows)]);
  await write(
    `insert into repositories (organization_id, id, scm_connection_id, provider, external_id, full_name, url, visibility, archived)
     select $1, o.id, c.id, 'github', o.id::text, o.name, 'https://github.com', 'private', false
     from jsonb_to_recordset($2) o(id uuid, name text), scm_connections c where c.organization_id = $1`,
    world.repositories,
  );
  await write(
    `insert into repository_applications (organization_id, repository_id, application_id)
     select $1, o.id, a from jsonb_to_recordset($2) o(id uuid, applications uuid[]) cross join lateral unnest(o.applications) a`,
    world.repositories,
  );
  await write(
    `insert into iac_projects (organization_id, id, repository_id, path, detected_system, system, kind, detection, environment_id)
     select $1, id, repository, id::text, 'terraform', 'terraform', 'root', 'automatic', environment
     from jsonb_to_recordset($2) o(id uuid, repository uuid, environment uuid)`,
    world.projects,
  );
  await write(
    `insert into state_sources (organization_id, bucket, key, origin, iac_project_id, counted)
     select $1, counted::text, id::text, 'manual', id, counted
     from jsonb_to_recordset($2) o(id uuid) cross join (values (true), (false)) c(counted)`,
    world.projects,
  );
}

async function writeClaims(owner: Owner, id: string, claims: readonly WorldClaim[]): Promise<void> {
  await owner.query(
    `insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role, identity,
       candidates, class, resource_id, method)
     select $1, s.id, o.resource::text, 'x', 'x', 'x', 'resource', '{}', '[]', 'matched', o.resource, 'arn'
     from jsonb_to_recordset($2) o(resource uuid, project uuid, by text)
     join state_sources s on s.organization_id = $1 and s.iac_project_id = o.project and s.counted = (o.by = 'counted')
     where o.by <> 'link' on conflict do nothing`,
    [id, JSON.stringify(claims)],
  );
  await owner.query(
    `insert into mapping_corrections (organization_id, resource_id, action, iac_project_id, address)
     select $1, resource, 'link', project, 'x' from jsonb_to_recordset($2) o(resource uuid, project uuid, by text)
     where by = 'link'`,
    [id, JSON.stringify(claims)],
  );
}
