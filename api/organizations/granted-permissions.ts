import { errors } from '../../domain/errors.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import type { Principal } from '../http/access/principal.ts';

/**
 * Returns the permissions of a request that gives some to a token or a role, in display order: nobody grants what they do not hold.
 * @param possible the permissions that such a record can have
 * @param kind of the record, for the message
 * @throws CatalogueError `validation_failed` for a permission that no such record has, or that the caller does not have
 */
export function grantedPermissions(
  wanted: readonly Permission[],
  { permissions: held }: Principal,
  possible: readonly Permission[],
  kind: string,
): readonly Permission[] {
  const impossible = wanted.filter((name) => !possible.includes(name));
  if (impossible.length > 0)
    throw errors.validationFailed('permissions', `no ${kind} can have ${impossible.join(', ')}`);
  const lacking = wanted.filter((name) => !held.has(name));
  if (lacking.length > 0)
    throw errors.validationFailed('permissions', `you do not have ${lacking.join(', ')}`);
  return possible.filter((name) => wanted.includes(name));
}
