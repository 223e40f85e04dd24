import { linkExecutionsToProjects } from '../plans/executions/link-executions.ts';
import { execute } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface DetectedProjects {
  /** `undefined` for a repository without commits. */
  readonly commitSha: string | undefined;
  /** The JSON text of the `DetectedProject`s. */
  readonly projects: string;
  /** Whether the whole tree was read, so that a project that was not found does not exist. */
  readonly complete: boolean;
}

/**
 * Stores the projects of a scan, after `storeScannedPaths`. A corrected or manual project keeps its system, kind and
 * environment; a disabled one stays disabled. Projects that the scan did not find become missing, except for manual and
 * corrected ones whose path exists in the tree.
 *
 * A detected project whose system is the corrected system of another row of the path is not inserted. If the scan does
 * not find the detected system of that row any more, the detection confirms the correction: the row becomes the one of
 * the detected project.
 */
export async function storeDetectedProjects(
  tenant: Tenant,
  repositoryId: string,
  scan: DetectedProjects,
): Promise<void> {
  const { organizationId } = tenant;
  const detected = detectedRows(scan.projects);
  const ofRepository = sql`p.organization_id = ${organizationId} and p.repository_id = ${repositoryId}`;
  await execute(
    tenant,
    sql`update iac_projects p set detected_system = d.system, updated_at = now() from ${detected}
      where ${ofRepository} and p.path = d.path and p.system = d.system and p.detected_system <> d.system
        and not exists (select from iac_projects o where o.organization_id = p.organization_id
          and o.repository_id = p.repository_id and o.path = d.path and o.detected_system = d.system)
        and not exists (select from ${detectedRows(scan.projects, 'e')}
          where e.path = p.path and e.system = p.detected_system)`,
  );
  await execute(
    tenant,
    sql`insert into iac_projects as p (organization_id, repository_id, path, detected_system, system, kind, detection,
        detected_kind, backend_type, backend_config, required_providers, environment_hints, evidence, unreadable_files,
        code_references, provider_locations, without_aws, provider_account_numbers, backends, state_reason,
        state_reason_names, last_seen_commit_sha)
      select ${organizationId}, ${repositoryId}, d.path, d.system, d.system, d.kind, 'automatic', d.kind,
        d."backendType", d."backendConfig", d."requiredProviders", d."environmentHints", d.evidence,
        d."unreadableFiles", d."references", d."providerLocations",
        coalesce(d."withoutAws", false), d."providerAccountNumbers", coalesce(d.backends, '[]'), d."stateReason", coalesce(d."stateReasonNames", '{}'),
        ${scan.commitSha}
      from ${detected}
      where not exists (select from iac_projects o where o.organization_id = ${organizationId}
        and o.repository_id = ${repositoryId} and o.path = d.path and o.system = d.system
        and o.detected_system <> d.system
        and not exists (select from iac_projects k where k.organization_id = o.organization_id
          and k.repository_id = o.repository_id and k.path = d.path and k.detected_system = d.system))
      on conflict (organization_id, repository_id, path, detected_system) do update set
        kind = case when p.detection = 'automatic' then excluded.kind else p.kind end,
        detected_kind = excluded.kind,
        status = case when p.disabled then 'disabled' else 'active' end,
        backend_type = excluded.backend_type, backend_config = excluded.backend_config,
        required_providers = excluded.required_providers, environment_hints = excluded.environment_hints,
        evidence = excluded.evidence, unreadable_files = excluded.unreadable_files,
        code_references = excluded.code_references, provider_locations = excluded.provider_locations,
        without_aws = excluded.without_aws, provider_account_numbers = excluded.provider_account_numbers,
        backends = excluded.backends, state_reason = excluded.state_reason,
        state_reason_names = excluded.state_reason_names,
        last_seen_commit_sha = excluded.last_seen_commit_sha,
        updated_at = now()`,
  );
  await execute(
    tenant,
    sql`update iac_projects p set
        status = case when not s.exists then 'missing' when p.disabled then 'disabled' else 'active' end,
        last_seen_commit_sha = case when s.exists then ${scan.commitSha} else p.last_seen_commit_sha end,
        updated_at = now()
      from (
        select q.id, q.detection <> 'automatic' and exists (
            select from repository_paths t where t.organization_id = q.organization_id
              and t.repository_id = q.repository_id and q.path = any(t.paths)) as exists
        from iac_projects q where q.organization_id = ${organizationId} and q.repository_id = ${repositoryId}
          and not exists (select from ${detected} where d.path = q.path and d.system = q.detected_system)
      ) s
      where ${ofRepository} and p.id = s.id and (s.exists or ${scan.complete})`,
  );
  await linkExecutionsToProjects(tenant, repositoryId);
}

function detectedRows(projects: string, alias: 'd' | 'e' = 'd'): Sql {
  const columns = sql`(path text, system text, kind text, "backendType" text, "backendConfig" jsonb,
    "requiredProviders" jsonb, "environmentHints" jsonb, evidence jsonb, "unreadableFiles" jsonb, "references" jsonb,
    "providerLocations" jsonb, "withoutAws" boolean, "providerAccountNumbers" text[], backends jsonb,
    "stateReason" text, "stateReasonNames" text[])`;
  return alias === 'd'
    ? sql`jsonb_to_recordset(${projects}::jsonb) as d${columns}`
    : sql`jsonb_to_recordset(${projects}::jsonb) as e${columns}`;
}
