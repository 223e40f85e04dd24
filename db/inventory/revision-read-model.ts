import type { DiffEntry } from '../../domain/json/diff.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { resourceExists } from './resource-read-model.ts';

export interface RevisionRow {
  readonly revision: number;
  readonly configHash: string;
  readonly observedAt: Date;
  readonly scanId: string | undefined;
  readonly configuration: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
  readonly diff: readonly DiffEntry[];
}

/** Lists a resource's revisions, newest first, one more than the limit; `undefined` if the resource does not exist. */
export async function listRevisions(
  tenant: Tenant,
  resourceId: string,
  limit: number,
  before: number | undefined,
): Promise<readonly RevisionRow[] | undefined> {
  const { organizationId } = tenant;
  if (!(await resourceExists(tenant, resourceId))) return undefined;
  return rowsOf<RevisionRow>(
    tenant,
    sql`select revision, config_hash, observed_at, scan_id, configuration, tags, diff from resource_revisions
      where organization_id = ${organizationId} and resource_id = ${resourceId}
        and ${before === undefined ? rawSql('true') : sql`revision < ${before}`}
      order by revision desc limit ${limit + 1}`,
  );
}
