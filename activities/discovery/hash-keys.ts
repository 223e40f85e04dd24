import { getSecretHashKey } from '../../db/discovery/secret-hash-key-store.ts';
import type { Dependencies } from '../dependencies.ts';

const maximumKept = 1_000;

/** The keys under which organizations' secret values are hashed, kept in memory once opened. */
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
    if (keys.size > maximumKept && oldest !== undefined) keys.delete(oldest);
    return opening;
  };
}
