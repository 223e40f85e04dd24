import type { Lookup, LookupScope } from '../../../domain/graph/plan-lookup.ts';
import { globalRegion } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** The result of a lookup. */
export type Identified =
  | { readonly outcome: 'none' | 'ambiguous' }
  | {
      readonly outcome: 'found';
      readonly resourceId: string;
      /** The identifier of a hashed key. */
      readonly key: string;
    };

interface Candidate {
  readonly resourceId: string;
  readonly kind: string;
  readonly key: string;
  /** The key, or the hash for hashed lookups. */
  readonly named: string;
  readonly resourceType: string;
  readonly awsAccountId: string;
  readonly region: string;
  readonly owned: boolean;
}

/** Identifiers that one statement reads. */
const maximumCandidates = 20_000;

/**
 * Returns the result of each lookup, in order. The number of identifiers that it reads does not depend on how many
 * resources have the same key.
 */
export async function findIdentified(
  tenant: Tenant,
  lookups: readonly Lookup[],
  most: number = maximumCandidates,
): Promise<readonly Identified[]> {
  const distinct = new Map(lookups.map((lookup) => [textOf(lookup), lookup]));
  const results = new Map<string, Identified>();
  for (const column of ['key', 'hash'] as const) {
    const byKey = Map.groupBy(
      [...distinct.values()].filter(({ hashed }) => hashed === (column === 'hash')),
      ({ key }) => key,
    );
    if (byKey.size > 0) await identify(tenant, { column, most, results }, [...byKey.values()]);
  }
  return lookups.map((lookup) => results.get(textOf(lookup)) ?? { outcome: 'none' });
}

interface Search {
  readonly column: 'key' | 'hash';
  readonly most: number;
  readonly results: Map<string, Identified>;
}

/** Adds the results of lookups, grouped by key. Halves the keys until the identifiers of each half fit. */
async function identify(
  tenant: Tenant,
  search: Search,
  groups: readonly (readonly Lookup[])[],
): Promise<void> {
  const lookups = groups.flat();
  const keys = groups.flatMap(([first]) => first?.key ?? []);
  const candidates = await readCandidates(tenant, search, keys);
  if (candidates !== undefined) {
    const named = Map.groupBy(candidates, (candidate) => `${candidate.kind} ${candidate.named}`);
    for (const lookup of lookups)
      search.results.set(textOf(lookup), decide(lookup, named.get(`${lookup.kind} ${lookup.key}`) ?? []));
  } else if (groups.length > 1) {
    const middle = Math.ceil(groups.length / 2);
    await identify(tenant, search, groups.slice(0, middle));
    await identify(tenant, search, groups.slice(middle));
  } else
    for (const lookup of lookups)
      search.results.set(textOf(lookup), await identifyCrowded(tenant, search.column, lookup));
}

function textOf(lookup: Lookup): string {
  return JSON.stringify(lookup);
}

/** A set of candidates of a lookup, as a predicate and as a condition of SQL. */
interface Condition {
  readonly fits: (candidate: Candidate, lookup: Lookup) => boolean;
  readonly where: (lookup: Lookup) => Sql;
}

const inAccount: Condition = {
  fits: (candidate, { accountId }) => candidate.awsAccountId === accountId,
  where: ({ accountId }) => sql`aws_account_id = ${accountId}`,
};
const inRegion: Condition = {
  fits: (candidate, lookup) => inAccount.fits(candidate, lookup) && candidate.region === lookup.region,
  where: (lookup) => sql`${inAccount.where(lookup)} and region = ${lookup.region}`,
};
const inRegionOrGlobal: Condition = {
  fits: (candidate, lookup) =>
    inAccount.fits(candidate, lookup) && [lookup.region, globalRegion].includes(candidate.region),
  where: (lookup) =>
    sql`${inAccount.where(lookup)} and region = any(${[lookup.region, globalRegion]}::text[])`,
};
const isOwned: Condition = { fits: ({ owned }) => owned, where: () => sql`owned` };
const isAny: Condition = { fits: () => true, where: () => sql`true` };

/** The first condition with candidates decides. */
const conditionsOf: Readonly<Record<LookupScope, readonly Condition[]>> = {
  id: [inRegion, inAccount, isOwned, isAny],
  name: [inRegionOrGlobal],
  global_name: [inRegion, inAccount],
  organization: [isOwned, isAny],
};

function decide(lookup: Lookup, named: readonly Candidate[]): Identified {
  const { types } = lookup;
  const candidates =
    types.length === 0 ? named : named.filter((candidate) => types.includes(candidate.resourceType));
  for (const { fits } of conditionsOf[lookup.scope]) {
    const identified = toIdentified(candidates.filter((candidate) => fits(candidate, lookup)));
    if (identified !== undefined) return identified;
  }
  return { outcome: 'none' };
}

/** One resource is found; several are ambiguous. `undefined`: there is no candidate. */
function toIdentified([first, ...others]: readonly Candidate[]): Identified | undefined {
  if (first === undefined) return undefined;
  if (others.some((other) => other.resourceId !== first.resourceId)) return { outcome: 'ambiguous' };
  return { outcome: 'found', resourceId: first.resourceId, key: first.key };
}

/** Returns the result of a lookup whose key more identifiers have than one statement reads. */
async function identifyCrowded(
  tenant: Tenant,
  column: Search['column'],
  lookup: Lookup,
): Promise<Identified> {
  const ofType = lookup.types.length === 0 ? sql`true` : sql`resource_type = any(${lookup.types}::text[])`;
  for (const { where } of conditionsOf[lookup.scope]) {
    // A third candidate changes nothing.
    const candidates = await rowsOf<Candidate>(
      tenant,
      sql`${selectCandidates(column)} where organization_id = ${tenant.organizationId}
        and ${rawSql(column)} = ${lookup.key} and kind = ${lookup.kind} and ${ofType} and ${where(lookup)} limit 2`,
    );
    const identified = toIdentified(candidates);
    if (identified !== undefined) return identified;
  }
  return { outcome: 'none' };
}

/** Reads the identifiers with one of the keys. `undefined`: there are more than `most`. */
async function readCandidates(
  tenant: Tenant,
  { column, most }: Search,
  keys: readonly string[],
): Promise<readonly Candidate[] | undefined> {
  const rows = await rowsOf<Candidate>(
    tenant,
    sql`${selectCandidates(column)} where organization_id = ${tenant.organizationId}
      and ${rawSql(column)} = any(${keys}::text[]) limit ${most + 1}`,
  );
  return rows.length > most ? undefined : rows;
}

function selectCandidates(column: Search['column']): Sql {
  return sql`select resource_id, kind, key, ${rawSql(column)} as named, resource_type, aws_account_id, region, owned
    from resource_identifiers`;
}
