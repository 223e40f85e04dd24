import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { Tenant } from '../../tenant.ts';
import { namedRowsOf, oneRowOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { raiseWorkMemory } from './count-resources.ts';
import { membershipFilters } from './membership-filters.ts';
import type { ResourceIdFilter } from './resource-id-filter.ts';

/**
 * The resources that match `q` and the {@link ResourceIdFilter}s of a search, for page, total and facets. If one of these
 * matches few resources, their ids are listed, and the others become conditions on these ids.
 */
export interface CandidateSet {
  readonly ids: IdList | undefined;
  /** Returns the conditions on a column with a resource's id, for queries that test few resources. */
  readonly conditions: (idColumn: string) => readonly Sql[];
  /** As `conditions`, for queries that test many resources: they look each one up in the set of all matches. */
  readonly lookups: (idColumn: string) => readonly Sql[];
  /** Set if there is one membership filter, no `q` and no list, and a faster query for the counts by cell. */
  readonly cells: Sql | undefined;
  /** Set if `q` is the only one of these and matches many resources: a definer function then counts them. */
  readonly text: CommonText | undefined;
}

/** Ids as the text of a Postgres array, which becomes a parameter of the next query without being parsed. */
export interface IdList {
  readonly count: number;
  readonly list: string;
  /** Cell, status and management state of each id, if `q` is the only one of these. */
  readonly counted: CountedLists | undefined;
}

/** Postgres arrays in the order of the ids. */
interface CountedLists {
  readonly cells: string;
  readonly statuses: string;
  readonly managementStates: string;
}

interface CommonText {
  readonly q: string;
  readonly byIndex: boolean;
  /** Most resources match: the ones that do not are counted and subtracted from the stored counts. */
  readonly inMost: boolean;
}

/** Above these lengths, testing rows in sort order is cheaper than a list of ids. */
const maximumIdsByIndex = 5000;
const maximumIdsByScan = 60_000;
/** For fewer ids, testing each is cheaper than reading all matches of another filter. */
const minIdsForSet = 500;
const sampleSize = 200;
/** A text in a larger share of the sampled resources is tested row by row; its matches are not listed. */
const commonShare = 0.05;
const majorityShare = 0.5;

/** Returns the candidate set, or `undefined` if the search has neither `q` nor a membership filter. */
export async function findCandidates(
  tenant: Tenant,
  filter: ResourceFilter,
): Promise<CandidateSet | undefined> {
  const { asOf } = filter;
  // The search texts are stored in this form.
  const q = filter.q?.normalize('NFC');
  const { organizationId } = tenant;
  const memberships = await membershipFilters(tenant, filter);
  if (q === undefined && memberships.length === 0) return undefined;
  if (memberships.length > 0) await raiseWorkMemory(tenant);
  const contains = (id: string): readonly Sql[] =>
    q === undefined ? [] : [containsText(organizationId, id, q, asOf)];

  const setOf = (
    ids: IdList | undefined,
    others: readonly ResourceIdFilter[],
    texts: typeof contains,
  ): CandidateSet => {
    const isShort = ids !== undefined && ids.count < minIdsForSet;
    const lookups = (id: string) => [...others.map((other) => isInSet(id, other.ids)), ...texts(id)];
    const conditions = (id: string) => [
      ...others.map((other) =>
        other.isSlow === true && !isShort ? isInSet(id, other.ids) : other.condition(id),
      ),
      ...texts(id),
    ];
    return { ids, conditions, lookups: isShort ? conditions : lookups, cells: undefined, text: undefined };
  };

  for (const listed of memberships) {
    const ids = await listMemberIds(tenant, listed);
    if (ids === undefined) continue;
    const others = memberships.filter((membership) => membership !== listed);
    return setOf(ids, others, contains);
  }
  const [only, ...others] = memberships;
  if (q === undefined)
    return {
      ...setOf(undefined, memberships, contains),
      cells: others.length === 0 ? only?.cells : undefined,
    };
  const found = await findText(tenant, q, asOf);
  if (found.ids !== undefined) {
    const ids = only === undefined ? found.ids : { ...found.ids, counted: undefined };
    return setOf(ids, memberships, () => []);
  }
  const isOnlyText = only === undefined && asOf === undefined;
  return {
    ...setOf(undefined, memberships, contains),
    text: isOnlyText ? { q, byIndex: found.byIndex, inMost: found.inMost } : undefined,
  };
}

async function listMemberIds(
  tenant: Tenant,
  { ids, maximumIds = maximumIdsByIndex }: ResourceIdFilter,
): Promise<IdList | undefined> {
  const found = sql`select found.resource_id as id from (${ids} limit ${maximumIds + 1}) found`;
  return listUpTo(tenant, maximumIds, found);
}

const countedLists = `array_agg(f.id)::text as list, array_agg(f.cell_id)::text as cells,
  array_agg(f.status)::text as statuses, array_agg(f.management_state)::text as "managementStates"`;

/** Returns the distinct ids of a query, or `undefined` if it returns more than `limit` rows and may be incomplete. */
async function listUpTo(
  tenant: Tenant,
  limit: number,
  found: Sql,
  isCounted = false,
): Promise<IdList | undefined> {
  const row = await oneRowOf<{ count: number; list: string | undefined } & Partial<CountedLists>>(
    tenant,
    sql`select count(*)::integer as count,
        ${rawSql(isCounted ? countedLists : 'array_agg(distinct f.id) filter (where f.id is not null)::text as list')}
      from (${found}) f`,
  );
  const { count, list, cells, statuses, managementStates } = row;
  if (count > limit) return undefined;
  const counted = cells && statuses && managementStates ? { cells, statuses, managementStates } : undefined;
  return { count, list: list ?? '{}', counted };
}

/** pg_trgm indexes trigrams of letters and digits. A search for a text without one would read the whole index. */
const indexable = /[\p{L}\p{N}]{3}/u;

/** Lists the resources that contain `q`, unless they are too many. */
async function findText(
  tenant: Tenant,
  q: string,
  asOf: HistoryTime | undefined,
): Promise<{ ids?: IdList | undefined; byIndex: boolean; inMost: boolean }> {
  const byIndex = indexable.test(q);
  const share = await shareInSample(tenant, q);
  if (share > commonShare) return { byIndex: false, inMost: share > majorityShare };
  const limit = byIndex ? maximumIdsByIndex : maximumIdsByScan;
  const current = sql`select * from search_text_ids(${q}, ${byIndex}, ${limit + 1})`;
  const ids =
    asOf === undefined
      ? await listUpTo(tenant, limit, current, true)
      : await listUpTo(tenant, limit, textIdsAt(tenant.organizationId, current, q, asOf));
  return { ids, byIndex, inMost: false };
}

/**
 * Returns a query that matches the text that a resource had at `asOf`. A current match of a resource with another text at
 * that time becomes a row without an id, so that the row count still shows when `current` reached its limit.
 */
function textIdsAt(organizationId: string, current: Sql, q: string, asOf: HistoryTime): Sql {
  const former = sql`select f.resource_id from resource_former_texts f where f.organization_id = ${organizationId}
    and f.valid_from <= ${asOf} and f.valid_to > ${asOf}`;
  return sql`select case when id in (${former}) then null else id end as id from (${current}) matches
    union all ${former} and strpos(f.text, lower(${q})) > 0`;
}

/** Returns the share of the 200 most recently changed resources whose text contains `q`, from 0 to 1. */
async function shareInSample(tenant: Tenant, q: string): Promise<number> {
  const [sample] = await namedRowsOf<{ hits: number; rows: number }>(
    tenant,
    sql`select count(*) filter (where strpos(s.text, lower(${q})) > 0) as hits, count(*) as rows
      from (select r.id from resources r where r.organization_id = ${tenant.organizationId}
            order by r.last_changed_at desc, r.id desc limit ${sampleSize}) newest
      join resource_search s on s.organization_id = ${tenant.organizationId} and s.resource_id = newest.id`,
  );
  return sample === undefined || sample.rows === 0 ? 0 : sample.hits / sample.rows;
}

function containsText(organizationId: string, id: string, q: string, asOf: HistoryTime | undefined): Sql {
  const former =
    asOf === undefined
      ? rawSql('null')
      : sql`(select f.text from resource_former_texts f where f.organization_id = ${organizationId}
          and f.resource_id = ${rawSql(id)} and f.valid_from <= ${asOf} and f.valid_to > ${asOf})`;
  return sql`exists (select from resource_search x where x.organization_id = ${organizationId}
    and x.resource_id = ${rawSql(id)} and strpos(coalesce(${former}, x.text), lower(${q})) > 0)`;
}

/** Returns the conditions that limit a column of resource ids to a candidate set, for queries that test few resources. */
export function inCandidateSet(candidates: CandidateSet | undefined, idColumn: string): readonly Sql[] {
  return candidates === undefined
    ? []
    : [...inList(candidates, idColumn), ...candidates.conditions(idColumn)];
}

/** As {@link inCandidateSet}, for queries that test many resources. */
export function lookedUpInCandidateSet(
  candidates: CandidateSet | undefined,
  idColumn: string,
): readonly Sql[] {
  return candidates === undefined ? [] : [...inList(candidates, idColumn), ...candidates.lookups(idColumn)];
}

/**
 * `is true` keeps Postgres from converting the condition into a join: it hashes the ids once. For a join it may choose a
 * nested loop that runs the query of the ids for every row, because it underestimates combined conditions on resources.
 */
function isInSet(idColumn: string, ids: Sql): Sql {
  return sql`(${rawSql(idColumn)} in (${ids})) is true`;
}

function inList({ ids }: CandidateSet, idColumn: string): readonly Sql[] {
  return ids === undefined ? [] : [sql`${rawSql(idColumn)} = any(${ids.list}::uuid[])`];
}
