import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Resolves a host name as `dns.lookup` does, except an account number before an address (`123456789012.127.0.0.1`): it
 * resolves to the address. The endpoint rules of S3 Control put the account number before the host of a configured endpoint,
 * so that its calls would not reach an emulator on an address.
 */
export const lookupEndpoint: LookupFunction = (hostname, options, callback) => {
  lookup(hostname.replace(/^\d{12}\.(?=\d{1,3}(?:\.\d{1,3}){3}$)/, ''), options, callback);
};
