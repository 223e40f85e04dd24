import { isIP } from 'node:net';

/**
 * Returns the part of an SDK client's configuration that sets its endpoint; empty without an endpoint. The endpoint rules of
 * S3 Control put the account number before the host, which makes an invalid URL of an address, so for the address of an
 * emulator the rules are replaced.
 */
export function endpointOf(client: string, endpoint: string | undefined): object {
  if (endpoint === undefined || endpoint === '') return {};
  const url = new URL(endpoint);
  return client === 's3-control' && isIP(url.hostname) !== 0
    ? { endpoint, endpointProvider: () => ({ url }) }
    : { endpoint };
}
