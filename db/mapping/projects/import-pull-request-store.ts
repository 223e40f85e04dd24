import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { ProjectScope } from '../../../domain/mapping/select-imports.ts';

/** A request to open a pull request with import blocks. */
export interface ImportPullRequest {
  /** The id of its run. */
  readonly id: string;
  readonly iacProjectId: string;
  readonly resourceIds: readonly string[];
}

/** Inserts the request of a run. */
export async function insertImportPullRequest(tenant: Tenant, request: ImportPullRequest): Promise<void> {
  await execute(
    tenant,
    sql`insert into import_pull_requests (organization_id, id, iac_project_id, resource_ids)
      values (${tenant.organizationId}, ${request.id}, ${request.iacProjectId}, ${[...request.resourceIds]}::uuid[])`,
  );
}

/** Finds the request of a run. It is deleted together with its project. */
export async function findImportPullRequest(
  tenant: Tenant,
  id: string,
): Promise<ImportPullRequest | undefined> {
  return rowOf<ImportPullRequest>(
    tenant,
    sql`select id, iac_project_id, resource_ids from import_pull_requests
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/**
 * Returns the accounts and regions of the default AWS provider of a project. An account comes from the entries of its
 * states, else from the role that the provider block assumes; a region from the provider block, else from the entries.
 */
export async function findProjectScope(
  tenant: Tenant,
  project: { readonly id: string; readonly repositoryId: string; readonly path: string },
): Promise<ProjectScope> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{
    source: 'state' | 'code';
    account: string | undefined;
    region: string | undefined;
  }>(
    tenant,
    sql`with sources as (
        select s.id from state_sources s
        where s.organization_id = ${organizationId} and not s.disabled and (s.iac_project_id = ${project.id} or exists (
          select from iac_project_states l where l.organization_id = s.organization_id
            and l.iac_project_id = ${project.id} and l.state_source_id = s.id))
      )
      select distinct 'state' as source, e.aws_account_number as account, nullif(e.region, 'global') as region
      from state_entries e join sources on sources.id = e.state_source_id
      where e.organization_id = ${organizationId} and e.provider_alias is null
      union
      select 'code', substring(p.block ->> 'roleArn' from '^arn:[a-z0-9-]+:iam::([0-9]{12}):role/'), p.block ->> 'region'
      from iac_documents d
      cross join lateral jsonb_array_elements(case jsonb_typeof(d.document -> 'providers') when 'array'
        then d.document -> 'providers' else '[]' end) as p(block)
      where d.organization_id = ${organizationId} and d.repository_id = ${project.repositoryId}
        and case strpos(d.path, '/') when 0 then '.' else regexp_replace(d.path, '/[^/]*$', '') end = ${project.path}
        and p.block ->> 'name' = 'aws' and p.block ->> 'alias' is null`,
  );
  const known = (source: 'state' | 'code', field: 'account' | 'region') => [
    ...new Set(rows.filter((row) => row.source === source).flatMap((row) => row[field] ?? [])),
  ];
  return {
    awsAccountNumbers: firstKnown(known('state', 'account'), known('code', 'account')),
    regions: firstKnown(known('code', 'region'), known('state', 'region')),
  };
}

function firstKnown(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.length > 0 ? one : other;
}
