import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { Tenant } from '../../tenant.ts';
import { isMember, isTagged, memberIds, taggedIds } from './conditions.ts';
import { fixed, preparedRowsOf, rowsOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * What `q`, `tag` and applications leave over, found once for page, total and facets: a list of ids when one of them is
 * rare, and the conditions that a candidate must meet besides.
 */
export interface CandidateSet {
  readonly ids: FoundIds | undefined;
  /** A condition on the column that holds a resource's id. */
  readonly conditions: (idColumn: string) => readonly Sql[];
  /** Set when the text alone decides, and is common: it is counted where the texts are. */
  readonly text: CommonText | undefined;
}

/** Lists are as Postgres writes them: thousands of ids go there and back, and nobody here looks at them. */
export interface FoundIds {
  readonly count: number;
  readonly list: string;
  /** Cell, status and management state of each in the same order, where nothing else narrows them. */
  readonly counted: CountedLists | undefined;
}

interface CountedLists {
  readonly cells: string;
  readonly statuses: string;
  readonly managementStates: string;
}

interface CommonText {
  readonly q: string;
  readonly byIndex: boolean;
  /** Most resources have it: those without it are counted, and taken off all. */
  readonly inMost: boolean;
}

/** Above these a list of ids costs more than testing rows in order does. A scan pays for a longer one. */
const mostIdsByIndex = 5000;
const mostIdsByScan = 60_000;
const sampleSize = 200;
/** A text in more of the sampled resources than this is not looked up, but met by walking. */
const commonShare = 0.05;
const mostShare = 0.5;

/** A property of resources that is kept in rows of its own. */
interface MembershipFilter {
  /** A query for the ids of all that have it. */
  readonly ids: Sql;
  readonly test: (idColumn: string) => Sql;
}

/** `undefined` when nothing narrows but the properties of resources themselves. */
export async function findCandidates(
  tenant: Tenant,
  filter: ResourceFilter,
): Promise<CandidateSet | undefined> {
  const { q, asOf } = filter;
  const belongings = belongingsOf(tenant.organizationId, filter);
  if (q === undefined && belongings.length === 0) return undefined;
  const { organizationId } = tenant;
  const contains = (id: string): readonly Sql[] =>
    q === undefined ? [] : [containsText(organizationId, id, q, asOf)];

  for (const listed of belongings) {
    const ids = await idsUpTo(tenant, listed.ids);
    if (ids === undefined) continue;
    const others = belongings.filter((belonging) => belonging !== listed);
    return {
      ids,
      conditions: (id) => [...others.map(({ test }) => test(id)), ...contains(id)],
      text: undefined,
    };
  }
  const tested = (id: string): readonly Sql[] => belongings.map(({ test }) => test(id));
  if (q === undefined) return { ids: undefined, conditions: tested, text: undefined };
  const found = await findText(tenant, q, asOf);
  const isAlone = belongings.length === 0;
  if (found.ids !== undefined) {
    const ids = isAlone ? found.ids : { ...found.ids, counted: undefined };
    return { ids, conditions: tested, text: undefined };
  }
  return {
    ids: undefined,
    conditions: (id) => [...tested(id), ...contains(id)],
    text: isAlone && asOf === undefined ? { q, byIndex: found.byIndex, inMost: found.inMost } : undefined,
  };
}

function belongingsOf(
  organizationId: string,
  { tags, applicationIds, asOf }: ResourceFilter,
): readonly MembershipFilter[] {
  return [
    ...(applicationIds === undefined
      ? []
      : [
          {
            ids: memberIds(organizationId, applicationIds),
            test: (id: string) => isMember(organizationId, id, applicationIds),
          },
        ]),
    ...(tags === undefined
      ? []
      : [
          {
            ids: taggedIds(organizationId, tags, asOf),
            test: (id: string) => isTagged(organizationId, id, tags, asOf),
          },
        ]),
  ];
}

async function idsUpTo(tenant: Tenant, ids: Sql): Promise<FoundIds | undefined> {
  return listUpTo(
    tenant,
    mostIdsByIndex,
    sql`select found.resource_id as id from (${ids} limit ${mostIdsByIndex + 1}) found`,
  );
}

const countedLists = `array_agg(f.id)::text as list, array_agg(f.cell_id)::text as cells,
  array_agg(f.status)::text as statuses, array_agg(f.management_state)::text as "managementStates"`;

/** What a query finds as lists, each id once, unless it finds more rows than that: its end may have been cut off. */
async function listUpTo(
  tenant: Tenant,
  atMost: number,
  found: Sql,
  isCounted = false,
): Promise<FoundIds | undefined> {
  const [row] = await rowsOf<{ count: number; list: string | null } & Partial<CountedLists>>(
    tenant,
    sql`select count(*)::integer as count,
        ${fixed(isCounted ? countedLists : 'array_agg(distinct f.id) filter (where f.id is not null)::text as list')}
      from (${found}) f`,
  );
  const { count, list, cells, statuses, managementStates } = row ?? { count: 0, list: null };
  if (count > atMost) return undefined;
  const counted = cells && statuses && managementStates ? { cells, statuses, managementStates } : undefined;
  return { count, list: list ?? '{}', counted };
}

/** Trigrams are made of letters and digits: a text without three in a row would read the whole index. */
const indexable = /[\p{L}\p{N}]{3}/u;

async function findText(
  tenant: Tenant,
  q: string,
  asOf: Date | undefined,
): Promise<{ ids?: FoundIds | undefined; byIndex: boolean; inMost: boolean }> {
  const byIndex = indexable.test(q);
  const share = await shareInSample(tenant, q);
  if (share > commonShare) return { byIndex: false, inMost: share > mostShare };
  const atMost = byIndex ? mostIdsByIndex : mostIdsByScan;
  const now = sql`select * from search_text_ids(${q}, ${byIndex}, ${atMost + 1})`;
  const ids =
    asOf === undefined
      ? await listUpTo(tenant, atMost, now, true)
      : await listUpTo(tenant, atMost, textIdsAt(tenant.organizationId, now, q, asOf));
  return { ids, byIndex, inMost: false };
}

/** The text of then where it was another one; a row without an id for each text of today that it replaces. */
function textIdsAt(organizationId: string, now: Sql, q: string, asOf: Date): Sql {
  const former = sql`select f.resource_id from resource_former_texts f where f.organization_id = ${organizationId}
    and f.valid_from <= ${asOf} and f.valid_to > ${asOf}`;
  return sql`select case when id in (${former}) then null else id end as id from (${now}) today
    union all ${former} and strpos(f.text, lower(${q})) > 0`;
}

async function shareInSample(tenant: Tenant, q: string): Promise<number> {
  const [sample] = await preparedRowsOf<{ hits: number; rows: number }>(
    tenant,
    sql`select count(*) filter (where strpos(s.text, lower(${q})) > 0) as hits, count(*) as rows
      from (select r.id from resources r where r.organization_id = ${tenant.organizationId}
            order by r.last_changed_at desc, r.id desc limit ${sampleSize}) newest
      join resource_search s on s.organization_id = ${tenant.organizationId} and s.resource_id = newest.id`,
  );
  return sample === undefined || sample.rows === 0 ? 0 : sample.hits / sample.rows;
}

function containsText(organizationId: string, id: string, q: string, asOf: Date | undefined): Sql {
  const former =
    asOf === undefined
      ? fixed('null')
      : sql`(select f.text from resource_former_texts f where f.organization_id = ${organizationId}
          and f.resource_id = ${fixed(id)} and f.valid_from <= ${asOf} and f.valid_to > ${asOf})`;
  return sql`exists (select from resource_search x where x.organization_id = ${organizationId}
    and x.resource_id = ${fixed(id)} and strpos(coalesce(${former}, x.text), lower(${q})) > 0)`;
}

/** The candidates candidates as a condition on a column of ids. */
export function inCandidateSet(candidates: CandidateSet | undefined, idColumn: string): readonly Sql[] {
  if (candidates === undefined) return [];
  const listed =
    candidates.ids === undefined ? [] : [sql`${fixed(idColumn)} = any(${candidates.ids.list}::uuid[])`];
  return [...listed, ...candidates.conditions(idColumn)];
}
