import { rawSql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Without a successful read for this time a source is overdue, and a missing object no longer counts. */
const overdueInterval = "interval '24 hours'";
/** The same for a source that was never read. */
const firstReadInterval = "interval '1 hour'";

/** The condition that the entries of a source count: it is enabled, and its object was not missing for 24 hours. */
export function counts(source: string): Sql {
  return rawSql(
    `(not ${source}.disabled and (${source}.missing_since is null or ${source}.missing_since > now() - ${overdueInterval}))`,
  );
}

/** The condition that a source was not read within the time in which it should have been. */
export function isOverdue(source: string): Sql {
  return rawSql(
    `(case when ${source}.last_success_at is null then ${source}.created_at < now() - ${firstReadInterval}
      else ${source}.last_success_at < now() - ${overdueInterval} end)`,
  );
}
