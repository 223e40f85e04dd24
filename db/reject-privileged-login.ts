import { ConfigurationError } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';
import { oneRowOf } from './query.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { sql } from './sql.ts';
import type { Database } from './tenant.ts';

/**
 * Rejects a login role to which row-level security does not apply or that can switch to a role to which it does not apply: a
 * superuser, a role with BYPASSRLS, and the owner of a table or a member of the owner. `SET ROLE` does not protect: a
 * statement can reset it. Waits while Postgres cannot be reached.
 * @throws ConfigurationError that names the role and the variable to change.
 */
export async function rejectPrivilegedLogin(database: Database, logger: Logger): Promise<void> {
  const { name, privileges } = await findLogin(database, logger);
  if (privileges === undefined) return;
  throw new ConfigurationError(
    `DATABASE_URL, DATABASE_APP_URL: the database role "${name}" ${privileges}. In production, set DATABASE_APP_URL (or ` +
      'DATABASE_URL) of the API and the workers to a login role that is only a member of inventory_app. `npm run migrate` ' +
      'creates the role of DATABASE_APP_URL if it does not exist.',
  );
}

async function findLogin(
  database: Database,
  logger: Logger,
): Promise<{ readonly name: string; readonly privileges: string | undefined }> {
  return retryWhileUnavailable(logger, 'failed to check the database role; will retry', () =>
    oneRowOf(
      database.outside,
      sql`select session_user::text as name,
        case when r.rolsuper then 'is a superuser'
             when r.rolbypassrls then 'has BYPASSRLS'
             when exists (select from pg_class c
                          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                            and pg_has_role(session_user, c.relowner, 'member'))
             then 'owns tables, or is a member of their owner' end as privileges
        from pg_roles r where r.rolname = session_user`,
    ),
  );
}
