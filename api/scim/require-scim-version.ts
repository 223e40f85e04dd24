import { scimErrors } from '../../domain/scim/scim-error.ts';
import { hasEntityTag } from '../http/response/entity-tag.ts';

/** Compares the header `If-Match` with the version of a resource. @throws ScimError with the status 412 if `If-Match` has another version */
export function requireScimVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !hasEntityTag(ifMatch, version)) throw scimErrors.otherVersion();
}
