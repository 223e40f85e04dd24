import type { Knex } from 'knex';

/**
 * The locks of functions, before and after. Before, all locks and the keys of clients were hashed into the same 64 bits. A
 * pair of integers is another space: db/advisory-locks.ts has the classes.
 */
const locks: readonly (readonly [name: string, before: string, after: string])[] = [
  ['seal_audit_entries', "hashtext('inventory.audit.seal')", '2, 0'],
  ['delete_organization', "hashtext('inventory.audit.seal')", '2, 0'],
  ['claim_due_feeds', "hashtext('inventory.feeds.claim')", '3, 0'],
  ['claim_scm_syncs', "hashtext('inventory.scm_syncs.claim')", '4, 0'],
  ['claim_state_syncs', "hashtext('inventory.state_syncs.claim')", '5, 0'],
  ['claim_state_detections', "hashtext('inventory.state_detections.claim')", '6, 0'],
  [
    'fold_resource_counts',
    "hashtextextended('resource_counts:' || tenant::text, 0)",
    '7, hashtext(tenant::text)',
  ],
];

export async function up(knex: Knex): Promise<void> {
  for (const [name, before, after] of locks) await replace(knex, name, before, after);
}

export async function down(knex: Knex): Promise<void> {
  for (const [name, before, after] of locks) await replace(knex, name, after, before);
}

/** Replaces a text in the body of a function, which keeps its owner and its privileges. */
async function replace(knex: Knex, name: string, before: string, after: string): Promise<void> {
  const [from, to] = [`advisory_xact_lock(${before})`, `advisory_xact_lock(${after})`];
  await knex.raw(String.raw`
do $migration$
declare
  found regprocedure := '${name}'::regproc::regprocedure;
  definition text := pg_get_functiondef(found);
  owner name := (select proowner::regrole::text from pg_proc where oid = found);
begin
  if strpos(definition, $old$${from}$old$) = 0 then raise exception '% has no lock to replace', found; end if;
  reset role;
  execute format('grant create on schema public to %s', owner);
  execute format('set local role %s', owner);
  execute replace(definition, $old$${from}$old$, $new$${to}$new$);
  reset role;
  if owner <> 'inventory_owner' then execute format('revoke create on schema public from %s', owner); end if;
  set local role inventory_owner;
end $migration$;
`);
}
