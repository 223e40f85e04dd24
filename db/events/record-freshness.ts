import { selectFreshness } from '../inventory/search/freshness.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { recordEvents } from './record-events.ts';

interface Told {
  readonly awsAccountId: string;
  readonly accountId: string;
  readonly name: string | undefined;
  readonly stale: boolean;
}

/**
 * Writes an event for each account whose inventory became stale or fresh since the last call. The first evaluation of an
 * account tells nothing, and accounts that are not scanned are neither.
 */
export async function recordFreshnessEvents(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  const freshness = sql`(${selectFreshness(organizationId)}) f`;
  await execute(
    tenant,
    sql`delete from account_freshness_told t where t.organization_id = ${organizationId}
      and t.aws_account_id not in (select f.aws_account_id from ${freshness})`,
  );
  const changed = await rowsOf<Told>(
    tenant,
    sql`with current as materialized (select f.* from ${freshness}), told as (
        insert into account_freshness_told as t (organization_id, aws_account_id, stale)
        select ${organizationId}::uuid, c.aws_account_id, c.stale from current c order by c.aws_account_id
        on conflict on constraint account_freshness_told_pkey do update set stale = excluded.stale
          where t.stale <> excluded.stale
        returning t.aws_account_id, old.stale as before
      )
      select c.aws_account_id, c.account_id, c.name, c.stale from current c
      join told on told.aws_account_id = c.aws_account_id where told.before is not null`,
  );
  await recordEvents(
    tenant,
    changed.map(({ awsAccountId, accountId, name, stale }) => ({
      type: stale ? 'account.stale' : 'account.fresh',
      awsAccountId,
      data: {
        account: {
          id: awsAccountId,
          name: name ?? accountId,
          aws_account_id: awsAccountId,
          account_id: accountId,
          url: `/api/v1/aws/accounts/${awsAccountId}`,
        },
      },
    })),
  );
}
