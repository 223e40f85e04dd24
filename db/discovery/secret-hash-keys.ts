import { getSecretHashKey } from './secret-hash-key-store.ts';
import type { Encryption } from '../encryption.ts';
import type { Database } from '../tenant.ts';

/** Returns an organization's key for hashing values that may be secret: of configurations and of CloudTrail events. */
export type SecretHashKeys = (organizationId: string) => Promise<Uint8Array>;

const maximumKeys = 1_000;

/** Caches up to 1,000 decrypted keys. */
export function createSecretHashKeys(database: Database, encryption: Encryption): SecretHashKeys {
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
