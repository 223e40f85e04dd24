import type { EdgeRule } from '../../../domain/graph/edge-rule.ts';
import { execute, oneRowOf, rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { storeAccessPolicies } from '../access/store-access-policies.ts';
import { storeExposureFacts } from '../exposure/store-exposure-facts.ts';
import { lockGraph } from '../lock-graph.ts';
import { markReferringHolders } from './mark-due.ts';
import { storeIdentifiers } from './store-identifiers.ts';
import { storeReferences } from './store-references.ts';
import type { StoredHolder } from './stored-holder.ts';

/** References of the holders of an account. */
export const maximumReferencesOfAccount = 5_000_000;

export interface HolderBatch {
  readonly accountId: string;
  readonly runId: string;
  /** Computes the relationships of all holders again, also of unchanged ones. */
  readonly isFull: boolean;
  /** The last resource of the batch in a full run. */
  readonly extractedTo: string | undefined;
  readonly middleTypes: readonly string[];
  readonly edgeRules: readonly EdgeRule[];
  readonly maximumReferences?: number;
}

/**
 * Stores the identifiers and references of a batch of holders, in the caller's transaction. Writes only what changed.
 * Marks as due the holders that changed, and those of every account with references to identifiers that came or went.
 * When the account would have more than 5,000,000 references, the holders are stored without references. Stores nothing
 * when the run has ended, and of a full run only holders after the last stored one: Temporal can deliver an activity to a
 * second worker while the first one continues.
 */
export async function storeHolders(
  tenant: Tenant,
  {
    accountId,
    runId,
    isFull,
    extractedTo,
    middleTypes,
    edgeRules,
    maximumReferences = maximumReferencesOfAccount,
  }: HolderBatch,
  batch: readonly StoredHolder[],
): Promise<void> {
  await lockGraph(tenant);
  const run = await findActiveRun(tenant, runId);
  if (run === undefined) return;
  const { extractedTo: last } = run;
  const given = isFull && last !== undefined ? batch.filter(({ holder }) => holder.id > last) : batch;
  const budget = maximumReferences - (await referencesOfOthers(tenant, accountId, given));
  const holders = withinBudget(given, budget);
  const changed = await upsertHolders(tenant, accountId, holders, isFull);
  const changedKeys = await storeIdentifiers(tenant, accountId, holders);
  await storeReferences(tenant, accountId, holders, new Map(edgeRules.map((rule) => [rule.id, rule])));
  await markReferringHolders(tenant, changedKeys);
  await storeExposureFacts(tenant, accountId, holders);
  await storeAccessPolicies(tenant, accountId, holders);
  if (isFull) await markMiddles(tenant, holders, middleTypes);
  await execute(
    tenant,
    sql`update graph_accounts set reference_count = ${maximumReferences - budget + countReferences(holders)}
      where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId}`,
  );
  await execute(
    tenant,
    sql`update graph_extractions set extracted_to = greatest(${extractedTo}::uuid, extracted_to),
        resources_extracted = resources_extracted + ${changed},
        references_found = references_found + ${countReferences(holders)},
        cut_resources = cut_resources + ${holders.filter(({ cut }) => cut !== undefined).length}
      where organization_id = ${tenant.organizationId} and run_id = ${runId}`,
  );
}

/** Returns the progress of a run that has not ended. */
async function findActiveRun(
  tenant: Tenant,
  runId: string,
): Promise<{ readonly extractedTo: string | undefined } | undefined> {
  const { organizationId } = tenant;
  return rowOf(
    tenant,
    sql`select x.extracted_to from graph_extractions x
      join runs r on r.organization_id = ${organizationId} and r.id = x.run_id and r.status in ('queued', 'running')
      where x.organization_id = ${organizationId} and x.run_id = ${runId}`,
  );
}

function countReferences(holders: readonly StoredHolder[]): number {
  return holders.reduce((sum, { extracted }) => sum + extracted.references.length, 0);
}

/** Counts the stored references of the account without those of the holders of the batch. */
async function referencesOfOthers(
  tenant: Tenant,
  accountId: string,
  holders: readonly StoredHolder[],
): Promise<number> {
  const { organizationId } = tenant;
  const ids = holders.map(({ holder }) => holder.id);
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select (coalesce((select reference_count from graph_accounts
        where organization_id = ${organizationId} and aws_account_id = ${accountId}), 0)
      - coalesce((select sum(reference_count) from graph_holders
        where organization_id = ${organizationId} and resource_id = any(${ids}::uuid[])), 0))::bigint as count`,
  );
  return count;
}

function withinBudget(holders: readonly StoredHolder[], budget: number): readonly StoredHolder[] {
  let used = 0;
  return holders.map((stored) => {
    const { references } = stored.extracted;
    if (references.length === 0 || used + references.length <= budget) {
      used += references.length;
      return stored;
    }
    return { ...stored, extracted: { ...stored.extracted, references: [] }, cut: 'account' };
  });
}

/**
 * Stores the rows of the holders. A revision of a holder changes its evidence, so its relationships are computed again.
 * Returns the number of holders that are not stored already.
 */
async function upsertHolders(
  tenant: Tenant,
  accountId: string,
  holders: readonly StoredHolder[],
  isFull: boolean,
): Promise<number> {
  const column = <T>(read: (stored: StoredHolder) => T): T[] => holders.map(read);
  return execute(
    tenant,
    sql`insert into graph_holders as h (organization_id, resource_id, aws_account_id, config_hash, volatile_hash,
        observed_at, scan_id, reference_count, cut)
      select ${tenant.organizationId}, g.resource_id, ${accountId}, g.config_hash, g.volatile_hash, g.observed_at::timestamptz,
        g.scan_id::uuid, g.reference_count, g.cut
      from unnest(${column(({ holder }) => holder.id)}::uuid[], ${column(({ holder }) => holder.configHash)}::text[],
        ${column(({ holder }) => holder.volatileHash)}::text[],
        ${column(({ holder }) => holder.observedAt)}::text[], ${column(({ holder }) => holder.scanId)}::text[],
        ${column(({ extracted }) => extracted.references.length)}::integer[], ${column(({ cut }) => cut)}::text[])
        as g(resource_id, config_hash, volatile_hash, observed_at, scan_id, reference_count, cut)
      on conflict (organization_id, resource_id) do update set config_hash = excluded.config_hash,
        volatile_hash = excluded.volatile_hash, observed_at = excluded.observed_at, scan_id = excluded.scan_id,
        reference_count = excluded.reference_count, cut = excluded.cut, resolve_due = true
      where ${isFull} or (h.config_hash, h.volatile_hash, h.observed_at, h.scan_id, h.reference_count, h.cut)
        is distinct from (excluded.config_hash, excluded.volatile_hash, excluded.observed_at, excluded.scan_id,
          excluded.reference_count, excluded.cut)`,
  );
}

/** The rules of compositions may have changed since the last full run. */
async function markMiddles(
  tenant: Tenant,
  holders: readonly StoredHolder[],
  middleTypes: readonly string[],
): Promise<void> {
  const types = new Set(middleTypes);
  const ids = holders.filter(({ holder }) => types.has(holder.resourceType)).map(({ holder }) => holder.id);
  if (ids.length === 0) return;
  await execute(
    tenant,
    sql`insert into graph_changed_middles (organization_id, resource_id)
      select ${tenant.organizationId}, id from unnest(${ids}::uuid[]) as m(id)
      on conflict (organization_id, resource_id) do nothing`,
  );
}
