import type { Lookup, LookupScope } from '../../domain/graph/plan-lookup.ts';
import { globalRegion } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The result of a lookup. */
export type Identified =
  | { readonly outcome: 'none' | 'ambiguous' }
  | {
      readonly outcome: 'found';
      readonly resourceId: string;
      /** The identifier of a hashed key. */ readonly key: string;
    };

interface Candidate {
  readonly resource_id: string;
  readonly kind: string;
  readonly key: string;
  /** The key or hash of the lookup. */
  readonly named: string;
  readonly resource_type: string;
  readonly aws_account_id: string;
  readonly region: string;
  readonly owned: boolean;
}

/** Returns the result of each lookup, in order. */
export async function findIdentified(
  tenant: Tenant,
  lookups: readonly Lookup[],
): Promise<readonly Identified[]> {
  const byKey = await select(
    tenant,
    'key',
    lookups.filter(({ hashed }) => !hashed),
  );
  const byHash = await select(
    tenant,
    'hash',
    lookups.filter(({ hashed }) => hashed),
  );
  return lookups.map((lookup) => {
    const named = (lookup.hashed ? byHash : byKey).get(`${lookup.kind} ${lookup.key}`) ?? [];
    const { types } = lookup;
    return decide(
      lookup,
      types.length === 0 ? named : named.filter((candidate) => types.includes(candidate.resource_type)),
    );
  });
}

type Condition = (candidate: Candidate, lookup: Lookup) => boolean;

const inAccount: Condition = (candidate, { accountId }) => candidate.aws_account_id === accountId;
const inRegion: Condition = (candidate, lookup) =>
  inAccount(candidate, lookup) && candidate.region === lookup.region;
const inRegionOrGlobal: Condition = (candidate, lookup) =>
  inRegion(candidate, lookup) || (inAccount(candidate, lookup) && candidate.region === globalRegion);
const isOwned: Condition = ({ owned }) => owned;
const isAny: Condition = () => true;

const conditionsOf: Readonly<Record<LookupScope, readonly Condition[]>> = {
  id: [inRegion, inAccount, isOwned, isAny],
  name: [inRegionOrGlobal],
  global_name: [inRegion, inAccount],
  organization: [isOwned, isAny],
};

/** The first condition with candidates decides: one resource, or none when there are several. */
function decide(lookup: Lookup, candidates: readonly Candidate[]): Identified {
  for (const fits of conditionsOf[lookup.scope]) {
    const [first, ...others] = candidates.filter((candidate) => fits(candidate, lookup));
    if (first === undefined) continue;
    if (others.some((other) => other.resource_id !== first.resource_id)) return { outcome: 'ambiguous' };
    return { outcome: 'found', resourceId: first.resource_id, key: first.key };
  }
  return { outcome: 'none' };
}

/**
 * Selects the candidates of lookups by kind and key. Of those that no condition tells apart, it selects two: a third one
 * changes nothing.
 */
async function select(
  tenant: Tenant,
  column: 'key' | 'hash',
  lookups: readonly Lookup[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  if (lookups.length === 0) return new Map();
  const named = rawSql(column);
  const keys = [...new Set(lookups.map(({ key }) => key))];
  const accounts = [...new Set(lookups.map(({ accountId }) => accountId).filter((id) => id !== ''))];
  const rows = await rowsOf<Candidate>(
    tenant,
    sql`select resource_id, kind, key, ${named} as named, resource_type, aws_account_id, region, owned from (
        select *, row_number() over (partition by ${named}, kind, resource_type, owned) as in_organization,
          row_number() over (partition by ${named}, kind, resource_type, aws_account_id, region) as in_region
        from resource_identifiers
        where organization_id = ${tenant.organizationId} and ${named} = any(${keys}::text[])) i
      where in_organization <= 2 or in_region <= 2 and aws_account_id = any(${accounts}::uuid[])`,
  );
  const candidates = new Map<string, Candidate[]>();
  for (const row of rows) {
    const text = `${row.kind} ${row.named}`;
    const known = candidates.get(text);
    if (known === undefined) candidates.set(text, [row]);
    else known.push(row);
  }
  return candidates;
}
