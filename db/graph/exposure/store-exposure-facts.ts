import { execute, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { StoredHolder } from '../extract/stored-holder.ts';

/** Kinds of facts that other accounts with shared subnets depend on. */
const sharedKinds = ['gateway', 'routes', 'subnet', 'acl', 'vpc_block', 'vpc_block_exclusion'];

/**
 * Replaces the facts of holders of an account. If one changed, the exposures of the account are due; if it is of a network, those of
 * every account.
 */
export async function storeExposureFacts(
  tenant: Tenant,
  accountId: string,
  holders: readonly StoredHolder[],
): Promise<void> {
  const { organizationId } = tenant;
  const without = holders
    .filter(({ extracted }) => extracted.exposure === undefined)
    .map(({ holder }) => holder.id);
  const rows = holders.flatMap(({ holder, extracted: { exposure: fact } }) =>
    fact === undefined
      ? []
      : [
          {
            resourceId: holder.id,
            region: holder.region,
            nativeId: holder.nativeId,
            vpc: 'vpc' in fact && sharedKinds.includes(fact.kind) ? fact.vpc : undefined,
            fact,
          },
        ],
  );
  const changed = await rowsOf<{ kind: string }>(
    tenant,
    sql`with gone as (
        delete from exposure_facts where organization_id = ${organizationId} and resource_id = any(${without}::uuid[])
        returning fact ->> 'kind' as kind
      ), stored as (
        insert into exposure_facts as f (organization_id, resource_id, aws_account_id, region, native_id, vpc, fact)
        select ${organizationId}, g.resource_id, ${accountId}, g.region, g.native_id, g.vpc, g.fact
        from ${rowset('g', { resourceId: 'uuid', region: 'text', nativeId: 'text', vpc: 'text', fact: 'jsonb' }, rows)}
        on conflict (organization_id, resource_id) do update set fact = excluded.fact, vpc = excluded.vpc
        where f.fact is distinct from excluded.fact
        returning fact ->> 'kind' as kind
      )
      select distinct kind from (select kind from gone union all select kind from stored) c`,
  );
  if (changed.length === 0) return;
  const isShared = changed.some(({ kind }) => sharedKinds.includes(kind));
  await execute(
    tenant,
    sql`update graph_accounts set exposure_due = true where organization_id = ${organizationId} and not exposure_due
      and (${isShared} or aws_account_id = ${accountId})`,
  );
}
