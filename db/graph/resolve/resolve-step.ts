import type { EdgeRule } from '../../../domain/graph/edge-rule.ts';
import type { GraphRules } from '../../../domain/graph/graph-rules.ts';
import { queueInference } from '../../ownership/inference/inference-queue.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { composeMiddles } from '../edges/compose-middles.ts';
import { deleteUnusedNodes } from './external-node-store.ts';
import { lockGraph } from '../lock-graph.ts';
import { markChangedKeys } from '../extract/mark-due.ts';
import { findExternalNodes, moveEdges } from '../edges/move-edges.ts';
import type { EdgeMove } from '../edges/move-edges.ts';
import { recomputeEdges } from '../edges/recompute-edges.ts';
import { takeUpTo } from './take-up-to.ts';
import type { EndPair } from '../edges/between-ends.ts';
import { resolveReferences } from './resolve-references.ts';
import type { ResolvedChange } from './resolve-references.ts';

const holdersPerStep = 1000;
const referencesPerStep = 20_000;

export interface ResolvedStep {
  /** The number of pairs of ends whose relationships it computed. */
  readonly pairs: number;
}

/**
 * Does one part of the outstanding work of the organization's graph in the caller's transaction, and adds the changes to
 * the counts of the run: marks holders whose references name changed identifiers, resolves the references of due holders,
 * or computes compositions. Idempotent. Returns `undefined` when nothing is outstanding.
 */
export async function resolveStep(
  tenant: Tenant,
  rules: GraphRules,
  runId: string,
): Promise<ResolvedStep | undefined> {
  const now = await lockGraph(tenant);
  if (await markChangedKeys(tenant)) return { pairs: 0 };
  const rulesById = new Map(rules.edgeRules.map((rule) => [rule.id, rule]));
  const holderIds = await listDueHolders(tenant);
  const work: Work | undefined =
    holderIds.length > 0
      ? await resolveHolders(tenant, holderIds, rulesById)
      : await composeMiddles(tenant, rules.compositionRules);
  if (work === undefined) return undefined;
  const changes = await recomputeEdges(tenant, work.pairs, rulesById, now);
  // After the new edges are written, which can have the same nodes.
  await deleteUnusedNodes(
    tenant,
    work.moved.flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
  );
  const movedEnds = work.moved.flatMap((move) => [move.newSourceId, move.newTargetId]);
  const typedEnds = await otherEndsOf(tenant, work.typedNodes ?? []);
  await markMiddles(tenant, [...changes.directEnds, ...movedEnds, ...typedEnds], rules);
  await queueRelatedInference(tenant, [...changes.changedEnds, ...movedEnds]);
  await execute(
    tenant,
    sql`update graph_extractions set relationships_added = relationships_added + ${changes.added},
        relationships_updated = relationships_updated + ${changes.updated + work.moved.length},
        relationships_stale = relationships_stale + ${changes.staled}
      where organization_id = ${tenant.organizationId} and run_id = ${runId}`,
  );
  return { pairs: work.pairs.length };
}

/** Lists the next due holders by id: 1,000, or fewer with together at most 20,000 references, those that are gone included. */
async function listDueHolders(tenant: Tenant): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const due = await rowsOf<{ resourceId: string }>(
    tenant,
    sql`select resource_id from graph_holders where organization_id = ${organizationId} and resolve_due
      order by resource_id limit ${holdersPerStep}`,
  );
  const ids = due.map((row) => row.resourceId);
  const counts = await rowsOf<{ id: string; count: number }>(
    tenant,
    sql`select holder_id as id, count(*)::integer as count from (
        select holder_id from graph_references
        where organization_id = ${organizationId} and holder_id = any(${ids}::uuid[])
        order by holder_id limit ${referencesPerStep + 1}) r
      group by holder_id`,
  );
  return takeUpTo(referencesPerStep, ids, new Map(counts.map(({ id, count }) => [id, count])));
}

interface Work {
  readonly pairs: readonly EndPair[];
  readonly moved: readonly EdgeMove[];
  /** External nodes whose type became known. Compositions read the type. */
  readonly typedNodes?: readonly string[];
}

async function resolveHolders(
  tenant: Tenant,
  holderIds: readonly string[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<Work> {
  const { organizationId } = tenant;
  const { references, typedNodes } = await resolveReferences(tenant, holderIds, rules);
  const moved = await moveFromExternalNodes(tenant, references, rules);
  await execute(
    tenant,
    sql`update graph_holders set resolve_due = false
      where organization_id = ${organizationId} and resource_id = any(${holderIds}::uuid[])`,
  );
  // Holders whose resource was deleted.
  await execute(
    tenant,
    sql`delete from graph_holders where organization_id = ${organizationId} and resource_id = any(${holderIds}::uuid[])
      and config_hash = ''`,
  );
  const pairs = references.flatMap(({ holderId, before, after }) =>
    [before, after].flatMap((other) => (other === undefined ? [] : [[holderId, other] as const])),
  );
  return { pairs, moved, typedNodes };
}

/** Moves edges from external nodes to the resources that appeared. */
async function moveFromExternalNodes(
  tenant: Tenant,
  references: readonly ResolvedChange[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<readonly EdgeMove[]> {
  const moves = references.flatMap(({ holderId, rule: ruleId, before, after }) => {
    const rule = rules.get(ruleId);
    if (rule === undefined || before === undefined || after === undefined || before === after) return [];
    const [sourceId, targetId, newSourceId, newTargetId] =
      rule.reversed === true ? [before, holderId, after, holderId] : [holderId, before, holderId, after];
    return [{ sourceId, targetId, type: rule.relation, newSourceId, newTargetId, before }];
  });
  if (moves.length === 0) return [];
  const external = await findExternalNodes(tenant, [...new Set(moves.map(({ before }) => before))]);
  return moveEdges(
    tenant,
    moves.filter(({ before }) => external.has(before)),
  );
}

/** Returns the ids of the ends that active relationships connect with nodes. */
async function otherEndsOf(tenant: Tenant, nodeIds: readonly string[]): Promise<readonly string[]> {
  if (nodeIds.length === 0) return [];
  const edges = sql`relationships e where e.organization_id = ${tenant.organizationId} and e.status = 'active'`;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select e.target_id as id from ${edges} and e.source_id = any(${nodeIds}::uuid[])
      union select e.source_id from ${edges} and e.target_id = any(${nodeIds}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}

async function markMiddles(
  tenant: Tenant,
  ends: readonly string[],
  { compositionRules }: GraphRules,
): Promise<void> {
  const types = [...new Set(compositionRules.map(({ throughType }) => throughType))];
  if (ends.length === 0 || types.length === 0) return;
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into graph_changed_middles (organization_id, resource_id)
      select ${organizationId}, r.id from resources r where r.organization_id = ${organizationId}
        and r.id = any(${ends}::uuid[]) and r.resource_type = any(${types}::text[])
      on conflict (organization_id, resource_id) do nothing`,
  );
}

/** Inference rules with `related_to` read the edges. */
async function queueRelatedInference(tenant: Tenant, ends: readonly string[]): Promise<void> {
  if (ends.length === 0) return;
  const { organizationId } = tenant;
  const related = await rowOf(
    tenant,
    sql`select from inference_rules where organization_id = ${organizationId} and deleted_at is null
      and jsonb_path_exists(conditions, '$.**.related_to') limit 1`,
  );
  if (related === undefined) return;
  const resources = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from resources where organization_id = ${organizationId} and id = any(${ends}::uuid[])`,
  );
  await queueInference(
    tenant,
    'resource',
    resources.map(({ id }) => id),
  );
}
