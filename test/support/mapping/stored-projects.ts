import { randomUUID } from 'node:crypto';
import type { Owner } from '../discovery/owner.ts';

/** Inserts a repository with its connection. Returns its id. */
export async function insertRepository(owner: Owner, organizationId: string): Promise<string> {
  const [row] = await owner.query<{ id: string }>(
    `with connection as (
       insert into scm_connections (organization_id, provider, base_url, external_org_id, external_org_slug,
         external_org_kind, status,
         access_token_sealed, webhook_secret_sealed)
       values ($1, 'gitlab', 'https://gitlab.example', $2, $2, 'group', 'active', 'sealed', 'sealed') returning id)
     insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility, archived)
     select $1, id, 'gitlab', $2, 'acme/' || $2, 'https://gitlab.example/' || $2, 'private', false from connection returning id`,
    [organizationId, randomUUID().slice(0, 8)],
  );
  if (row === undefined) throw new Error('the repository was not inserted');
  return row.id;
}

/** Inserts an active root project with an s3 backend. Returns its id. */
export async function insertS3Project(
  owner: Owner,
  organizationId: string,
  repositoryId: string,
  project: {
    readonly path: string;
    readonly backend: Readonly<Record<string, unknown>>;
    readonly workspaces?: readonly string[];
  },
): Promise<string> {
  const hints = { environments: [], workspaces: project.workspaces ?? [], tfvars: [], stacks: [] };
  const [row] = await owner.query<{ id: string }>(
    `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection,
       detected_kind, backend_type, backend_config, environment_hints)
     values ($1, $2, $3, 'terraform', 'terraform', 'root', 'automatic', 'root', 's3', $4, $5) returning id`,
    [organizationId, repositoryId, project.path, JSON.stringify(project.backend), JSON.stringify(hints)],
  );
  if (row === undefined) throw new Error('the project was not inserted');
  return row.id;
}
