import type { EdgeRule } from '../../../domain/graph/edge-rule.ts';
import { describeExternal, makesExternalNode, planLookup } from '../../../domain/graph/plan-lookup.ts';
import type { Lookup } from '../../../domain/graph/plan-lookup.ts';
import { execute, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { upsertExternalNodes } from './external-node-store.ts';
import type { UpsertedNodes } from './external-node-store.ts';
import { findIdentified } from './find-identified.ts';
import type { Identified } from './find-identified.ts';
import { valuesById } from '../values-by-id.ts';

/** A reference of a due holder, with the end that it named before and the end that it names now. */
export interface ResolvedChange {
  readonly holderId: string;
  readonly rule: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Account and region of a holder. */
interface Scope {
  readonly awsAccountId: string;
  readonly region: string;
}

interface DueReference extends Scope {
  readonly id: number;
  readonly holderId: string;
  readonly rule: string;
  readonly key: string;
  readonly baseKey: string | undefined;
  readonly otherId: string | undefined;
  readonly found: string | undefined;
  readonly gone: boolean;
}

/**
 * Resolves the references of holders: sets the resource or external node that each names. Deletes those that the
 * configurations no longer have. Returns all references of the holders, and the external nodes whose type became known.
 */
export async function resolveReferences(
  tenant: Tenant,
  holderIds: readonly string[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<{ readonly references: readonly ResolvedChange[]; readonly typedNodes: readonly string[] }> {
  const { organizationId } = tenant;
  const holders = await rowsOf<{ id: string } & Scope>(
    tenant,
    sql`select id, aws_account_id, region from resources
      where organization_id = ${organizationId} and id = any(${holderIds}::uuid[])`,
  );
  const scopes = new Map(holders.map(({ id, ...scope }) => [id, scope]));
  const rows = await rowsOf<Omit<DueReference, keyof Scope>>(
    tenant,
    sql`select id, holder_id, rule, key, base_key, other_id, found, gone from graph_references
      where organization_id = ${organizationId} and holder_id = any(${holderIds}::uuid[])`,
  );
  const references = rows.flatMap((row): DueReference[] => {
    const scope = scopes.get(row.holderId);
    return scope === undefined ? [] : [{ ...row, ...scope }];
  });
  const resolved = await identify(
    tenant,
    references.filter(({ gone }) => !gone),
    rules,
  );
  const nodes = await createNodes(tenant, resolved, rules);
  const changes = resolved.map(({ reference, result }) => {
    const isExternal =
      result.outcome === 'none' && makesExternalNode(rules.get(reference.rule), reference.key);
    const node = isExternal ? nodes.ids.get(reference.key) : undefined;
    const { otherId, found } = resourceOf(reference, result);
    return { reference, after: otherId ?? node, found };
  });
  await update(
    tenant,
    changes.filter(({ reference, after, found }) => reference.otherId !== after || reference.found !== found),
  );
  const gone = references.filter((reference) => reference.gone);
  await remove(tenant, gone);
  return {
    references: [
      ...changes.map(({ reference, after }) => toChange(reference, after)),
      ...gone.map((reference) => toChange(reference, undefined)),
    ],
    typedNodes: nodes.typed,
  };
}

function toChange({ holderId, rule, otherId: before }: DueReference, after: string | undefined) {
  return { holderId, rule, before, after };
}

interface Resolved<Reference> {
  readonly reference: Reference;
  readonly result: Identified;
}

export type NewReference = Pick<
  DueReference,
  'holderId' | 'rule' | 'key' | 'baseKey' | 'awsAccountId' | 'region'
>;

/**
 * Returns the resources that references name among the stored identifiers, in order. A reference that is inserted with its
 * resource is not updated when it is resolved. Creates no external nodes, because later resources can have the identifiers.
 */
export async function findResources(
  tenant: Tenant,
  references: readonly NewReference[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<readonly FoundResource[]> {
  const resolved = await identify(tenant, references, rules);
  return resolved.map(({ reference, result }) => resourceOf(reference, result));
}

interface FoundResource {
  readonly otherId: string | undefined;
  /** The identifier of a hashed key. */
  readonly found: string | undefined;
}

/** A reference to the holder itself names no other resource. */
function resourceOf(reference: NewReference, result: Identified): FoundResource {
  if (result.outcome !== 'found' || result.resourceId === reference.holderId)
    return { otherId: undefined, found: undefined };
  const { resourceId: otherId, key } = result;
  return { otherId, found: key === reference.key || key === reference.baseKey ? undefined : key };
}

/** Looks up the keys, then the base keys of references whose keys no resource has. Equal lookups are made once. */
async function identify<Reference extends NewReference>(
  tenant: Tenant,
  references: readonly Reference[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<readonly Resolved<Reference>[]> {
  const first = await lookUp(tenant, rules, references, ({ key }) => key);
  const missing = references.filter(
    (reference, index) => first[index]?.outcome === 'none' && reference.baseKey !== undefined,
  );
  const second = await lookUp(tenant, rules, missing, (reference) => reference.baseKey ?? '');
  const resultOf = new Map(missing.map((reference, index) => [reference, second[index]]));
  return references.map((reference, index) => ({
    reference,
    result: resultOf.get(reference) ?? first[index] ?? { outcome: 'none' },
  }));
}

async function lookUp(
  tenant: Tenant,
  rules: ReadonlyMap<string, EdgeRule>,
  references: readonly NewReference[],
  keyOf: (reference: NewReference) => string,
): Promise<readonly Identified[]> {
  const lookups: Lookup[] = [];
  const positions = new Map<string, number>();
  const positionOf = references.map((reference) => {
    const { awsAccountId: accountId, region, rule } = reference;
    const lookup = planLookup({ accountId, region }, rule, rules.get(rule), keyOf(reference));
    if (lookup === undefined) return undefined;
    const { scope, kind, key, types } = lookup;
    const text = JSON.stringify([scope, kind, key, types, lookup.accountId, lookup.region]);
    const known = positions.get(text) ?? lookups.push(lookup) - 1;
    positions.set(text, known);
    return known;
  });
  const results = await findIdentified(tenant, lookups);
  return positionOf.map((position) =>
    // A reference of a rule that no longer exists gives no edge.
    position === undefined ? { outcome: 'ambiguous' } : (results[position] ?? { outcome: 'none' }),
  );
}

/** Creates the external nodes of the keys that no resource has. */
async function createNodes(
  tenant: Tenant,
  resolved: readonly Resolved<DueReference>[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<UpsertedNodes> {
  const described = new Map<string, ReturnType<typeof describeExternal>>();
  for (const { reference, result } of resolved) {
    const rule = rules.get(reference.rule);
    if (result.outcome !== 'none' || !makesExternalNode(rule, reference.key)) continue;
    const given = describeExternal(rule, reference.key);
    const known = described.get(reference.key);
    described.set(reference.key, { ...given, resourceType: known?.resourceType ?? given.resourceType });
  }
  return upsertExternalNodes(
    tenant,
    [...described].map(([identifier, description]) => ({ identifier, ...description })),
  );
}

async function update(
  tenant: Tenant,
  rows: readonly {
    readonly reference: DueReference;
    readonly after: string | undefined;
    readonly found: string | undefined;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  const holderIds = [...new Set(rows.map(({ reference }) => reference.holderId))];
  await execute(
    tenant,
    sql`update graph_references r set other_id = (v.by_id -> r.id::text ->> 'other_id')::uuid,
        found = v.by_id -> r.id::text ->> 'found'
      from ${valuesById(
        rows.map(({ reference: { id }, after, found }) => ({ id, after, found })),
        ({ after, found }) => ({ other_id: after, found }),
      )}
      where r.organization_id = ${tenant.organizationId} and r.holder_id = any(${holderIds}::uuid[])
        and r.id = any(${rows.map(({ reference }) => reference.id)}::bigint[])`,
  );
}

async function remove(tenant: Tenant, rows: readonly DueReference[]): Promise<void> {
  if (rows.length === 0) return;
  const holderIds = [...new Set(rows.map((row) => row.holderId))];
  await execute(
    tenant,
    sql`delete from graph_references where organization_id = ${tenant.organizationId}
      and holder_id = any(${holderIds}::uuid[]) and id = any(${rows.map(({ id }) => id)}::bigint[])`,
  );
}
