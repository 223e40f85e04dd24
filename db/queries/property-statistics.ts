import { mapMembers } from '../../domain/queries/map-members.ts';
import type { CountedPath, PropertyStatistic } from '../../domain/queries/describe-properties.ts';
import { propertyPathOf } from '../../domain/queries/describe-properties.ts';
import { secretMark } from '../../domain/secrets/redact-secrets.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

const maximumDepth = 12;
const maximumElements = 20;
const maximumExampleLength = 64;
const maximumExamples = 5;
/** Paths of a set of documents. Hostile documents have many different keys. */
const maximumPaths = 5000;

/** Lists the types of the organization whose properties were never counted, or a day ago. */
export async function listTypesToCount(tenant: Tenant): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ resourceType: string }>(
    tenant,
    sql`select distinct c.resource_type from search_cells c where c.organization_id = ${organizationId}
        and not exists (select from property_statistics s where s.organization_id = ${organizationId}
          and s.resource_type = c.resource_type and s.counted_at > now() - interval '1 day')
      order by c.resource_type`,
  );
  return rows.map(({ resourceType }) => resourceType);
}

/**
 * Counts the paths in the documents of up to `limit` resources of a type after an id. Objects with keys that customers choose
 * end a path, as values do.
 */
export async function countPaths(
  tenant: Tenant,
  resourceType: string,
  after: string | undefined,
  limit: number,
): Promise<{
  readonly paths: readonly CountedPath[];
  readonly last: string | undefined;
  readonly documents: number;
}> {
  const { organizationId } = tenant;
  const ids = await rowsOf<{ id: string }>(
    tenant,
    sql`select r.id from resources r where r.organization_id = ${organizationId} and r.resource_type = ${resourceType}
        and r.status <> 'deleted' and ${after === undefined ? rawSql('true') : sql`r.id > ${after}`}
      order by r.id limit ${limit}`,
  );
  if (ids.length === 0) return { paths: [], last: undefined, documents: 0 };
  const asObject = rawSql(`case when jsonb_typeof(w.value) = 'object' then w.value else '{}' end`);
  const isMap = sql`(w.steps[cardinality(w.steps)] = any(${mapMembers}::text[])
    or exists (select from jsonb_object_keys(${asObject}) key where key !~ '^[A-Za-z][A-Za-z0-9]*$'))`;
  const rows = await rowsOf<Omit<CountedPath, 'path'>>(
    tenant,
    sql`with recursive walk as (
        select d.resource_id, '{}'::text[] as steps, d.configuration as value, true as inner_node from resource_documents d
          where d.organization_id = ${organizationId} and d.resource_id = any(${ids.map(({ id }) => id)}::uuid[])
            and jsonb_typeof(d.configuration) = 'object'
        union all
        select w.resource_id, w.steps || n.step, n.value,
          jsonb_typeof(n.value) in ('object', 'array') and n.value not in ('{}', '[]') from walk w cross join lateral (
          select e.key as step, e.value from jsonb_each(${asObject}) e
            where w.steps = '{}' or not ${isMap}
          union all
          select '[]', e.value from jsonb_array_elements(case when jsonb_typeof(w.value) = 'array'
            then jsonb_path_query_array(w.value, ${`$[0 to ${maximumElements - 1}]`}::jsonpath) else '[]' end) e
        ) n where w.inner_node and cardinality(w.steps) < ${maximumDepth}
      ), leaves as (
        select w.resource_id, w.steps, w.value from walk w
          where w.steps <> '{}' and (not w.inner_node or (jsonb_typeof(w.value) = 'object' and ${isMap}))
      )
      select steps, array_agg(distinct jsonb_typeof(value)) as types, count(distinct resource_id)::integer as count,
        to_jsonb(coalesce((array_agg(distinct value) filter (where jsonb_typeof(value) in ('string', 'number', 'boolean')
          and length(value #>> '{}') between 1 and ${maximumExampleLength}
          and strpos(value #>> '{}', ${secretMark}) = 0))[1:${rawSql(String(maximumExamples))}], '{}')) as examples
      from leaves group by steps order by count desc, steps limit ${maximumPaths}`,
  );
  return {
    paths: rows
      .filter(({ steps }) => !steps.some((step) => step.includes('"')))
      .map((row) => ({ ...row, path: propertyPathOf(row.steps) })),
    last: ids.at(-1)?.id,
    documents: ids.length,
  };
}

/** Replaces the properties of a type. */
export async function storeProperties(
  tenant: Tenant,
  resourceType: string,
  properties: readonly PropertyStatistic[],
): Promise<void> {
  await execute(
    tenant,
    sql`insert into property_statistics (organization_id, resource_type, properties, counted_at)
      values (${tenant.organizationId}, ${resourceType}, ${JSON.stringify(properties)}::jsonb, now())
      on conflict on constraint property_statistics_pkey
        do update set properties = excluded.properties, counted_at = excluded.counted_at`,
  );
}

/** Returns the properties of a type at its last count, most frequent first. */
export async function findProperties(
  tenant: Tenant,
  resourceType: string,
): Promise<readonly PropertyStatistic[]> {
  const row = await rowOf<{ properties: readonly PropertyStatistic[] }>(
    tenant,
    sql`select properties from property_statistics
      where organization_id = ${tenant.organizationId} and resource_type = ${resourceType}`,
  );
  return row?.properties ?? [];
}
