import { failuresOf, taskOutcome } from '../../domain/discovery/scan-outcomes.ts';
import type { CellResult } from '../../domain/discovery/scan-outcomes.ts';
import { postgresJson } from '../inventory/postgres-json.ts';
import type { Attempt } from '../inventory/store-page.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Live resources of the cells that the attempt has not seen; `unobserved` ones are live until the opposite is proven.
 * `not in` is answered with a hash table whatever the planner believes of the two sides; what it believes of a seen-set,
 * minutes old at most, is wrong, and a join of the two would take the square of their size.
 */
const unseen = `r.organization_id = ? and r.aws_account_id = ? and r.region = ? and r.resource_type = any(?::text[])
  and r.status <> 'deleted' and r.id not in (
    select s.resource_id from seen_resources s where s.organization_id = ? and s.task_id = ? and s.attempt = ?)`;

/** Those of `types` with live resources that the attempt has not seen: candidates of a deletion. */
export async function unseenTypes(
  tenant: Tenant,
  attempt: Attempt,
  types: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: { resource_type: string }[] }>(
    `select distinct r.resource_type from resources r where ${unseen}`,
    unseenBindings(tenant, attempt, types),
  );
  return rows.map(({ resource_type: type }) => type);
}

/**
 * Ends a task: writes its cells to the ledger, marks what complete cells have not shown as deleted, and forgets the
 * seen-set. `deletable` are the types whose unseen resources are proven to be gone. The caller holds the attempt.
 */
export async function finishTask(
  tenant: Tenant,
  attempt: Attempt,
  cells: readonly CellResult[],
  deletable: readonly string[],
): Promise<void> {
  const deleted = deletable.length > 0 ? await deleteUnseen(tenant, attempt, deletable) : 0;
  const failures = failuresOf(cells);
  const [first] = failures;
  await queryOf(tenant).raw(
    `with place as (
       select ?::uuid as organization_id, ?::uuid as aws_account_id, ?::text as region, ?::uuid as scan_id,
              ?::uuid as task_id
     ), ledger as (
       insert into coverage_cells as c (organization_id, aws_account_id, region, resource_type, outcome, error_code,
                                        error, scan_id, last_attempt_at, last_complete_at)
       select organization_id, aws_account_id, region, "resourceType", outcome, "errorCode", error, scan_id, now(),
              case when outcome = 'complete' then now() end
       from jsonb_to_recordset(?::jsonb) as o("resourceType" text, outcome text, "errorCode" text, error text), place
       order by "resourceType"
       on conflict on constraint coverage_cells_pkey do update set
         outcome = excluded.outcome, error_code = excluded.error_code, error = excluded.error,
         scan_id = excluded.scan_id, last_attempt_at = excluded.last_attempt_at,
         last_complete_at = coalesce(excluded.last_complete_at, c.last_complete_at)
     ), forgotten as (
       delete from seen_resources s using place p
       where s.organization_id = p.organization_id and s.task_id = p.task_id)
     update scan_tasks t set status = ?, deleted = t.deleted + ?, error_code = ?, error = ?, failures = ?::jsonb,
            unchanged = greatest(0, t.resources_seen - t.created - t.updated), claimed_by = null,
            lease_expires_at = null, finished_at = now()
     from place p where t.organization_id = p.organization_id and t.id = p.task_id`,
    [
      tenant.organizationId,
      attempt.accountId,
      attempt.region,
      attempt.scanId,
      attempt.taskId,
      postgresJson(cells),
      taskOutcome(cells),
      deleted,
      first?.errorCode ?? null,
      first?.error ?? null,
      postgresJson(
        failures.map((cell) => ({
          resource_type: cell.resourceType,
          outcome: cell.outcome,
          error_code: cell.errorCode ?? null,
          error: cell.error ?? null,
        })),
      ),
    ],
  );
}

async function deleteUnseen(tenant: Tenant, attempt: Attempt, types: readonly string[]): Promise<number> {
  const { rows } = await queryOf(tenant).raw<{ rows: { deleted: number }[] }>(
    `with gone as (
       update resources r set status = 'deleted', deleted_at = now(), last_changed_at = now() where ${unseen}
       returning r.organization_id, r.id, r.aws_account_id, r.region, r.resource_type
     ), noted as (
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, scan_id,
                            revision, since)
       select g.organization_id, g.id, g.aws_account_id, g.region, g.resource_type, 'deleted', 'scan', ?, d.revision,
              c.last_complete_at
       from gone g left join resource_documents d on d.organization_id = g.organization_id and d.resource_id = g.id
         left join coverage_cells c on c.organization_id = g.organization_id and c.aws_account_id = g.aws_account_id
           and c.region = g.region and c.resource_type = g.resource_type)
     select count(*) as deleted from gone`,
    [...unseenBindings(tenant, attempt, types), attempt.scanId],
  );
  return rows[0]?.deleted ?? 0;
}

function unseenBindings(tenant: Tenant, attempt: Attempt, types: readonly string[]) {
  return [
    tenant.organizationId,
    attempt.accountId,
    attempt.region,
    [...types],
    tenant.organizationId,
    attempt.taskId,
    attempt.attempt,
  ];
}
