import { createHmac } from 'node:crypto';
import type { ResourceIdentifier } from '../../domain/changes/resource-identifiers.ts';

/**
 * Hashes identifiers of CloudTrail events. Only hashes are stored, because the parameters of an event may contain secrets;
 * they are compared with the hashes of the identifiers of resources.
 */
export interface TrailKeys {
  /** Returns the HMAC-SHA-256, in hex, of a type and an identifier. */
  hash(identifier: ResourceIdentifier): string;
}

/** Returns the hash function of an organization: equal identifiers have equal hashes only within the organization. */
export function createTrailKeys(secretHashKey: Uint8Array): TrailKeys {
  const key = createHmac('sha256', secretHashKey).update('cloudtrail identifiers').digest();
  return {
    hash: ({ resourceType, identifier }) =>
      createHmac('sha256', key).update(`${resourceType} ${identifier}`).digest('hex'),
  };
}
