import type { DiffEntry } from '../../domain/inventory/diff-json.ts';
import type { JsonObject } from '../../domain/json.ts';
import { fixed, rowsOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface RevisionRow {
  readonly revision: number;
  readonly config_hash: string;
  readonly observed_at: Date;
  readonly scan_id: string | null;
  readonly configuration: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
  readonly diff: readonly DiffEntry[];
}

/** Revisions of a resource, the newest first, one more than the limit; `undefined` without such a resource. */
export async function listRevisions(
  tenant: Tenant,
  resourceId: string,
  limit: number,
  before: number | undefined,
): Promise<readonly RevisionRow[] | undefined> {
  const { organizationId } = tenant;
  const known = await rowsOf(
    tenant,
    sql`select from resources where organization_id = ${organizationId} and id = ${resourceId}`,
  );
  if (known.length === 0) return undefined;
  return rowsOf<RevisionRow>(
    tenant,
    sql`select revision, config_hash, observed_at, scan_id, configuration, tags, diff from resource_revisions
      where organization_id = ${organizationId} and resource_id = ${resourceId}
        and ${before === undefined ? fixed('true') : sql`revision < ${before}`}
      order by revision desc limit ${limit + 1}`,
  );
}
