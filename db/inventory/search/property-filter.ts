import { containedDocuments, equalDocuments } from '../../../domain/inventory/contained-documents.ts';
import type {
  OrderOperator,
  PropertyCondition,
  PropertyStep,
  PropertyValue,
} from '../../../domain/inventory/property-condition.ts';
import { isoTimePattern, versionPattern } from '../../../domain/inventory/property-condition.ts';
import { secretMark } from '../../../domain/secrets/redact-secrets.ts';
import { oneRowOf } from '../../query.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { ResourceIdFilter } from './resource-id-filter.ts';

/**
 * Returns the filter on the resources of some types whose configuration meets all conditions. If an equality leaves few
 * resources, the index on documents finds them. Otherwise all documents of the types are read, once for page, total and facets.
 */
export async function propertyFilter(
  tenant: Tenant,
  types: readonly string[],
  conditions: readonly PropertyCondition[],
): Promise<ResourceIdFilter> {
  const { organizationId } = tenant;
  const isMet = (configuration: Sql, unreadable: Sql) => areMet(conditions, configuration, unreadable);
  const candidates = await findByEquality(tenant, types, conditions);
  const isCandidate = candidates === undefined ? rawSql('true') : sql`p.id = any(${candidates}::uuid[])`;
  return {
    ids: sql`select p.id as resource_id from resources p
      join resource_documents pd on pd.organization_id = ${organizationId} and pd.resource_id = p.id
      where p.organization_id = ${organizationId} and ${isCandidate} and p.resource_type = any(${types}::text[])
        and ${isMet(rawSql('pd.configuration'), rawSql('p.unreadable'))}`,
    condition: (id) => sql`exists (select from resource_documents pd
      where pd.organization_id = ${organizationId} and pd.resource_id = ${rawSql(id)}
        and ${isMet(rawSql('pd.configuration'), unreadableOfDocument)})`,
    maximumIds: 200_000,
  };
}

function areMet(conditions: readonly PropertyCondition[], configuration: Sql, unreadable: Sql): Sql {
  const isKnown = (key: string) => isReadKey(configuration, unreadable, key);
  return joinSql(
    conditions.map((condition) => conditionSql(condition, configuration, isKnown)),
    ' and ',
  );
}

/** For more resources, reading all documents of the types costs as much as reading those that the index finds. */
const maximumCandidates = 5000;

/**
 * Returns the ids of the resources that the equalities of the conditions leave, as the text of an array; `undefined` without an
 * equality, and for more than {@link maximumCandidates}.
 */
async function findByEquality(
  tenant: Tenant,
  types: readonly string[],
  conditions: readonly PropertyCondition[],
): Promise<string | undefined> {
  const equalities = conditions.filter((condition) => containedDocuments(condition).length > 0);
  if (equalities.length === 0 || (await areCommon(tenant, types, equalities))) return undefined;
  const groups = equalities.flatMap(containedDocuments);
  const required = `[${groups.map((documents) => `[${documents.join(',')}]`).join(',')}]`;
  const { count, list } = await oneRowOf<{ count: number; list: string | undefined }>(
    tenant,
    sql`select count(*)::integer as count, array_agg(id)::text as list
      from property_candidate_ids(${types}::text[], ${required}::jsonb, ${maximumCandidates + 1}) id`,
  );
  return count > maximumCandidates ? undefined : (list ?? '{}');
}

const sampleSize = 50;
/** The index returns too many resources if more of a sample meet the conditions. */
const commonShare = 0.25;

/** Whether many of 50 resources of the types meet the conditions: the index would find them at the cost of reading all. */
async function areCommon(
  tenant: Tenant,
  types: readonly string[],
  conditions: readonly PropertyCondition[],
): Promise<boolean> {
  const { organizationId } = tenant;
  const { hits, rows } = await oneRowOf<{ hits: number; rows: number }>(
    tenant,
    sql`select count(*) filter (where ${areMet(conditions, rawSql('pd.configuration'), rawSql('p.unreadable'))})::integer as hits,
        count(*)::integer as rows
      from (select x.id, x.unreadable from resources x
        where x.organization_id = ${organizationId} and x.resource_type = any(${types}::text[]) limit ${sampleSize}) p
      join resource_documents pd on pd.organization_id = ${organizationId} and pd.resource_id = p.id`,
  );
  return rows === sampleSize && hits > sampleSize * commonShare;
}

