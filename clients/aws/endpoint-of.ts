import { isIP } from 'node:net';

/**
 * Returns the part of an SDK client's configuration that sets its endpoint; empty without an endpoint. Some operations put a
 * prefix before the host (`api.` of MWAA, the account number of S3 Control), which an address cannot have. So for the address
 * of an emulator the prefixes are disabled, and the endpoint rules of S3 Control replaced.
 */
export function endpointOf(client: string, endpoint: string | undefined): object {
  if (endpoint === undefined || endpoint === '') return {};
  const url = new URL(endpoint);
  if (isIP(url.hostname) === 0) return { endpoint };
  return {
    endpoint,
    disableHostPrefix: true,
    ...(client === 's3-control' ? { endpointProvider: () => ({ url }) } : {}),
  };
}
