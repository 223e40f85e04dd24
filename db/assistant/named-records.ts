import type { JsonObject } from '../../domain/json/json.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { accountRootArn } from './account-root-arn.ts';

/** Kinds of records, except resources, that have a name. */
export const recordKinds = [
  'account',
  'application',
  'team',
  'environment',
  'project',
  'repository',
  'user',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A record that a text can name. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  /** Fields that distinguish records with the same name. */
  readonly fields: JsonObject;
}

export interface FoundByName {
  /** Records of the best rank, by name; at most the limit. */
  readonly records: readonly NamedRecord[];
  /** Number of records of the best rank. */
  readonly total: number;
}

/**
 * Finds the records that a text names. The first of these ranks with a record decides: id; the same text; the same text
 * without regard to case; a part of the text; the class of an environment, or `management` for the management account of a
 * connection. Within a rank, an archived, inactive, removed or missing record counts only if the rank has no other.
 */
export async function findNamedRecords(
  tenant: Tenant,
  kind: RecordKind,
  text: string,
  limit: number,
): Promise<FoundByName> {
  const rows = await rowsOf<NamedRecord & { readonly total: number }>(
    tenant,
    sql`with ranked as (
        select n.id, n.name, n.fields, 2 * case
            when n.id::text = lower(${text}) or ${text} = any(n.codes) then 1
            when ${text} = any(n.texts) then 2
            when exists (select from unnest(n.texts) t where lower(t) = lower(${text})) then 3
            when exists (select from unnest(n.texts) t where strpos(lower(t), lower(${text})) > 0) then 4
            when lower(${text}) = n.class then 5
          end + case when n.is_live then 0 else 1 end as rank
        from (${selectRecords[kind](tenant.organizationId)}) n
      ), best as (
        select * from ranked where rank = (select min(rank) from ranked)
      )
      select id, name, fields, (select count(*) from best)::integer as total from best order by name, id limit ${limit}`,
  );
  return { records: rows.map(({ id, name, fields }) => ({ id, name, fields })), total: rows[0]?.total ?? 0 };
}

/** Returns the names of records by id, without ids that the organization does not have. */
export async function namesOfRecords(
  tenant: Tenant,
  kind: RecordKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; name: string }>(
    tenant,
    sql`select n.id, n.name from (${selectRecords[kind](tenant.organizationId)}) n
      where n.id = any(${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Queries for the records of a kind: `(id, name, fields, codes, texts, class, is_live)`. `codes` are identifiers besides
 * the id; `texts` are the names, of which any can match.
 */
const selectRecords: Readonly<Record<RecordKind, (organizationId: string) => Sql>> = {
  account: (organizationId) => sql`select a.id, coalesce(nullif(a.name, ''), a.account_id) as name,
      jsonb_build_object('account_id', a.account_id, 'status', a.status) as fields,
      array[a.account_id, ${accountRootArn}] as codes,
      array_remove(array[a.name, a.account_id], null) as texts,
      (select 'management' from aws_connections c where c.organization_id = ${organizationId}
        and c.management_account_id = a.account_id and c.deleted_at is null) as class,
      true as is_live
    from aws_accounts a where a.organization_id = ${organizationId} and a.deleted_at is null`,
  application: (organizationId) => sql`select a.id, a.name,
      jsonb_build_object('slug', a.slug, 'lifecycle', a.lifecycle) as fields,
      '{}'::text[] as codes, array[a.name, a.slug] as texts, null::text as class, a.archived_at is null as is_live
    from applications a where a.organization_id = ${organizationId}`,
  team: (organizationId) => sql`select t.id, t.name,
      jsonb_build_object('slug', t.slug, 'is_active', t.is_active) as fields,
      '{}'::text[] as codes, array[t.name, t.slug] as texts, null::text as class, t.is_active as is_live
    from teams t where t.organization_id = ${organizationId}`,
  environment: (organizationId) => sql`select e.id, e.name, jsonb_build_object('class', e.class) as fields,
      '{}'::text[] as codes, array[e.name] as texts, e.class, true as is_live
    from environments e where e.organization_id = ${organizationId}`,
  project: (organizationId) => sql`select p.id, r.full_name || '/' || p.path as name,
      jsonb_build_object('path', p.path, 'repository', r.full_name, 'system', p.system) as fields,
      '{}'::text[] as codes,
      array[p.path, r.full_name || '/' || p.path, r.full_name || ':' || p.path, regexp_replace(p.path, '^.*/', '')] as texts,
      null::text as class, p.status = 'active' as is_live
    from iac_projects p
    join repositories r on r.organization_id = ${organizationId} and r.id = p.repository_id
    join scm_connections c on c.organization_id = ${organizationId} and c.id = r.scm_connection_id and c.deleted_at is null
    where p.organization_id = ${organizationId}`,
  repository: (organizationId) => sql`select r.id, r.full_name as name,
      jsonb_build_object('provider', r.provider, 'status', r.status) as fields,
      array[r.url] as codes, array[r.full_name, regexp_replace(r.full_name, '^.*/', '')] as texts, null::text as class,
      r.status <> 'removed' as is_live
    from repositories r
    join scm_connections c on c.organization_id = ${organizationId} and c.id = r.scm_connection_id and c.deleted_at is null
    where r.organization_id = ${organizationId}`,
  user: (organizationId) => sql`select u.id, u.name, jsonb_build_object('status', u.status) as fields,
      array[u.email] as codes, array[u.name] as texts, null::text as class, u.status = 'active' as is_live
    from users u where u.organization_id = ${organizationId}`,
};
