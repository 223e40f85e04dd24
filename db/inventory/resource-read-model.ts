import type { HistoryTime } from '../../domain/inventory/history-time.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { execute, rowOf } from '../query.ts';
import { rowOfRecord } from '../rows.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { selectFreshness, toFreshness } from './search/freshness.ts';
import type { FreshnessOfInventory, FreshnessRow } from './search/freshness.ts';
import { selectResourceRows, selectResourceRowsAt } from './search/resource-row.ts';
import type { ResourceRow } from './search/resource-row.ts';

/** Finds a resource, deleted or not, with its document, its volatile values and the freshness of the inventory, in one query. */
export async function findResource(tenant: Tenant, id: string): Promise<FoundResource | undefined> {
  const { organizationId } = tenant;
  const row = await rowOf<FoundRow>(
    tenant,
    sql`select resource.*, (
        select volatile from resource_documents where organization_id = ${organizationId} and resource_id = resource.id
      ) as volatile, (
        select coalesce(jsonb_agg(to_jsonb(account)), '[]') from (${selectFreshness(organizationId)}) account
      ) as freshness
      from (${selectResourceRows(organizationId, sql`select ${id}::uuid as id, 0 as key`, rawSql('asc'))}) resource`,
  );
  if (row === undefined) return undefined;
  const { freshness, volatile, ...resource } = row;
  return { resource, volatile: volatile ?? {}, freshness: toFreshness(freshness.map(freshnessOf)) };
}

/** Finds a resource as it was known at a time. Returns `undefined` if it was not known then. */
export async function findResourceAt(
  tenant: Tenant,
  id: string,
  asOf: HistoryTime,
): Promise<ResourceRow | undefined> {
  const page = sql`select ${id}::uuid as id, 0 as key`;
  return rowOf<ResourceRow>(tenant, selectResourceRowsAt(tenant.organizationId, page, rawSql('asc'), asOf));
}

/** Returns whether the organization has a resource with this id, deleted or not. */
export async function resourceExists(tenant: Tenant, id: string): Promise<boolean> {
  const found = await execute(
    tenant,
    sql`select from resources where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  return found > 0;
}

interface FoundResource {
  readonly resource: ResourceRow;
  /** Values of the last reading, which may differ from those at `last_changed_at`. */
  readonly volatile: JsonObject;
  readonly freshness: FreshnessOfInventory;
}

type FoundRow = ResourceRow & {
  readonly volatile: JsonObject | undefined;
  readonly freshness: readonly JsonObject[];
};

function freshnessOf(record: JsonObject): FreshnessRow {
  const row = rowOfRecord<Omit<FreshnessRow, 'lastSuccessfulScanAt'> & { lastSuccessfulScanAt?: string }>(
    record,
  );
  const { lastSuccessfulScanAt: time } = row;
  return { ...row, lastSuccessfulScanAt: time === undefined ? undefined : new Date(time) };
}
