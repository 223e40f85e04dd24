import type { Knex } from 'knex';
import { protectTenantTable } from '../migration-support/tenant-table.ts';

/**
 * When an account's inventory was last whole: written once per ended scan, so that no search reads the ledger. The
 * cells that the scan tried tell: the oldest of their completions counts, so that a cell that is denied today makes
 * the account as old as the cell's last good day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account_freshness (
      organization_id uuid not null,
      aws_account_id uuid not null,
      recorded_at timestamptz not null,
      last_successful_scan_at timestamptz not null,
      constraint account_freshness_pkey primary key (organization_id, aws_account_id, recorded_at),
      constraint account_freshness_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade
    )`);
  await protectTenantTable(knex, 'account_freshness');
  await knex.raw(`
    create function record_freshness() returns trigger language plpgsql as $$
    begin
      insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
        select c.organization_id, c.aws_account_id, now(), min(c.last_complete_at)
          from scan_accounts a
          join coverage_cells c on c.organization_id = a.organization_id and c.aws_account_id = a.aws_account_id
          where a.organization_id = new.organization_id and a.scan_id = new.id
            and c.last_attempt_at >= new.started_at and c.last_complete_at is not null
          group by 1, 2
        on conflict on constraint account_freshness_pkey do update
          set last_successful_scan_at = excluded.last_successful_scan_at;
      return null;
    end $$`);
  // A scan of some regions or types says nothing about the account as a whole.
  await knex.raw(`
    create trigger scans_freshness after update of status on scans for each row
      when (new.status in ('succeeded', 'partial') and old.status is distinct from new.status
            and new.regions is null and new.resource_types is null)
      execute function record_freshness()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger scans_freshness on scans');
  await knex.raw('drop function record_freshness()');
  await knex.raw('drop table account_freshness');
}
