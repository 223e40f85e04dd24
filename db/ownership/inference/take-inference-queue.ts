import type { InferenceQueueKind } from '../../../domain/values.ts';
import { liveInventorySize } from '../../inventory/search/count-inventory.ts';
import { oneRowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** The largest number of resources that a run evaluates by id. A run over more evaluates all. */
export const maximumScopedResources = 200_000;

/** The changes that a run processes. */
export interface TakenQueue {
  /** Whether every resource is evaluated. */
  readonly all: boolean;
  /** Returns the changed records of a kind. */
  idsOf(kind: Exclude<InferenceQueueKind, 'resource' | 'all'>): readonly string[];
}

/**
 * Deletes the committed rows of the queue, and inserts the resources that they name into `inference_scope`. Rows that
 * other transactions insert meanwhile stay for the next run. Returns `undefined` for an empty queue.
 */
export async function takeInferenceQueue(tenant: Tenant): Promise<TakenQueue | undefined> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ kind: InferenceQueueKind; ids: string[] | undefined; size: number }>(
    tenant,
    sql`with taken as (
        delete from inference_queue where organization_id = ${organizationId} returning kind, subject_id
      ), scoped as (
        insert into inference_scope (organization_id, resource_id)
        select distinct ${organizationId}::uuid, t.subject_id from taken t
        where t.kind = 'resource' and not exists (select from taken a where a.kind = 'all')
          and (select count(*) from taken) <= ${maximumScopedResources}
        on conflict do nothing
      )
      select t.kind, count(*) as size, array_agg(distinct t.subject_id)
          filter (where t.kind not in ('resource', 'all')) as ids
      from taken t group by t.kind`,
  );
  if (rows.length === 0) return undefined;
  const idsByKind = new Map(rows.map(({ kind, ids }) => [kind, ids ?? []]));
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  return {
    all: idsByKind.has('all') || size > maximumScopedResources,
    idsOf: (kind) => idsByKind.get(kind) ?? [],
  };
}

/**
 * Returns whether the next run of the organization can evaluate many resources: the queue requests all or has more than
 * `maximumRows` rows, or it has a row of a record, whose resources are not counted here, and the inventory is large.
 */
export async function isHeavyInference(tenant: Tenant, maximumRows: number): Promise<boolean> {
  const { organizationId } = tenant;
  const row = await oneRowOf<{ heavy: boolean }>(
    tenant,
    sql`with queued as materialized (select q.kind from inference_queue q
        where q.organization_id = ${organizationId} limit ${maximumRows + 1})
      select (select count(*) from queued) > ${maximumRows} or exists (select from queued where kind = 'all')
        or (exists (select from queued where kind <> 'resource')
          and ${liveInventorySize(organizationId)} > ${maximumScopedResources}) as heavy`,
  );
  return row.heavy;
}
