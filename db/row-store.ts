import { fn } from 'objection';
import type { Constructor, Expression, PartialModelObject } from 'objection';
import { queryModel } from './query.ts';
import type { RowModel } from './row-model.ts';
import type { Tenant } from './tenant.ts';

/** Values of columns by property: `undefined` leaves a column as it is, `null` sets NULL. */
export type RowFields<M extends RowModel> = {
  readonly [K in Exclude<keyof M, keyof RowModel | 'organizationId'>]?:
    Expression<FieldValue<M[K]>> | (undefined extends M[K] ? null : never) | undefined;
};

type FieldValue<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;

type ModelClass<M extends RowModel> = Constructor<M> & Pick<typeof RowModel, 'query'>;

/** Inserts a row of the tenant. Returns a query of the new row. */
export function insertRow<M extends RowModel>(tenant: Tenant, model: ModelClass<M>, fields: RowFields<M>) {
  const row = { ...fields, organizationId: tenant.organizationId };
  return queryModel(tenant, model)
    .insert(row as unknown as PartialModelObject<M>)
    .returning('*');
}

/** Updates fields and `updated_at` of a row. Returns a query of the new row, to which conditions can be added. */
export function updateRow<M extends RowModel & { updatedAt: Date }>(
  tenant: Tenant,
  model: ModelClass<M>,
  id: string,
  fields: RowFields<M>,
) {
  return queryModel(tenant, model)
    .findById([tenant.organizationId, id])
    .patch({ ...fields, updatedAt: fn.now() } as unknown as PartialModelObject<M>)
    .returning('*')
    .first();
}
