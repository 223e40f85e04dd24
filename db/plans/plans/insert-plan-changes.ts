import { classOfActions } from '../../../domain/plans/read/count-change.ts';
import type { PlannedChange } from '../../../domain/plans/read/planned-change.ts';
import { execute } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { jsonPages } from './json-pages.ts';
import type { MappedChange } from './map-changes.ts';

/** So that a statement occupies the event loop for some milliseconds. */
const statementLimits = { values: 1_000, characters: 1_000_000 };

/** Inserts the rows of a plan's changes in the order of the plan. Stores no value of `mapping`. */
export async function insertPlanChanges(
  tenant: Tenant,
  planId: string,
  changes: readonly PlannedChange[],
  mapped: readonly MappedChange[],
): Promise<void> {
  const byPosition = new Map(mapped.map((one) => [one.position, one]));
  const textOf = (change: PlannedChange, position: number) =>
    rowOf(position, change, byPosition.get(position));
  for (const page of jsonPages(changes, textOf, statementLimits))
    await execute(
      tenant,
      sql`insert into plan_changes (organization_id, plan_id, position, address, previous_address, resource_type, provider,
          actions, action_reason, class, import_id, deposed, origin, resource_id, unmapped_reason, changed_paths, before, after)
        select ${tenant.organizationId}, ${planId}, r.position, r.address, r.previous_address, r.resource_type, r.provider,
          r.actions, r.action_reason, r.class, r.import_id, r.deposed, r.origin, r.resource_id, r.unmapped_reason,
          r.changed_paths, r.before, r.after
        from jsonb_to_recordset(${page}::jsonb) as r(${rowType})`,
    );
}

const rowType = rawSql(
  'position integer, address text, previous_address text, resource_type text, provider text, actions text[], ' +
    'action_reason text, class text, import_id text, deposed text, origin text, resource_id uuid, unmapped_reason text, ' +
    'changed_paths jsonb, before jsonb, after jsonb',
);

/** Returns the row as JSON text. The values are JSON texts already. */
function rowOf(position: number, change: PlannedChange, mapped: MappedChange | undefined): string {
  const row = JSON.stringify({
    position,
    address: change.address,
    previous_address: change.previousAddress ?? null,
    resource_type: change.resourceType,
    provider: change.provider,
    actions: change.actions,
    action_reason: change.actionReason ?? null,
    class: change.origin === undefined ? (classOfActions(change.actions) ?? null) : null,
    import_id: change.importId ?? null,
    deposed: change.deposed ?? null,
    origin: change.origin ?? null,
    resource_id: mapped?.resourceId ?? null,
    unmapped_reason: mapped?.unmappedReason ?? null,
    changed_paths: change.changedPaths,
  });
  return `${row.slice(0, -1)},"before":${change.before},"after":${change.after}}`;
}
