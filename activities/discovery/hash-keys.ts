import { getSecretHashKey } from '../../db/discovery/secret-hash-key-store.ts';
import type { Dependencies } from '../dependencies.ts';

const maximumKeys = 1_000;

/** Returns a function that reads an organization's key for hashing secret values. Caches up to 1,000 decrypted keys. */
export function createHashKeys({
  database,
  encryption,
}: Dependencies): (organizationId: string) => Promise<Uint8Array> {
  const keys = new Map<string, Promise<Uint8Array>>();
  return (organizationId) => {
    const known = keys.get(organizationId);
    if (known !== undefined) return known;
    const opening = database.withTenant(organizationId, (tenant) => getSecretHashKey(tenant, encryption));
    keys.set(organizationId, opening);
    opening.catch(() => keys.delete(organizationId));
    const [oldest] = keys.keys();
    if (keys.size > maximumKeys && oldest !== undefined) keys.delete(oldest);
    return opening;
  };
}
