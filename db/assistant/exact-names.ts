import type { NamedEntity } from '../../domain/assistant/hide-names.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { accountRootArn } from './account-root-arn.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface ExactName extends NamedEntity {
  /** The candidate that names the record. */
  readonly candidate: string;
}

/**
 * Returns the records with one of these names, ids, ARNs or other identifiers, without regard to the
 * case of ASCII letters. Reads all resources of the organization, because indexes of names distinguish cases.
 *
 * @param candidates with ASCII letters in lower case
 */
export async function findExactNames(
  tenant: Tenant,
  candidates: readonly string[],
): Promise<readonly ExactName[]> {
  if (candidates.length === 0) return [];
  const { organizationId } = tenant;
  const texts = [...candidates];
  const arns = texts.filter((text) => text.startsWith('arn:'));
  const ids = texts.filter((text) => uuidPattern.test(text));
  return rowsOf<ExactName>(
    tenant,
    sql`with named as (
        select 'account' as type, a.id, coalesce(nullif(a.name, ''), a.account_id) as name,
          array[a.name, a.account_id, ${accountRootArn}] as texts
        from aws_accounts a where a.organization_id = ${organizationId} and a.deleted_at is null
        union all
        select 'application', a.id, a.name, array[a.name, a.slug]
        from applications a where a.organization_id = ${organizationId}
        union all
        select 'team', t.id, t.name, array[t.name, t.slug] from teams t where t.organization_id = ${organizationId}
        union all
        select 'environment', e.id, e.name, array[e.name]
        from environments e where e.organization_id = ${organizationId}
        union all
        select 'repository', r.id, r.full_name, array[r.full_name, regexp_replace(r.full_name, '^.*/', ''), r.url]
        from repositories r where r.organization_id = ${organizationId}
        union all
        select 'iac_project', p.id, r.full_name || '/' || p.path,
          array[p.path, r.full_name || '/' || p.path, r.full_name || ':' || p.path, regexp_replace(p.path, '^.*/', '')]
        from iac_projects p
        join repositories r on r.organization_id = ${organizationId} and r.id = p.repository_id
        where p.organization_id = ${organizationId}
        union all
        select 'resource', r.id, coalesce(nullif(r.name, ''), r.native_id), array[r.name, r.native_id, r.arn]
        from resources r where r.organization_id = ${organizationId} and (lower(r.name collate "C") = any(${texts}::text[])
          or lower(r.native_id collate "C") = any(${texts}::text[]) or lower(r.arn collate "C") = any(${arns}::text[])
          or r.id = any(${ids}::uuid[]))
      )
      select distinct n.type, n.id, n.name, t.candidate
      from named n cross join unnest(n.texts || n.id::text) x (text), lateral (select lower(x.text collate "C")) t (candidate)
      where t.candidate = any(${texts}::text[])
      order by n.type, n.name, n.id`,
  );
}
