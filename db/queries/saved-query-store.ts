import { errors } from '../../domain/errors.ts';
import { builtInKeys, builtInQueries } from '../../domain/queries/built-in-queries.ts';
import type { BuiltInKey } from '../../domain/queries/built-in-queries.ts';
import type { SavedFilter } from '../../domain/queries/saved-filter.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { lockOrganization } from '../lock-organization.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Of a built-in query, as it is now: it can depend on the time. */
  readonly filter: SavedFilter;
  readonly columns: readonly string[] | undefined;
  readonly builtIn: BuiltInKey | undefined;
  readonly createdBy: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** The result of the last count. A failed one leaves the number of the one before. */
  readonly count: number | undefined;
  readonly countedAt: Date | undefined;
  readonly countError: string | undefined;
}

export interface SavedQueryFields {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly filter: SavedFilter;
  readonly columns?: readonly string[] | null | undefined;
}

/** Maximum number of saved queries of an organization, without the built-in ones. */
const maximumSavedQueries = 200;

const columns = rawSql(
  'id, name, description, filter, columns, built_in, created_by, created_at, updated_at, version, count, counted_at, count_error',
);
const nameIsTaken = { saved_queries_name_key: () => errors.conflict('Another saved query has this name.') };

/** Inserts the built-in queries of a new organization. */
export async function insertBuiltInQueries(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`insert into saved_queries (organization_id, name, built_in)
      select ${tenant.organizationId}, key, key from unnest(${builtInKeys}::text[]) key`,
  );
}

/** Lists saved queries by name, one more than the limit. */
export async function listSavedQueries(
  tenant: Tenant,
  limit: number,
  after?: string,
): Promise<readonly SavedQuery[]> {
  const rows = await rowsOf<Row>(
    tenant,
    sql`select ${columns} from saved_queries where organization_id = ${tenant.organizationId}
        and ${after === undefined ? rawSql('true') : sql`name > ${after}`}
      order by name limit ${limit + 1}`,
  );
  return rows.map(toSavedQuery);
}

/** @throws CatalogueError `not_found`. */
export async function getSavedQuery(tenant: Tenant, id: string): Promise<SavedQuery> {
  return toSavedQuery(
    await rowOf<Row>(
      tenant,
      sql`select ${columns} from saved_queries where organization_id = ${tenant.organizationId} and id = ${id}`,
    ),
  );
}

/** @throws CatalogueError `conflict` for a name that exists, and for query 201 */
export async function createSavedQuery(
  tenant: Tenant,
  fields: SavedQueryFields,
  createdBy: string,
): Promise<SavedQuery> {
  await requireRoom(tenant);
  return mapConstraintErrors(
    nameIsTaken,
    oneRowOf<Row>(
      tenant,
      sql`insert into saved_queries (organization_id, name, description, filter, columns, created_by)
        values (${tenant.organizationId}, ${fields.name}, ${fields.description}, ${JSON.stringify(fields.filter)}::jsonb,
          ${fields.columns ?? null}::text[], ${createdBy}) returning ${columns}`,
    ),
  ).then(toSavedQuery);
}

/**
 * Replaces fields of a saved query. A built-in one is none any more. With another filter it has no count and no members.
 * @throws CatalogueError `not_found`, `conflict` as {@link createSavedQuery}
 */
export async function updateSavedQuery(
  tenant: Tenant,
  id: string,
  change: { readonly [Name in keyof SavedQueryFields]?: SavedQueryFields[Name] | undefined },
): Promise<{ readonly query: SavedQuery; readonly refiltered: boolean }> {
  const { organizationId } = tenant;
  const before = await getSavedQuery(tenant, id);
  const { name = before.name, filter = before.filter } = change;
  const { description = before.description, columns: chosen = before.columns } = change;
  const after = { name, description, filter, columns: chosen };
  const contentOf = (fields: SavedQueryFields) =>
    JSON.stringify([fields.name, fields.description ?? null, fields.filter, fields.columns ?? null]);
  if (contentOf(after) === contentOf(before)) return { query: before, refiltered: false };
  if (before.builtIn !== undefined) await requireRoom(tenant);
  const refiltered = JSON.stringify(after.filter) !== JSON.stringify(before.filter);
  const query = await mapConstraintErrors(
    nameIsTaken,
    rowOf<Row>(
      tenant,
      sql`update saved_queries set name = ${after.name}, description = ${after.description},
          filter = ${JSON.stringify(after.filter)}::jsonb, columns = ${after.columns ?? null}::text[], built_in = null,
          updated_at = now(),
          count = case when ${refiltered} then null else count end,
          counted_at = case when ${refiltered} then null else counted_at end,
          count_error = case when ${refiltered} then null else count_error end,
          members_at = case when ${refiltered} then null else members_at end
        where organization_id = ${organizationId} and id = ${id} returning ${columns}`,
    ),
  );
  if (refiltered)
    await execute(
      tenant,
      sql`delete from saved_query_members where organization_id = ${organizationId} and saved_query_id = ${id}`,
    );
  return { query: toSavedQuery(query), refiltered };
}

/** @throws CatalogueError `not_found`. */
export async function deleteSavedQuery(tenant: Tenant, id: string): Promise<SavedQuery> {
  return toSavedQuery(
    await rowOf<Row>(
      tenant,
      sql`delete from saved_queries where organization_id = ${tenant.organizationId} and id = ${id} returning ${columns}`,
    ),
  );
}

type Row = Omit<SavedQuery, 'filter'> & { readonly filter: SavedFilter | undefined };

function toSavedQuery(row: Row | undefined): SavedQuery {
  if (row === undefined) throw errors.notFound();
  if (row.builtIn === undefined) return { ...row, filter: row.filter ?? {} };
  const { description, filter } = builtInQueries[row.builtIn];
  return { ...row, description, filter: filter(new Date()) };
}

async function requireRoom(tenant: Tenant): Promise<void> {
  await lockOrganization(tenant, 'saved_queries');
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*)::integer as count from saved_queries
      where organization_id = ${tenant.organizationId} and built_in is null`,
  );
  if (count >= maximumSavedQueries)
    throw errors.conflict(
      `The organization has ${maximumSavedQueries} saved queries besides the built-in ones, the maximum.`,
    );
}
