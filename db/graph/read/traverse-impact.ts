import { targetFailingTypes } from '../../../domain/graph/failure-propagation.ts';
import { ImpactPaths } from '../../../domain/graph/impact-paths.ts';
import type { ImpactStep } from '../../../domain/graph/impact-paths.ts';
import type { RelationshipDirection } from '../../../domain/values.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { oneRowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { edgeEnds } from '../edges/edge-ends.ts';
import { edgeFailure, weakestFailing } from '../edges/edge-failure.ts';
import type { EdgeEnds } from '../edges/edge-ends.ts';

export interface ImpactRequest {
  readonly rootId: string;
  /** `incoming`: what fails with the root. `outgoing`: what the root needs. */
  readonly direction: RelationshipDirection;
  /** Maximum number of relationships of a path. */
  readonly depth: number;
  readonly maximumNodes: number;
}

export interface Impact {
  readonly paths: ImpactPaths;
  /** More nodes than `maximumNodes` are within the depth. */
  readonly truncated: boolean;
  /** A path on which every relationship fails is longer than the depth. */
  readonly depthReached: boolean;
}

/**
 * Finds the nodes that fail with a resource, or that it needs, breadth first with one statement per depth. Follows active
 * relationships by the tables of `failure-propagation.ts`. A relationship that does not fail its source, or has low
 * confidence, still reaches the node, but no path goes on from it; nor from a node that fails only locally.
 */
export async function traverseImpact(tenant: Tenant, request: ImpactRequest): Promise<Impact> {
  const { rootId, direction, maximumNodes } = request;
  const paths = new ImpactPaths(rootId);
  for (let depth = 1; depth <= request.depth && paths.frontier.length > 0; depth += 1) {
    const steps = selectSteps(tenant.organizationId, direction, paths);
    const remaining = maximumNodes - paths.size;
    // Only known nodes are added to a full answer: paths may go on from them to a new one.
    if (remaining === 0 && (await hasNewNode(tenant, steps)))
      return { paths, truncated: true, depthReached: false };
    const { found, total } = await findSteps(tenant, steps, remaining);
    paths.add(depth, found);
    if (total > remaining) return { paths, truncated: true, depthReached: false };
  }
  const steps = selectSteps(tenant.organizationId, direction, paths);
  const depthReached = paths.frontier.length > 0 && (await hasNewFailure(tenant, steps, paths));
  return { paths, truncated: false, depthReached };
}

async function hasNewNode(tenant: Tenant, steps: Sql): Promise<boolean> {
  const row = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select exists (select from (${steps}) s where s.is_new) as found`,
  );
  return row.found;
}

async function hasNewFailure(tenant: Tenant, steps: Sql, paths: ImpactPaths): Promise<boolean> {
  const failing = paths.open.filter((id) => paths.fails(id));
  const row = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select exists (select from (${steps}) s where s.fails and s.id <> all(${failing}::uuid[])) as found`,
  );
  return row.found;
}

/**
 * Returns for each node the best step that goes on, the best that fails and ends, and the best that does not fail: for all known
 * ones and `maximum` new ones.
 */
async function findSteps(
  tenant: Tenant,
  steps: Sql,
  maximum: number,
): Promise<{ readonly found: readonly ImpactStep[]; readonly total: number }> {
  const rows = await rowsOf<ImpactStep & { total: number }>(
    tenant,
    sql`with steps as materialized (${steps}),
        best as materialized (select id, min(rank) as rank from steps where is_new group by id),
        kept as materialized (select id from best order by rank, id limit ${maximum})
      select distinct on (s.id, s.fails, s.spreads) s.id, s.fails, s.spreads, s.rank, s.how, s.parent_id, s.relationship_id, s.relationship_type,
        (select count(*)::integer from best) as total
      from steps s left join kept k on k.id = s.id
      where k.id is not null or not s.is_new
      order by s.id, s.fails, s.spreads, s.rank, s.parent_id, s.relationship_id`,
  );
  return { found: rows, total: rows[0]?.total ?? 0 };
}

/** Returns a query for the steps from the frontier to nodes without a failing path: {@link ImpactStep}s and `is_new`. */
function selectSteps(organizationId: string, direction: RelationshipDirection, paths: ImpactPaths): Sql {
  const opposite = direction === 'incoming' ? 'outgoing' : 'incoming';
  const ids = paths.frontier.map(({ id }) => id);
  const ranks = paths.frontier.map(({ rank }) => rank);
  const hows = paths.frontier.map(({ how }) => how);
  const isIncoming = direction === 'incoming';
  // Postgres hashes the arrays of these conditions. It can join thousands of unnested ids with a nested loop.
  return sql`
    select f.*, f.id <> all(${paths.open}::uuid[]) as is_new
    from (
      with frontier as materialized (
        select * from unnest(${ids}::uuid[], ${ranks}::integer[], ${hows}::integer[]) given (id, rank, how)),
      edge as (
        ${selectEdges(organizationId, edgeEnds[direction], undefined)}
        union all
        ${selectEdges(organizationId, edgeEnds[opposite], targetFailingTypes)})
      select id, parent_id, relationship_id, relationship_type, rank, how, fails,
        fails and ${isIncoming ? sql`not local` : sql`true`} as spreads
      from (
        select id, parent_id, relationship_id, relationship_type, rank, greatest(inherited, failure) as how, local,
          failure <= ${weakestFailing} and ${isIncoming ? sql`true` : sql`(not local or parent_id = ${paths.rootId})`} as fails
        from edge) e
    ) f
    where f.id <> all(${paths.closed}::uuid[]) and (f.fails or f.id <> all(${paths.open}::uuid[]))`;
}

/**
 * Returns a query for the edges from the frontier. Without `types`, of all types: some of them do not fail their source. A failure
 * that is local fails the end of the relationship, but nothing behind it.
 */
function selectEdges(
  organizationId: string,
  { near, far }: EdgeEnds,
  types: readonly string[] | undefined,
): Sql {
  const ofTypes = types === undefined ? sql`` : sql`and e.relationship_type = any(${types}::text[])`;
  return sql`select ${far} as id, n.id as parent_id, e.id as relationship_id, e.relationship_type,
      ${edgeFailure(types === undefined ? 'source' : 'target')} as failure, n.how as inherited, e.failure_local as local,
      greatest(n.rank, ${confidenceRank('e.confidence')} - 1) as rank
    from frontier n
    join relationships e on e.organization_id = ${organizationId} and ${near} = n.id and e.status = 'active'
      ${ofTypes}`;
}
