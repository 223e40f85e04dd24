import type { ExtractionMode, ExtractionTrigger, RunStatus } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface ExtractionRunRow {
  readonly id: string;
  readonly awsAccountId: string;
  readonly trigger: ExtractionTrigger;
  readonly mode: ExtractionMode;
  readonly status: RunStatus;
  readonly resourcesExtracted: number;
  readonly relationshipsAdded: number;
  readonly relationshipsUpdated: number;
  readonly relationshipsStale: number;
  readonly error: string | undefined;
  readonly createdAt: Date;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
}

export interface ExtractionRunFilters {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly trigger?: readonly string[] | undefined;
  readonly mode?: readonly string[] | undefined;
}

/** Lists extraction runs, newest first, after the run `after`; one more than `limit`. */
export async function listExtractionRuns(
  tenant: Tenant,
  filters: ExtractionRunFilters,
  after: string | undefined,
  limit: number,
): Promise<readonly ExtractionRunRow[]> {
  const { organizationId } = tenant;
  const conditions = [
    sql`x.organization_id = ${organizationId}`,
    ...anyOf('x.aws_account_id', filters.aws_account_id, 'uuid'),
    ...anyOf('r.status', filters.status),
    ...anyOf('x.trigger', filters.trigger),
    ...anyOf('x.mode', filters.mode),
    ...(after === undefined ? [] : [sql`x.run_id < ${after}`]),
  ];
  return rowsOf<ExtractionRunRow>(
    tenant,
    sql`select x.run_id as id, x.aws_account_id, x.trigger, x.mode, r.status, x.resources_extracted, x.relationships_added,
        x.relationships_updated, x.relationships_stale, r.error, r.created_at, r.started_at, r.finished_at
      from graph_extractions x join runs r on r.organization_id = x.organization_id and r.id = x.run_id
      where ${allOf(conditions)} order by x.run_id desc limit ${limit + 1}`,
  );
}
