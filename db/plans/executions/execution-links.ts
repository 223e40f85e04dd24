import type { ExecutionFields } from '../../../domain/plans/executions/merge-execution.ts';
import { namedRowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { lookUpRows } from '../plans/look-up-rows.ts';

/** The records of a reported repository, project path and pull request number; null while they do not exist. */
export interface ExecutionLinks {
  readonly repositoryId: string | undefined;
  readonly iacProjectId: string | undefined;
  readonly pullRequestId: string | undefined;
}

/**
 * Returns the links of an execution. Links of `before` stay, also when the repository was renamed since, unless the report
 * named another provider of the repository or another pull request.
 */
export async function resolveLinks(
  tenant: Tenant,
  fields: ExecutionFields,
  before: (ExecutionFields & ExecutionLinks) | undefined,
): Promise<ExecutionLinks> {
  const isSameRepository = before !== undefined && before.repositoryProvider === fields.repositoryProvider;
  const isSameNumber = before?.pullRequestNumber === fields.pullRequestNumber;
  const known: ExecutionLinks = {
    repositoryId: isSameRepository ? before.repositoryId : undefined,
    iacProjectId: isSameRepository ? before.iacProjectId : undefined,
    pullRequestId: isSameRepository && isSameNumber ? before.pullRequestId : undefined,
  };
  if (!mayResolve(fields, known)) return known;
  return findLinks(tenant, fields, known);
}

/** The reported texts by which records are found. */
export type LinkKeys = Pick<
  ExecutionFields,
  'repositoryProvider' | 'repositoryName' | 'projectPath' | 'toolName' | 'pullRequestNumber'
>;

/** Returns the links of a report: those of `known`, and for the others the records that its texts name. */
export async function findLinks(
  tenant: Tenant,
  keys: LinkKeys,
  known: ExecutionLinks,
): Promise<ExecutionLinks> {
  const { organizationId } = tenant;
  const [links = known] = await namedRowsOf<ExecutionLinks>(
    tenant,
    sql`select e.repository_id, coalesce(${known.iacProjectId}::uuid, ${projectOf(organizationId)}) as iac_project_id,
        coalesce(${known.pullRequestId}::uuid, ${pullRequestOf(organizationId)}) as pull_request_id
      from (
        select e.repository_name, e.project_path, e.tool_name, e.pull_request_number,
          coalesce(${known.repositoryId}::uuid, ${repositoryOf(organizationId)}) as repository_id
        from (
          select ${keys.repositoryProvider}::text as repository_provider,
            ${keys.repositoryName}::text as repository_name, ${keys.projectPath}::text as project_path,
            ${keys.toolName}::text as tool_name, ${keys.pullRequestNumber}::integer as pull_request_number
        ) e
      ) e`,
  );
  return links;
}

function mayResolve(fields: ExecutionFields, known: ExecutionLinks): boolean {
  if (fields.repositoryName === undefined) return false;
  return (
    known.repositoryId === undefined ||
    (known.iacProjectId === undefined && fields.projectPath !== undefined) ||
    (known.pullRequestId === undefined && fields.pullRequestNumber !== undefined)
  );
}

/** The id of the only selected repository with the name and, if it was reported, the provider of an execution `e`. */
export function repositoryOf(organizationId: string): Sql {
  return sql`(select (array_agg(r.id))[1]
    from ${lookUpRows(organizationId, 'repositories', 'full_name', rawSql('e.repository_name'))} r
    join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
      and c.deleted_at is null
    where r.status <> 'removed'
      and (e.repository_provider is null or r.provider = e.repository_provider)
    having count(*) = 1)`;
}

/**
 * The id of the project at the path of an execution `e`. Of several, the one whose system is the tool of the execution,
 * else one of Terraform's.
 */
export function projectOf(organizationId: string): Sql {
  return sql`(select p.id from iac_projects p
    where p.organization_id = ${organizationId} and p.repository_id = e.repository_id and p.path = e.project_path
    order by p.status = 'missing',
      p.system = case lower(e.tool_name) when 'tofu' then 'opentofu' else lower(e.tool_name) end desc nulls last,
      p.system in ('terraform', 'opentofu', 'terragrunt') desc, p.id
    limit 1)`;
}

/** The id of the pull request of an execution `e`. */
export function pullRequestOf(organizationId: string): Sql {
  return sql`(select q.id from pull_requests q
    where q.organization_id = ${organizationId} and q.repository_id = e.repository_id
      and q.number = e.pull_request_number)`;
}
