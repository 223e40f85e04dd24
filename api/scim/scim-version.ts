import { createHash } from 'node:crypto';
import { scimErrors } from '../../domain/scim/scim-error.ts';

/** Returns the weak entity tag of the state of a resource. */
export function scimVersionOf(state: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url');
  return `W/"${hash.slice(0, 27)}"`;
}

/** Whether a list of entity tags has a version, or is `*`. Source: RFC 9110, section 13.1. */
export function hasScimVersion(header: string, version: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(version));
}

/** @throws ScimError with the status 412 if `If-Match` has another version */
export function requireScimVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !hasScimVersion(ifMatch, version)) throw scimErrors.otherVersion();
}
