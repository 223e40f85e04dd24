import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Time after which the workers of a newer release are not expected at a run any more: they were rolled back. */
const newerReleaseSeconds = 120;
/** A run that many activities take at once is not updated by each of them. */
const refreshSeconds = 30;

/**
 * How a worker finds a run: `first`: no worker took it before; `same`: the last one had the same rule set; `changed`: the last
 * one had another rule set, so the work begins again; `newer`: the last one had a newer rule set, and the run is left to it.
 */
export type TakenRun = 'first' | 'same' | 'changed' | 'newer';

/**
 * Stores in a run the rule set of the worker that works at it, before each of its activities. During an upgrade, workers of two
 * releases take turns. Numbers are versions in ascending order: a run with a newer one is `newer` to an older worker, until no
 * newer worker took it for two minutes; then the older one continues it. Texts have no order.
 */
export async function takeRun(tenant: Tenant, runId: string, ruleSet: number | string): Promise<TakenRun> {
  const { organizationId } = tenant;
  const [text, version] = [String(ruleSet), typeof ruleSet === 'number' ? ruleSet : null];
  const isNewer = sql`case when ${version}::integer is null then false else rule_set::integer > ${version}::integer end`;
  const row = await rowOf<{ before: string | undefined; wasNewer: boolean; taken: boolean }>(
    tenant,
    sql`with taken as (
        update runs set rule_set = ${text}, rule_set_at = clock_timestamp()
        where organization_id = ${organizationId} and id = ${runId} and case when rule_set = ${text}
          then rule_set_at < clock_timestamp() - make_interval(secs => ${refreshSeconds})
          else rule_set is null or not ${isNewer}
            or rule_set_at < clock_timestamp() - make_interval(secs => ${newerReleaseSeconds}) end
        returning old.rule_set as before
      )
      select found.rule_set as before, found.taken, coalesce(${isNewer}, false) as was_newer
      from (
        select exists (select from taken) as taken,
          case when exists (select from taken) then (select before from taken) else r.rule_set end as rule_set
        from runs r
        where r.organization_id = ${organizationId} and r.id = ${runId}
      ) found`,
  );
  if (row === undefined) return 'first';
  if (row.before === text) return 'same';
  if (!row.taken) return (await ruleSetOf(tenant, runId)) === text ? 'same' : 'newer';
  if (row.before === undefined) return 'first';
  return row.wasNewer ? 'same' : 'changed';
}

/**
 * A statement that waited for another worker to take the run sees that it was taken, and the row as it was before. The next
 * statement sees the row as it is.
 */
async function ruleSetOf(tenant: Tenant, runId: string): Promise<string | undefined> {
  const row = await rowOf<{ ruleSet: string | undefined }>(
    tenant,
    sql`select rule_set from runs where organization_id = ${tenant.organizationId} and id = ${runId}`,
  );
  return row?.ruleSet;
}

/** Returns whether no worker with another rule set has taken the run since this one did. */
export async function holdsRun(tenant: Tenant, runId: string, ruleSet: number | string): Promise<boolean> {
  const held = await execute(
    tenant,
    sql`select from runs where organization_id = ${tenant.organizationId} and id = ${runId}
        and rule_set <> ${String(ruleSet)}`,
  );
  return held === 0;
}