/** Returns the JSON value at a path, which is a list of values where the path has elements of arrays. */
export function propertyValue(configuration: Sql, path: readonly PropertyStep[]): Sql {
  let found = configuration;
  const arrays: Sql[] = [];
  for (const step of path) {
    if (step === undefined) {
      const alias = `array_${arrays.length}`;
      arrays.push(sql`jsonb_array_elements(
        case when jsonb_typeof(${found}) = 'array' then ${found} else '[]' end) ${rawSql(alias)}`);
      found = rawSql(`${alias}.value`);
    } else found = sql`(${found} -> ${step}::text)`;
  }
  if (arrays.length === 0) return found;
  return sql`(select jsonb_agg(${found}) from ${joinSql(arrays, ' cross join lateral ')} where ${found} is not null)`;
}

const unreadableOfDocument = rawSql(`(select u.unreadable from resources u
  where u.organization_id = pd.organization_id and u.id = pd.resource_id)`);

/** Whether a key of the configuration is present, or a scan has read that it is absent. */
function isReadKey(configuration: Sql, unreadable: Sql, key: string): Sql {
  return sql`(${configuration} ? ${key}::text or not coalesce(jsonb_path_exists(${unreadable},
    '$[*] ? (@.neverRead == true && (@.scope == "rest" || (@.scope == "key" && @.part == $key)))',
    jsonb_build_object('key', ${key}::text)), false))`;
}

/**
 * Returns the condition on a JSON value, which is true or false, never NULL.
 *
 * @param isKnown whether a key of the value was read: what nobody has read is neither missing nor different. Of a value within
 *   the configuration, all keys were.
 */
function conditionSql(
  condition: PropertyCondition,
  value: Sql,
  isKnown: (key: string) => Sql = () => rawSql('true'),
): Sql {
  if (condition.kind === 'any')
    return sql`(${joinSql(
      condition.groups.map((group) =>
        joinSql(
          group.map((inner) => conditionSql(inner, value, isKnown)),
          ' and ',
        ),
      ),
      ' or ',
    )})`;
  const { path } = condition;
  const holdsForAny = (test: (found: Sql) => Sql) => anyValue(path, value, test);
  const [key] = path;
  const ifKnown = (test: Sql) => (key === undefined ? test : sql`(${test} and ${isKnown(key)})`);
  switch (condition.kind) {
    case 'exists':
      return holdsForAny(hasValue);
    case 'missing':
      return ifKnown(
        path.includes(undefined)
          ? sql`(${holdsForAny((found) => sql`not ${hasValue(found)}`)} or not ${holdsForAny(() => rawSql('true'))})`
          : sql`not ${holdsForAny(hasValue)}`,
      );
    case 'element':
      return holdsForAny((found) =>
        joinSql(
          condition.conditions.map((inner) => conditionSql(inner, found)),
          ' and ',
        ),
      );
    case 'compare': {
      const { operator, values } = condition;
      if (operator === '=') return holdsForAny((found) => isEqual(found, values));
      if (operator === '!=')
        return ifKnown(
          sql`not ${holdsForAny((found) => sql`(${isEqual(found, values)} or ${isRedacted(found)})`)}`,
        );
      const [wanted] = values;
      if (wanted === undefined) return rawSql('false');
      return holdsForAny((found) =>
        operator === '~' ? contains(found, wanted.text) : isOrdered(found, operator, wanted),
      );
    }
  }
}

