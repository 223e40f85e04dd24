import { errors } from '../../domain/errors.ts';
import { hasScannedPath } from '../../db/scm/scanned-paths.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Tenant } from '../../db/tenant.ts';

/** @throws CatalogueError `validation_failed` for a path that is not one of the last scanned commit. */
export async function requireScannedPath(
  tenant: Tenant,
  repository: Pick<Repository, 'id'>,
  path: string,
): Promise<void> {
  if (!(await hasScannedPath(tenant, repository.id, path)))
    throw errors.validationFailed('path', 'is not a path of the last scanned commit');
}
