import type { Database } from '../../../db/tenant.ts';
import { replaceStateEntries } from '../../../db/mapping/states/state-entry-store.ts';
import type { Owner } from '../discovery/owner.ts';
import type { NaiveEntry, NaiveWorld } from './naive-mapping.ts';
import { scanIntervalHours } from './naive-mapping.ts';

/** Writes everything of the model except entries to the database, as the superuser. Existing rows are updated. */
export async function writeWorld(owner: Owner, organizationId: string, world: NaiveWorld): Promise<void> {
  await owner.query(
    `insert into aws_connections (organization_id, name, kind, external_id, role_name, scan_interval_minutes)
     select $1, 'test', 'standalone', gen_random_uuid()::text, 'inventory', $2
     where not exists (select from aws_connections where organization_id = $1)`,
    [organizationId, scanIntervalHours * 60],
  );
  await writeRows(
    owner,
    organizationId,
    `insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, status)
     select $1, o.id, c.id, o.number, 'arn', case when o.connected then 'connected' else 'unreachable' end
     from jsonb_to_recordset($2) o(id uuid, number text, connected boolean), aws_connections c where c.organization_id = $1
     on conflict on constraint aws_accounts_pkey do update set status = excluded.status`,
    world.accounts,
  );
  await writeRows(
    owner,
    organizationId,
    `insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, status, origin,
       config_hash, rule_set, deleted_at)
     select $1, id, account, region, type, "nativeId", arn, status, origin, 'h', 1,
            case when status = 'deleted' then now() end
     from jsonb_to_recordset($2) o(id uuid, account uuid, region text, type text, "nativeId" text, arn text, status text,
       origin text)
     on conflict on constraint resources_pkey do update
       set status = excluded.status, origin = excluded.origin, deleted_at = excluded.deleted_at,
           last_changed_at = case when (resources.status, resources.origin) is distinct from (excluded.status, excluded.origin)
             then now() else now() - interval '1 day' end,
           management_state = case when excluded.status = 'unobserved' then 'unknown' else resources.management_state end`,
    world.resources,
  );
  await writeCells(owner, organizationId, world);
  await writeRows(
    owner,
    organizationId,
    `insert into state_sources (organization_id, id, bucket, key, aws_account_id, iac_project_id, origin, status, disabled,
       created_at, last_success_at, missing_since, modified_at)
     select $1, id, 'states', id::text, account, null, 'manual', 'error', disabled, now() - make_interval(hours => "createdAge"),
            now() - make_interval(hours => "successAge"), now() - make_interval(hours => "missingAge"),
            now() - make_interval(hours => "modifiedAge")
     from jsonb_to_recordset($2) o(id uuid, account uuid, disabled boolean, "createdAge" integer, "successAge" integer,
       "missingAge" integer, "modifiedAge" integer)
     on conflict on constraint state_sources_pkey do update
       set disabled = excluded.disabled, created_at = excluded.created_at, last_success_at = excluded.last_success_at,
           missing_since = excluded.missing_since, modified_at = excluded.modified_at`,
    world.sources,
  );
  await owner.query('delete from mapping_corrections where organization_id = $1', [organizationId]);
  await writeRows(
    owner,
    organizationId,
    `insert into mapping_corrections (organization_id, resource_id, action, address, iac_project_id)
     select $1, resource, action, address, project
     from jsonb_to_recordset($2) o(resource uuid, action text, address text, project uuid)`,
    world.corrections,
  );
}

async function writeCells(owner: Owner, organizationId: string, { cells }: NaiveWorld): Promise<void> {
  await owner.query('delete from coverage_cells where organization_id = $1', [organizationId]);
  await owner.query(`delete from runs where organization_id = $1 and kind = 'scan'`, [organizationId]);
  await writeRows(
    owner,
    organizationId,
    `with o as materialized (
       select gen_random_uuid() as id, o.* from jsonb_to_recordset($2)
         o(account uuid, region text, type text, outcome text, "completedAge" integer)
     ), run as (
       insert into runs (organization_id, id, kind, subject_id, status) select $1, id, 'scan', id, 'succeeded' from o
     ), scan as (
       insert into scans (organization_id, id, trigger, status, started_at)
       select $1, id, 'manual', 'succeeded', now() - make_interval(hours => "completedAge" + 1) from o
     )
     insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, scan_id,
       last_attempt_at, last_complete_at)
     select $1, account, region, type, outcome, id, now() - make_interval(hours => "completedAge"),
            now() - make_interval(hours => "completedAge")
     from o`,
    cells,
  );
}

async function writeRows(owner: Owner, organizationId: string, statement: string, rows: readonly object[]) {
  await owner.query(statement, [organizationId, JSON.stringify(rows)]);
}

/** Stores the entries of a source as a sync does. Returns the resources that changed entries claimed. */
export async function writeEntries(
  database: Database,
  organizationId: string,
  source: string,
  entries: readonly NaiveEntry[],
): Promise<readonly string[]> {
  const { releasedResourceIds } = await database.withTenant(organizationId, (tenant) =>
    replaceStateEntries(
      tenant,
      source,
      entries.map((entry) => ({
        address: entry.address,
        codeAddress: entry.address,
        deposedKey: entry.deposed ? 'deposed' : undefined,
        terraformType: 'aws_thing',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        providerAlias: undefined,
        resourceType: entry.type,
        role: entry.role,
        awsAccountNumber: entry.accountNumber,
        region: entry.region,
        arn: undefined,
        identity: {},
        candidates: entry.candidates,
      })),
    ),
  );
  return releasedResourceIds;
}