/** Returns whether a test holds for one of the values at a path: there are several where the path has elements of arrays. */
function anyValue(path: readonly PropertyStep[], value: Sql, test: (found: Sql) => Sql, depth = 0): Sql {
  const elements = path.indexOf(undefined);
  const keys = elements === -1 ? path : path.slice(0, elements);
  let found = value;
  for (const key of keys) found = sql`(${found} -> ${key ?? ''}::text)`;
  if (elements === -1) return sql`coalesce(${test(found)}, false)`;
  const alias = aliasOf(depth, path.length);
  const inner = anyValue(path.slice(elements + 1), rawSql(`${alias}.value`), test, depth + 1);
  return sql`exists (select from jsonb_array_elements(
    case when jsonb_typeof(${found}) = 'array' then ${found} else '[]' end) ${rawSql(alias)} where ${inner})`;
}

/** Names the elements of an array within the elements of another one. Inner names may hide outer ones only if they differ. */
const aliasOf = (depth: number, steps: number): string => `element_${depth}_${steps}`;

/** Not absent, null, or an empty array or object. */
function hasValue(found: Sql): Sql {
  return sql`(coalesce(${found}, 'null') <> all (array['null', '[]', '{}']::jsonb[]))`;
}

function isRedacted(found: Sql): Sql {
  return sql`(jsonb_typeof(${found}) = 'string' and strpos(${found} #>> '{}', ${rawSql(`'${secretMark}'`)}) > 0)`;
}

function isEqual(found: Sql, values: readonly PropertyValue[]): Sql {
  return sql`(${found} = any(${equalDocuments(values)}::jsonb[]))`;
}

function contains(found: Sql, text: string): Sql {
  return sql`(jsonb_typeof(${found}) = 'string' and not ${isRedacted(found)}
    and strpos(lower(${found} #>> '{}'), lower(${text})) > 0)`;
}

/** The patterns of the values, for the texts that are compared with them. */
const [isoTime, version] = [rawSql(`'${isoTimePattern.source}'`), rawSql(`'${versionPattern.source}'`)];

/** Of a text that is a version. `regexp_replace` with the whole pattern takes five times as long. */
const leadingNumbers = rawSql(String.raw`'^[vV]?(\d+(?:\.\d+)*)'`);

const withoutZeros = (numbers: Sql): Sql =>
  sql`case when right(${numbers}, 1) = '0' then regexp_replace(${numbers}, ${rawSql(String.raw`'(\.0+)+$'`)}, '') else ${numbers} end`;

/** A time without a zone is one of UTC. */
const inUtc = (text: Sql): Sql =>
  sql`(${text} || case when ${text} ~ ${rawSql(String.raw`'T.*(Z|[+-]\d{2}:?\d{2})$'`)} then '' else 'Z' end)`;

/** Numbers are compared with JSON numbers, times and versions with texts. Anything else is in no order. */
function isOrdered(found: Sql, operator: OrderOperator, wanted: PropertyValue): Sql {
  const sign = rawSql(operator);
  const text = sql`(${found} #>> '{}')`;
  const { number, time, version: numbers } = wanted;
  const ofNumber =
    number === undefined
      ? []
      : [sql`when jsonb_typeof(${found}) = 'number' then (${found})::numeric ${sign} ${number}::numeric`];
  const ofTime =
    time === undefined
      ? []
      : [
          sql`when jsonb_typeof(${found}) = 'string' and ${text} ~ ${isoTime}
              and pg_input_is_valid(${inUtc(text)}, 'timestamptz')
            then ${inUtc(text)}::timestamptz ${sign} ${time}::timestamptz`,
        ];
  const ofVersion =
    numbers === undefined
      ? []
      : [
          sql`when jsonb_typeof(${found}) = 'string' and ${text} ~ ${version}
            then string_to_array(${withoutZeros(sql`substring(${text} from ${leadingNumbers})`)}, '.')::bigint[]
              ${sign} ${numbers}::bigint[]`,
        ];
  const cases = [...ofNumber, ...ofTime, ...ofVersion];
  return cases.length === 0 ? rawSql('false') : sql`(case ${joinSql(cases, ' ')} else false end)`;
}
