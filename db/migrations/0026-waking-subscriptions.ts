import type { Knex } from 'knex';

const before = `set due_at = now() + make_interval(secs => w.seconds)
      from wanted w where u.organization_id = w.organization_id and u.id = w.id
        and (u.due_at is null or u.due_at > now() + make_interval(secs => w.seconds))`;
const after = `set due_at = least(u.due_at, now() + make_interval(secs => w.seconds))
      from wanted w where u.organization_id = w.organization_id and u.id = w.id`;

/**
 * number_events updates every subscription that wants an event. Before, it left out those that its snapshot showed to be due:
 * an activity that had not seen the event could store at the same time that there is nothing to do.
 */
export async function up(knex: Knex): Promise<void> {
  await replace(knex, before, after);
}

export async function down(knex: Knex): Promise<void> {
  await replace(knex, after, before);
}

/** Replaces a text in the body of number_events, which keeps its owner, its settings and its privileges. */
async function replace(knex: Knex, from: string, to: string): Promise<void> {
  await knex.raw(String.raw`
do $migration$
declare
  definition text := pg_get_functiondef('number_events'::regproc);
begin
  if strpos(definition, $old$${from}$old$) = 0 then raise exception 'number_events has no text to replace'; end if;
  reset role;
  grant create on schema public to inventory_definer;
  set local role inventory_definer;
  execute replace(definition, $old$${from}$old$, $new$${to}$new$);
  reset role;
  revoke create on schema public from inventory_definer;
  set local role inventory_owner;
end $migration$;
`);
}
