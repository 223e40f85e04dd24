import { notPermittedCode, notPermittedText } from '../../domain/discovery/tasks/not-permitted.ts';
import type { UnpermittedCell } from '../../domain/discovery/tasks/plan-tasks.ts';
import { execute } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Writes the outcome `not_permitted` of cells that a scan does not read to the ledger. Does not change the time of the last
 * attempt of a known cell, because no attempt was made.
 */
export async function storeUnpermittedCells(
  tenant: Tenant,
  { scanId, accountId }: { readonly scanId: string; readonly accountId: string },
  cells: readonly UnpermittedCell[],
): Promise<void> {
  if (cells.length === 0) return;
  const rows = cells.map(({ region, resourceType, action, group }) => ({
    region,
    resourceType,
    error: notPermittedText(action, group),
  }));
  await execute(
    tenant,
    sql`insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, error_code, error,
                                    scan_id, last_attempt_at)
     select ${tenant.organizationId}::uuid, ${accountId}::uuid, region, resource_type, 'not_permitted',
            ${notPermittedCode}::text, error, ${scanId}::uuid, now()
     from ${rowset('t', { region: 'text', resourceType: 'text', error: 'text' }, rows)}
     order by region, resource_type
     on conflict on constraint coverage_cells_pkey do update set
       outcome = excluded.outcome, error_code = excluded.error_code, error = excluded.error, scan_id = excluded.scan_id`,
  );
}
