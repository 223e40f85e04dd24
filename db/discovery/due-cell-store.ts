import type { DueCell, DueReading, UntypedReference } from '../../domain/changes/due-cells.ts';
import { mergeDueCells } from '../../domain/changes/due-cells.ts';
import { isReadIn } from '../../domain/discovery/declaration/resource-types.ts';
import { maximumCallsOfDueCell } from '../../domain/discovery/tasks/event-scan-limits.ts';
import { identifierKey } from '../../domain/graph/identifier-key.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/**
 * Stores the cells that events make due, unless a complete attempt that began after the events has read them. Repeating it has
 * no effect. A region that is not scanned has no due cells.
 */
export async function storeDueCells(
  tenant: Tenant,
  accountId: string,
  { cells, untyped }: DueReading,
): Promise<void> {
  const { organizationId } = tenant;
  const due = mergeDueCells([...cells, ...(await cellsOfReferences(tenant, accountId, untyped))]);
  if (due.length === 0) return;
  const columns = {
    region: 'text',
    resourceType: 'text',
    firstEventAt: 'timestamptz',
    lastEventAt: 'timestamptz',
  } as const;
  await execute(
    tenant,
    sql`with due as materialized (
       select g.*, a.event_scans from ${rowset('g', columns, due)}
       join aws_accounts a on a.organization_id = ${organizationId} and a.id = ${accountId}
         and (g.region = 'global' or g.region = any(a.effective_regions))
       left join coverage_cells c on c.organization_id = ${organizationId} and c.aws_account_id = ${accountId}
         and c.region = g.region and c.resource_type = g.resource_type
       where c.last_complete_begun_at is null or c.last_complete_begun_at < g.last_event_at + interval '1 second'
     ), left_to_scan as (
       update coverage_cells c set left_to_scan_at = now() from due
       where c.organization_id = ${organizationId} and c.aws_account_id = ${accountId} and c.region = due.region
         and c.resource_type = due.resource_type and c.calls > ${maximumCallsOfDueCell} and due.event_scans
         and (c.left_to_scan_at is null or c.left_to_scan_at < due.last_event_at)
     )
     insert into due_cells as d (organization_id, aws_account_id, region, resource_type, first_event_at, last_event_at)
     select ${organizationId}::uuid, ${accountId}::uuid, region, resource_type, first_event_at, last_event_at from due
     order by region, resource_type
     on conflict on constraint due_cells_pkey do update
       set first_event_at = least(d.first_event_at, excluded.first_event_at),
           last_event_at = greatest(d.last_event_at, excluded.last_event_at)
       where d.first_event_at > excluded.first_event_at or d.last_event_at < excluded.last_event_at`,
  );
}

/** Returns the cells of the resources that the account's inventory knows by an ARN or id. */
async function cellsOfReferences(
  tenant: Tenant,
  accountId: string,
  references: readonly UntypedReference[],
): Promise<readonly DueCell[]> {
  const named = references.flatMap(({ kind, identifier, occurredAt }) => {
    const key = identifierKey(kind, identifier);
    return key === null ? [] : [{ kind, key, occurredAt }];
  });
  if (named.length === 0) return [];
  const cells = await rowsOf<DueCell>(
    tenant,
    sql`select i.region, i.resource_type, min(n.occurred_at) as first_event_at, max(n.occurred_at) as last_event_at
      from ${rowset('n', { kind: 'text', key: 'text', occurredAt: 'timestamptz' }, named)}
      join resource_identifiers i on i.organization_id = ${tenant.organizationId} and i.key = n.key and i.kind = n.kind
        and i.aws_account_id = ${accountId} and i.owned
      group by i.region, i.resource_type`,
  );
  return cells.filter(({ region, resourceType: name }) => isReadIn(region, name));
}

/** A scan of due cells to start. */
export interface DueEventScan {
  readonly organizationId: string;
  readonly awsAccountId: string;
  readonly region: string;
  readonly resourceTypes: readonly string[];
}

export interface EventScanSettings {
  /** Seconds since the last event of an account and region after which their due cells are read. */
  readonly eventScanQuietSeconds: number;
  /** Minutes between two readings of a cell by events. */
  readonly eventScanMinutes: number;
}

/**
 * Lists scans of due cells to start, of all organizations: of each account without an active scan one region. Organizations
 * get equal shares of `limit`.
 */
export async function listDueEventScans(
  database: Database,
  settings: EventScanSettings,
  limit: number,
): Promise<readonly DueEventScan[]> {
  return rowsOf<DueEventScan>(database.outside, selectDueEventScans(settings, null, limit));
}

/** Returns the scan of due cells of an account to start now, if any. */
export async function findDueEventScan(
  tenant: Tenant,
  settings: EventScanSettings,
  accountId: string,
): Promise<DueEventScan | undefined> {
  return rowOf<DueEventScan>(tenant, selectDueEventScans(settings, accountId, 1));
}

function selectDueEventScans(
  { eventScanQuietSeconds: quiet, eventScanMinutes: pause }: EventScanSettings,
  accountId: string | null,
  limit: number,
): Sql {
  return sql`select * from due_event_scans(make_interval(secs => ${quiet}), make_interval(mins => ${pause}),
    ${maximumCallsOfDueCell}, ${accountId}::uuid, ${limit})`;
}

/** Deletes due cells of an account and region, which no scan reads. */
export async function deleteDueCells(
  tenant: Tenant,
  accountId: string,
  region: string,
  resourceTypes: readonly string[],
): Promise<void> {
  await execute(
    tenant,
    sql`delete from due_cells where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId}
      and region = ${region} and resource_type = any(${resourceTypes}::text[])`,
  );
}
