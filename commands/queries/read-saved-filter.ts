import { z } from 'zod';
import type { Tenant } from '../../db/tenant.ts';
import { CatalogueError, errors } from '../../domain/errors.ts';
import type { ResourceFilter } from '../../domain/inventory/resource-filter.ts';
import type { SavedFilter } from '../../domain/queries/saved-filter.ts';
import { filterOf, resourceSearchParameters } from '../inventory/resource-parameters.ts';

const { as_of: _past, facets: _facets, columns: _columns, ...savedParameters } = resourceSearchParameters;
const savedQuery = z.strictObject(savedParameters);

/** The parameters of `GET /resources` that a saved query can have, except those of a page. */
export const SavedQueryFilter = z
  .record(z.string().max(64), z.union([z.string().max(4000), z.array(z.string().max(4000)).max(100)]))
  .superRefine((filter, context) => {
    for (const { path, message } of savedQuery.safeParse(filter).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message });
  });

/**
 * Reads the filter of a saved query by the declaration of `GET /resources`, which may have changed since it was stored.
 * @throws CatalogueError `validation_failed`, also for conditions on properties with a fault
 */
export async function readSavedFilter(
  tenant: Tenant,
  stored: SavedFilter,
): Promise<{ readonly query: z.output<typeof savedQuery>; readonly filter: ResourceFilter }> {
  const { data: query, error } = savedQuery.safeParse(stored);
  if (query === undefined) {
    const [issue] = error.issues;
    throw errors.validationFailed(
      ['filter', ...(issue?.path ?? [])].join('.'),
      issue?.message ?? 'is not valid',
    );
  }
  try {
    return { query, filter: { ...(await filterOf(tenant, query)), includeDeleted: query.include_deleted } };
  } catch (fault) {
    if (fault instanceof CatalogueError && fault.code === 'validation_failed')
      throw new CatalogueError('validation_failed', `filter.${fault.message}`);
    throw fault;
  }
}
