import type { ResourceFilter } from '../../domain/search/resource-filter.ts';
import type { Tenant } from '../tenant.ts';
import { isTagged, taggedIds } from './conditions.ts';
import { fixed, preparedRowsOf, rowsOf, sql } from './sql.ts';
import type { Sql } from './sql.ts';

/**
 * What `q` and `tag` leave over, found once for page, total and facets: a list of ids when one of them is rare,
 * and the conditions that a candidate must meet besides.
 */
export interface Narrowed {
  readonly ids: readonly string[] | undefined;
  /** A condition on the column that holds a resource's id. */
  readonly conditions: (idColumn: string) => readonly Sql[];
  /** Set when the text alone decides, and is common: it is counted where the texts are. */
  readonly text: CommonText | undefined;
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

/** `undefined` when the filter has neither `q` nor `tag`. */
export async function narrow(tenant: Tenant, filter: ResourceFilter): Promise<Narrowed | undefined> {
  const { q, tags, asOf } = filter;
  if (q === undefined && tags === undefined) return undefined;
  const { organizationId } = tenant;
  const tested = (id: string): readonly Sql[] =>
    tags === undefined ? [] : [isTagged(organizationId, id, tags, asOf)];
  const contains = (id: string): readonly Sql[] =>
    q === undefined ? [] : [containsText(organizationId, id, q, asOf)];

  const tagged =
    tags === undefined ? undefined : await idsUpTo(tenant, taggedIds(organizationId, tags, asOf));
  if (tagged !== undefined) return { ids: tagged, conditions: contains, text: undefined };
  if (q === undefined) return { ids: undefined, conditions: tested, text: undefined };
  const found = await findText(tenant, q, asOf);
  if (found.ids !== undefined) return { ids: found.ids, conditions: tested, text: undefined };
  return {
    ids: undefined,
    conditions: (id) => [...tested(id), ...contains(id)],
    text:
      tags === undefined && asOf === undefined
        ? { q, byIndex: found.byIndex, inMost: found.inMost }
        : undefined,
  };
}

async function idsUpTo(tenant: Tenant, ids: Sql): Promise<readonly string[] | undefined> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select distinct found.resource_id as id from (${ids} limit ${mostIdsByIndex + 1}) found`,
  );
  return rows.length > mostIdsByIndex ? undefined : rows.map(({ id }) => id);
}

/** Trigrams are made of letters and digits: a text without three in a row would read the whole index. */
const indexable = /[\p{L}\p{N}]{3}/u;

async function findText(
  tenant: Tenant,
  q: string,
  asOf: Date | undefined,
): Promise<{ ids?: readonly string[]; byIndex: boolean; inMost: boolean }> {
  const byIndex = indexable.test(q);
  const share = await shareInSample(tenant, q);
  if (share > commonShare) return { byIndex: false, inMost: share > mostShare };
  const atMost = byIndex ? mostIdsByIndex : mostIdsByScan;
  const now = sql`select id from search_text_ids(${q}, ${byIndex}, ${atMost + 1})`;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    asOf === undefined ? now : textIdsAt(tenant.organizationId, now, q, asOf),
  );
  const found = { byIndex, inMost: false };
  return rows.length > atMost ? found : { ids: rows.map(({ id }) => id), ...found };
}

/** The text of then where it was another one. */
function textIdsAt(organizationId: string, now: Sql, q: string, asOf: Date): Sql {
  const former = sql`select f.resource_id from resource_former_texts f where f.organization_id = ${organizationId}
    and f.valid_from <= ${asOf} and f.valid_to > ${asOf}`;
  return sql`select id from (${now}) today where id not in (${former})
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

/** The narrowed candidates as a condition on a column of ids. */
export function narrowedTo(narrowed: Narrowed | undefined, idColumn: string): readonly Sql[] {
  if (narrowed === undefined) return [];
  const listed = narrowed.ids === undefined ? [] : [sql`${fixed(idColumn)} = any(${narrowed.ids}::uuid[])`];
  return [...listed, ...narrowed.conditions(idColumn)];
}
