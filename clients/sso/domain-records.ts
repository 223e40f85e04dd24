import { Resolver } from 'node:dns/promises';

/** Reads the TXT records that prove domains. */
export interface DomainRecords {
  /**
   * Returns whether a name has a TXT record with a value.
   * @throws Error when the servers of the domain cannot be asked
   */
  has(name: string, value: string): Promise<boolean>;
}

const timeoutMs = 3000;
const tries = 2;
const absent = new Set(['ENODATA', 'ENOTFOUND']);

/** @param configuration.ssoDnsServers `address` or `address:port`; without any, the servers of the system */
export function createDomainRecords({
  ssoDnsServers,
}: {
  readonly ssoDnsServers: readonly string[];
}): DomainRecords {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (ssoDnsServers.length > 0) resolver.setServers(ssoDnsServers);
  return {
    async has(name, value) {
      try {
        const records = await resolver.resolveTxt(name);
        return records.some((parts) => parts.join('') === value);
      } catch (error) {
        if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return false;
        throw error;
      }
    },
  };
}
