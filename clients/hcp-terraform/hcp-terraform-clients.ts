import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseBaseUrl } from '../scm/base-url.ts';
import { createSafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';
import { createHcpTerraformClient } from './hcp-terraform-client.ts';
import type { HcpTerraformAccess, HcpTerraformClient } from './hcp-terraform-client.ts';

/** Opens connections with HCP Terraform and Terraform Enterprise; created once per process. */
export interface HcpTerraformClients {
  /** Normalises a host name, with a port when it is not 443. Returns `undefined` when it is not permitted. */
  parseHostname(text: string): string | undefined;
  /** @throws ScmError `unsafe_address` when the host is no longer permitted. */
  open(access: Pick<HcpTerraformAccess, 'hostname' | 'organization' | 'token'>): HcpTerraformClient;
  close(): Promise<void>;
}

/** Source: HCP Terraform, "API rate limiting": 30 requests a second. */
const requestsPerSecond = 30;
const maximumTokens = 10_000;

export function createHcpTerraformClients({
  hcpAllowedNetworks: allowedNetworks,
}: {
  readonly hcpAllowedNetworks: readonly string[];
}): HcpTerraformClients {
  const safeFetch = createSafeFetch({ allowedNetworks });
  const parseHostname = (text: string): string | undefined => {
    if (!/^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/.test(text)) return undefined;
    const url = parseBaseUrl(`https://${text}`, allowedNetworks);
    return url === undefined ? undefined : new URL(url).host;
  };
  /** When the next request with a token may be sent. */
  const turns = new Map<string, number>();
  const takeTurn = async (key: string): Promise<void> => {
    const now = performance.now();
    const turn = Math.max(now, turns.get(key) ?? 0);
    turns.delete(key);
    turns.set(key, turn + 1_000 / requestsPerSecond);
    const [oldest] = turns.keys();
    if (turns.size > maximumTokens && oldest !== undefined) turns.delete(oldest);
    if (turn > now) await pause(turn - now);
  };
  return {
    parseHostname,
    open(access) {
      // The allowed networks may have changed since the connection was created.
      if (parseHostname(access.hostname) === undefined)
        throw new ScmError('unsafe_address', 'The address of HCP Terraform is not permitted.');
      // HCP Terraform limits the requests of a token. Another tenant with the same organization does not delay this one.
      const key = createHash('sha256').update(`${access.hostname} ${access.token}`).digest('base64');
      return createHcpTerraformClient({ ...access, safeFetch, takeTurn: () => takeTurn(key) });
    },
    close: () => safeFetch.close(),
  };
}
