import { isExtensionMember } from './extension-member.ts';

const isUsedByConstraint = `exists (
    select from pg_depend where classid = 'pg_constraint'::regclass and refclassid = 'pg_proc'::regclass and refobjid = p.oid)`;

const functionsWhere = (condition: string) => `
  select format(E'%s;\\nalter function %s owner to %I;',
      rtrim(pg_get_functiondef(oid), E'\\n'), oid::regprocedure, proowner::regrole) as statement
    from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not ${isExtensionMember("'pg_proc'::regclass", 'p.oid')}
      and ${condition}
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'i')
    order by oid::regprocedure::text collate "C"`;

const triggers = `
  select pg_get_triggerdef(t.oid, true) || ';'
      || case tgenabled when 'O' then '' else format(E'\\nalter table %s %s trigger %I;', tgrelid::regclass,
           case tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, tgname) end
      as statement
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal
    order by relname collate "C", tgname collate "C"`;

/** The functions of check constraints, which tables need, with their volatility, security, settings and owner. */
export const constraintFunctionQueries = [functionsWhere(isUsedByConstraint)] as const;

/** The other functions; then triggers. */
export const functionQueries = [functionsWhere(`not ${isUsedByConstraint}`), triggers] as const;
