import { isExtensionMember } from './extension-member.ts';

/** Objects of the schema `public` that the dump does not cover. A dump without them would hide differences. */
export const unsupportedObjects = `
  select kind || ' ' || name as statement from (
    select 'relation of kind ' || relkind::text as kind, relname as name, 'pg_class'::regclass as catalogue, oid
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 't', 'S')
    union all
    select 'type of kind ' || typtype::text, typname, 'pg_type'::regclass, oid from pg_type t
      where typnamespace = 'public'::regnamespace and typtype not in ('r', 'm') and typelem = 0
        and not (typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'r'))
    union all
    select 'routine of kind ' || prokind::text, proname, 'pg_proc'::regclass, oid from pg_proc
      where pronamespace = 'public'::regnamespace and prokind <> 'f'
    union all
    select 'operator', oprname, 'pg_operator'::regclass, oid from pg_operator
      where oprnamespace = 'public'::regnamespace
    union all
    select 'statistics', stxname, 'pg_statistic_ext'::regclass, oid from pg_statistic_ext
      where stxnamespace = 'public'::regnamespace
    union all
    select 'rule on ' || ev_class::regclass::text, rulename, 'pg_rewrite'::regclass, r.oid from pg_rewrite r
      join pg_class c on c.oid = r.ev_class where c.relnamespace = 'public'::regnamespace
    union all
    select 'default privileges of', defaclrole::regrole::text, 'pg_default_acl'::regclass, oid from pg_default_acl
  ) object
  where not ${isExtensionMember('object.catalogue', 'object.oid')}
  order by 1`;
