import type { QueryBuilder } from 'objection';
import { errors } from '../../domain/errors.ts';
import type { RowModel } from '../row-model.ts';
import type { Tenant } from '../tenant.ts';

/*
 * Queries of tables with a column `deleted_at`, which marks a row that a run deletes later. `query` is a new query of
 * the table: `queryModel(tenant, Connection)`.
 */

/**
 * Returns a row that is not deleted, locked until the transaction ends. Rows that refer to it can be inserted meanwhile.
 * @throws CatalogueError `not_found`.
 */
export async function lockLiveRow<M extends RowModel>(
  query: QueryBuilder<M>,
  { organizationId }: Tenant,
  id: string,
): Promise<M> {
  const row = await query.findById([organizationId, id]).whereNull('deleted_at').forNoKeyUpdate();
  if (row === undefined) throw errors.notFound();
  return row;
}

/** Lists the rows that are not deleted by id, one more than `limit`. */
export async function listLiveRows<M extends RowModel>(
  query: QueryBuilder<M>,
  { organizationId }: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly M[]> {
  void query
    .where('organization_id', organizationId)
    .whereNull('deleted_at')
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}
