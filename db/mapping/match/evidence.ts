import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { counts, isOverdue } from '../states/source-conditions.ts';

/** Accounts and sources whose effect on management states changed since it was last stored. */
export interface ChangedEvidence {
  readonly awsAccountIds: readonly string[];
  readonly stateSourceIds: readonly string[];
}

/**
 * Stores for each account whether its evidence is complete, and for each source whether its entries count. Returns those
 * that changed.
 *
 * The evidence of an account is complete when an enabled source of the organization has synced, and no enabled source that
 * reaches the account is overdue. A source reaches the account that reads it (by default the account whose inventory has
 * its bucket) and the accounts of its entries.
 */
export async function storeEvidence(tenant: Tenant): Promise<ChangedEvidence> {
  const { organizationId } = tenant;
  const accounts = await rowsOf<{ id: string }>(
    tenant,
    sql`with overdue as materialized (
        select s.id, s.bucket, s.aws_account_id from state_sources s
        where s.organization_id = ${organizationId} and not s.disabled and ${isOverdue('s')}
      ), incomplete as (
        select o.aws_account_id as id from overdue o where o.aws_account_id is not null
        union
        select r.aws_account_id from overdue o join resources r on r.organization_id = ${organizationId}
          and r.resource_type = 'AWS::S3::Bucket' and r.native_id = o.bucket and r.status <> 'deleted'
          where o.aws_account_id is null
        union
        select a.id from overdue o join state_entries e on e.organization_id = ${organizationId}
          and e.state_source_id = o.id
          join aws_accounts a on a.organization_id = ${organizationId} and a.account_id = e.aws_account_number
      ), evidence as (
        select a.id, a.id not in (select i.id from incomplete i) and exists (
          select from state_sources s where s.organization_id = ${organizationId} and not s.disabled
            and s.last_success_at is not null) as is_complete
        from aws_accounts a where a.organization_id = ${organizationId}
      )
      insert into mapping_accounts as m (organization_id, aws_account_id, evidence_complete)
      select ${organizationId}::uuid, e.id, e.is_complete from evidence e
      left join mapping_accounts known on known.organization_id = ${organizationId} and known.aws_account_id = e.id
      where e.is_complete <> coalesce(known.evidence_complete, false)
      on conflict on constraint mapping_accounts_pkey do update
        set evidence_complete = excluded.evidence_complete, updated_at = now()
      returning m.aws_account_id as id`,
  );
  const sources = await rowsOf<{ id: string }>(
    tenant,
    sql`update state_sources s set counted = ${counts('s')}
      where s.organization_id = ${organizationId} and s.counted <> ${counts('s')} returning s.id`,
  );
  return { awsAccountIds: accounts.map(({ id }) => id), stateSourceIds: sources.map(({ id }) => id) };
}
