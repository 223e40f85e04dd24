import { refreshTeamIssues } from '../ownership/issues/issue-store.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { RunKind } from '../../domain/runs/run-kinds.ts';

/** Rows of one statement. A repository has thousands of rows in other tables. */
const repositoriesPerBatch = 20;
const deliveriesPerBatch = 1000;

/**
 * Lists the active runs of a deleted connection: its syncs, and the runs of its repositories, deliveries, plan impacts and
 * pull requests with import blocks.
 */
export async function listActiveScmRuns(
  tenant: Tenant,
  connectionId: string,
): Promise<readonly { readonly id: string; readonly kind: RunKind }[]> {
  const { organizationId } = tenant;
  return rowsOf(
    tenant,
    sql`select r.id, r.kind from runs r
      where r.organization_id = ${organizationId} and r.status in ('queued', 'running') and (
        (r.kind = 'sync_scm_connection' and r.subject_id = ${connectionId})
        or (r.kind in ('scan_repository', 'detect_state_sources') and exists (
          select from repositories p where p.organization_id = ${organizationId} and p.id = r.subject_id
            and p.scm_connection_id = ${connectionId}))
        or (r.kind = 'handle_delivery' and exists (
          select from scm_deliveries d where d.organization_id = ${organizationId} and d.id = r.subject_id
            and d.scm_connection_id = ${connectionId}))
        or (r.kind = 'open_import_pull_request' and exists (
          select from import_pull_requests i
          join iac_projects j on j.organization_id = i.organization_id and j.id = i.iac_project_id
          join repositories p on p.organization_id = j.organization_id and p.id = j.repository_id
          where i.organization_id = ${organizationId} and i.id = r.id and p.scm_connection_id = ${connectionId}))
        or (r.kind = 'publish_plan_impact' and exists (
          select from pull_request_impacts i
          join pull_requests q on q.organization_id = i.organization_id and q.id = i.pull_request_id
          join repositories p on p.organization_id = q.organization_id and p.id = q.repository_id
          where i.organization_id = ${organizationId} and i.report_id = r.subject_id
            and p.scm_connection_id = ${connectionId})))`,
  );
}

/**
 * Deletes a batch of the rows of a connection that was deleted, and after the last batch its own row, so that no row can
 * be inserted for it any more. Returns whether rows remain.
 */
export async function deleteScmConnectionBatch(tenant: Tenant, connectionId: string): Promise<boolean> {
  const { organizationId } = tenant;
  const own = sql`organization_id = ${organizationId} and scm_connection_id = ${connectionId}`;
  const batches: readonly (readonly [Sql, number])[] = [
    [
      sql`delete from repositories where organization_id = ${organizationId} and id = any(array(
        select id from repositories where ${own} limit ${repositoriesPerBatch}))`,
      repositoriesPerBatch,
    ],
    [
      sql`delete from scm_deliveries where organization_id = ${organizationId} and id = any(array(
        select id from scm_deliveries where ${own} limit ${deliveriesPerBatch}))`,
      deliveriesPerBatch,
    ],
  ];
  const teams = await rowsOf<{ teamId: string }>(
    tenant,
    sql`select distinct l.team_id from repository_teams l
      join repositories r on r.organization_id = ${organizationId} and r.id = l.repository_id
        and r.scm_connection_id = ${connectionId}
      where l.organization_id = ${organizationId}`,
  );
  for (const [statement, size] of batches) {
    const deleted = await execute(tenant, statement);
    await refreshTeamIssues(
      tenant,
      teams.map(({ teamId: id }) => id),
    );
    if (deleted === size) return true;
  }
  await execute(
    tenant,
    sql`delete from scm_connections
      where organization_id = ${organizationId} and id = ${connectionId} and deleted_at is not null`,
  );
  return false;
}
