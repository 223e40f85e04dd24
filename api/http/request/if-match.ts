import { requireVersion } from '../../../db/http/row-version.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { errors } from '../../../domain/errors.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Compares `If-Match` of a request with the `version` of the record that it changes, and keeps the record locked.
 * @throws CatalogueError `validation_failed` for another form of the header; `conflict` for another version
 */
export async function checkIfMatch(
  { operation, request }: RequestContext,
  tenant: Tenant,
  recordId: string | undefined,
): Promise<void> {
  const given = request.headers['if-match'];
  if (operation.versioned === undefined || given === undefined || given.trim() === '*') return;
  const version = /^"(\d{1,9})"$/.exec(given.trim())?.[1];
  if (version === undefined)
    throw errors.validationFailed('If-Match', 'must be the `version` of the record in quotes, such as "3"');
  await requireVersion(tenant, operation.versioned, recordId ?? tenant.organizationId, Number(version));
}
