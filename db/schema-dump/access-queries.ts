import { isExtensionMember } from './extension-member.ts';

const rowSecurity = `
  select format('alter table %I %s;', relname, concat_ws(', ',
      case when relrowsecurity then 'enable row level security' end,
      case when relforcerowsecurity then 'force row level security' end)) as statement
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (relrowsecurity or relforcerowsecurity)
    order by relname collate "C"`;

const policies = `
  select format('create policy %I on %I as %s for %s to %s%s%s;', policyname, tablename, lower(permissive), lower(cmd),
      array_to_string(roles, ', '), E'\\n  using (' || qual || ')', E'\\n  with check (' || with_check || ')')
      as statement
    from pg_policies where schemaname = 'public'
    order by tablename collate "C", policyname collate "C"`;

/** Privileges of roles other than the owner. `columns` restricts a privilege to columns. */
function grants(objects: string): string {
  return `
  select format('grant %s on %s to %s%s;', string_agg(lower(privilege_type) || columns, ', ' order by privilege_type),
      object, case grantee when 0 then 'public' else grantee::regrole::text end,
      case when is_grantable then ' with grant option' end) as statement
    from (${objects}) granted (object, grantee, privilege_type, is_grantable, columns)
    group by object, grantee, is_grantable
    order by object collate "C", case grantee when 0 then 'public' else grantee::regrole::text end collate "C"`;
}

const schemaGrants = grants(`
    select 'schema ' || nspname, a.grantee, a.privilege_type, a.is_grantable, ''
      from pg_namespace, aclexplode(nspacl) a where nspname = 'public' and a.grantee <> nspowner`);

const tableGrants = grants(`
    select 'table ' || quote_ident(relname), a.grantee, a.privilege_type, a.is_grantable, ''
      from pg_class, aclexplode(relacl) a
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and a.grantee <> relowner
    union all
    select 'table ' || quote_ident(relname), a.grantee, a.privilege_type, a.is_grantable,
        ' (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')'
      from pg_class c join pg_attribute on attrelid = c.oid, aclexplode(attacl) a
      where relnamespace = 'public'::regnamespace and relkind = 'r' and a.grantee <> relowner
      group by 1, 2, 3, 4`);

const ownFunctions = `
      pronamespace = 'public'::regnamespace and not ${isExtensionMember("'pg_proc'::regclass", 'p.oid')}`;

/** PUBLIC may execute a function unless this was revoked. */
const functionRevokes = `
  select format('revoke all on function %s from public;', oid::regprocedure) as statement
    from pg_proc p
    where ${ownFunctions} and proacl is not null and not exists (select from aclexplode(proacl) where grantee = 0)
    order by oid::regprocedure::text collate "C"`;

const functionGrants = grants(`
    select 'function ' || oid::regprocedure, a.grantee, a.privilege_type, a.is_grantable, ''
      from pg_proc p, aclexplode(proacl) a where ${ownFunctions} and a.grantee <> proowner`);

const comments = `
  select format('comment on %s %s is %L;', case when objsubid > 0 then 'column' else type end, identity, description)
      as statement
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid)
    where (schema = 'public' or identity like '% on public.%')
      and not ${isExtensionMember('d.classoid', 'd.objoid')}
    order by type collate "C", identity collate "C"`;

/** Row-level security, then privileges, then comments. */
export const accessQueries = [
  rowSecurity,
  policies,
  schemaGrants,
  tableGrants,
  functionRevokes,
  functionGrants,
  comments,
] as const;
