import { errors } from '../../../domain/errors.ts';
import type { StateSourceStatus } from '../../../domain/values.ts';
import { oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { allOf, anyOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { StateSource } from './state-source.ts';

/** A state source with the status and the account that the API returns. */
export type StateSourceRecord = StateSource & {
  readonly shownStatus: StateSourceStatus;
  /** The 12 digits of the account, if the source has one. */
  readonly accountNumber: string | undefined;
  readonly accountName: string | undefined;
};

export interface StateSourceFilters {
  readonly status?: readonly string[] | undefined;
  readonly origin?: readonly string[] | undefined;
  readonly aws_account_id?: readonly string[] | undefined;
}

/**
 * The status of a source, of the table `state_sources` with the alias `s`. `syncing` ends with its run, also when the run
 * is terminated.
 */
const stateSourceStatus: Sql = rawSql(`case
  when s.disabled then 'disabled'
  when s.status = 'pending' then 'pending'
  when exists (select from runs n where n.organization_id = s.organization_id and n.kind = 'sync_state_source'
    and n.subject_id = s.id and n.status in ('queued', 'running')
    and (n.requested_by is not null or n.id = s.reading_run_id)) then 'syncing'
  else s.status end`);

/** What {@link StateSourceRecord} has besides the row, of the table `state_sources` with the alias `s`. */
export const shownColumns: Sql = sql`${stateSourceStatus} as shown_status,
  (select a.account_id from aws_accounts a where a.organization_id = s.organization_id and a.id = s.aws_account_id) as account_number,
  (select a.name from aws_accounts a where a.organization_id = s.organization_id and a.id = s.aws_account_id) as account_name`;

/** Lists state sources by id, one more than `limit`. */
export async function listStateSources(
  tenant: Tenant,
  filters: StateSourceFilters,
  limit: number,
  after: string | undefined,
): Promise<readonly StateSourceRecord[]> {
  const conditions = [...conditionsOf(filters), ...(after === undefined ? [] : [sql`s.id > ${after}`])];
  return rowsOf<StateSourceRecord>(
    tenant,
    sql`select * from (${selectSources(tenant)}) s where ${allOf(conditions)} order by s.id limit ${limit + 1}`,
  );
}

/** Counts the state sources that match. */
export async function countStateSources(tenant: Tenant, filters: StateSourceFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*)::integer as total from (${selectSources(tenant)}) s where ${allOf(conditionsOf(filters))}`,
  );
  return total;
}

function conditionsOf(filters: StateSourceFilters): readonly Sql[] {
  return [
    ...anyOf('s.shown_status', filters.status),
    ...anyOf('s.origin', filters.origin),
    ...anyOf('s.aws_account_id', filters.aws_account_id, 'uuid'),
  ];
}

/** @throws CatalogueError `not_found`. */
export async function getStateSource(tenant: Tenant, id: string): Promise<StateSourceRecord> {
  const found = await rowOf<StateSourceRecord>(tenant, sql`${selectSources(tenant)} and s.id = ${id}`);
  if (found === undefined) throw errors.notFound();
  return found;
}

function selectSources({ organizationId }: Tenant): Sql {
  return sql`select s.*, ${shownColumns} from state_sources s
    where s.organization_id = ${organizationId}`;
}
