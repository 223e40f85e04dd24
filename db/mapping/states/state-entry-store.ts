import { toJsonText } from '../../../domain/json/text.ts';
import { rowsOf } from '../../query.ts';
import { toColumns } from '../../rows.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { NewStateEntry } from './state-entry.ts';

const entriesPerStatement = 2000;
/** Postgres rejects a `jsonb` array of 256 MB, and 2,000 entries of a hostile state can be larger. */
const charactersPerStatement = 4_000_000;

/** The number of entries that a sync wrote. Unchanged entries are not written. */
export interface EntryChanges {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Resources that a changed or deleted entry claimed. Their management state can change. */
  readonly releasedResourceIds: readonly string[];
}

/**
 * Makes the entries of a source equal to those of its state: inserts new ones, updates changed ones, deletes the others.
 * An unchanged entry is neither written nor locked, and keeps its match. A new or changed entry has the class `unscanned`
 * with the reason `not_matched` until it is matched in the same transaction. The caller has locked the source.
 */
export async function replaceStateEntries(
  tenant: Tenant,
  stateSourceId: string,
  entries: readonly NewStateEntry[],
): Promise<EntryChanges> {
  const released = new Set<string>();
  let [inserted, updated] = [0, 0];
  // A statement rejects two rows with the same key.
  const distinct = [...new Map(entries.map((entry) => [entry.address, entry])).values()];
  for (const page of pagesOf(distinct)) {
    for (const row of await upsertChanged(tenant, stateSourceId, page)) {
      if (row.inserted) inserted += 1;
      else updated += 1;
      if (row.released !== undefined) released.add(row.released);
    }
  }
  const addresses = distinct.map(({ address }) => address);
  const deleted = await deleteOthers(tenant, stateSourceId, addresses);
  for (const { released: resourceId } of deleted) if (resourceId !== undefined) released.add(resourceId);
  return { inserted, updated, deleted: deleted.length, releasedResourceIds: [...released] };
}

/** Yields the entries as JSON arrays, each small enough for one statement. */
function* pagesOf(entries: readonly NewStateEntry[]): Generator<string, void, undefined> {
  let page: string[] = [];
  let characters = 0;
  for (const entry of entries) {
    const text = toJsonText(toColumns(entry));
    if (page.length === entriesPerStatement || characters + text.length > charactersPerStatement) {
      if (page.length > 0) yield `[${page.join(',')}]`;
      page = [];
      characters = 0;
    }
    page.push(text);
    characters += text.length;
  }
  if (page.length > 0) yield `[${page.join(',')}]`;
}

const columns = [
  'code_address',
  'deposed_key',
  'terraform_type',
  'provider',
  'provider_alias',
  'resource_type',
  'role',
  'aws_account_number',
  'region',
  'arn',
  'identity',
  'candidates',
] as const;
const columnList = rawSql(columns.join(', '));
const listOf = (alias: string) => rawSql(columns.map((column) => `${alias}.${column}`).join(', '));
const recordType = rawSql(
  `(address text, ${columns
    .map((column) => `${column} ${column === 'identity' || column === 'candidates' ? 'jsonb' : 'text'}`)
    .join(', ')})`,
);
const assignments = rawSql(columns.map((column) => `${column} = excluded.${column}`).join(', '));

async function upsertChanged(
  tenant: Tenant,
  stateSourceId: string,
  page: string,
): Promise<readonly { inserted: boolean; released: string | undefined }[]> {
  const { organizationId } = tenant;
  return rowsOf<{ inserted: boolean; released: string | undefined }>(
    tenant,
    sql`insert into state_entries (organization_id, state_source_id, address, ${columnList}, class, reason)
      select ${organizationId}::uuid, ${stateSourceId}::uuid, e.address, ${listOf('e')}, 'unscanned', 'not_matched'
      from jsonb_to_recordset(${page}::jsonb) as e${recordType}
      left join state_entries s on s.organization_id = ${organizationId}
        and s.state_source_id = ${stateSourceId} and s.address = e.address
      where s.address is null or (${listOf('s')}) is distinct from (${listOf('e')})
      on conflict on constraint state_entries_pkey do update set ${assignments}, class = excluded.class,
        reason = excluded.reason, resource_id = null, method = null, confidence = null, updated_at = now()
      returning old.address is null as inserted, old.resource_id as released`,
  );
}

async function deleteOthers(
  tenant: Tenant,
  stateSourceId: string,
  addresses: readonly string[],
): Promise<readonly { released: string | undefined }[]> {
  return rowsOf<{ released: string | undefined }>(
    tenant,
    sql`delete from state_entries s
      where s.organization_id = ${tenant.organizationId} and s.state_source_id = ${stateSourceId}
        and not exists (select from unnest(${addresses}::text[]) as kept(address) where kept.address = s.address)
      returning s.resource_id as released`,
  );
}
