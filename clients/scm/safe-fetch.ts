import { lookup } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, fetch } from 'undici';
import type { RequestInit, Response } from 'undici';
import { answerLimits } from '../answer-limits.ts';
import { noteProgress } from '../../runtime/progress.ts';
import { isAllowedAddress, isWithinNetworks } from './address-policy.ts';
import type { AllowedNetworks } from './address-policy.ts';
import { codesOf, rejectWrongCertificate } from './reject-wrong-certificate.ts';
import { ScmError } from './scm-error.ts';

export interface SafeFetchOptions {
  readonly allowedNetworks: AllowedNetworks;
  /** Whether only addresses in `allowedNetworks` are permitted, and no public ones. Default: false. */
  readonly onlyAllowedNetworks?: boolean;
  /** For the whole request, if it has no signal of its own. */
  readonly timeoutMs?: number;
  /** Resolves names. Default: `lookup` of node:dns. */
  readonly lookup?: AddressLookup;
}

/** The part of `lookup` of node:dns that is used. */
export type AddressLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface SafeFetch {
  /**
   * Sends a request to an address that a customer chose. Follows redirects within the same origin only.
   * @throws ScmError `unsafe_address` for an address that is not permitted, checked at every connection; `unavailable`
   *   when the host cannot be reached or does not respond in time; `wrong_server` for another
   *   redirect and for a certificate that is not trusted.
   */
  request(url: URL, init: RequestInit): Promise<Response>;
  /** As `request`, but returns a redirect as the response. */
  requestOnce(url: URL, init: RequestInit): Promise<Response>;
  /**
   * Resolves the name of a host anew. `request` resolves it for a new connection only, and not while one is kept open.
   * @throws ScmError as {@link request}
   */
  checkAddress(url: URL): Promise<void>;
  close(): Promise<void>;
}

const defaultTimeoutMs = 20_000;
const connectTimeoutMs = 5000;
const maximumRedirects = 3;

/** The code of errors that {@link guardedConnector} raises; undici passes them on as the cause of its own. */
const unsafeCode = 'ERR_UNSAFE_ADDRESS';

/**
 * Returns a client for addresses that customers choose. The check is in the connector, so that it holds for the address
 * to which the socket connects, also when the name resolves to another address than before (DNS rebinding).
 */
export function createSafeFetch({
  allowedNetworks,
  onlyAllowedNetworks = false,
  timeoutMs = defaultTimeoutMs,
  lookup: resolveName = lookup,
}: SafeFetchOptions): SafeFetch {
  const isPermitted: IsPermitted = (address) =>
    onlyAllowedNetworks
      ? isWithinNetworks(address, allowedNetworks)
      : isAllowedAddress(address, allowedNetworks);
  const agent = new Agent({
    connect: guardedConnector(isPermitted, resolveName),
    headersTimeout: timeoutMs,
    connections: answerLimits.socketsPerServer,
  });
  const requestOnce: SafeFetch['requestOnce'] = (url, init) =>
    send(url, {
      ...init,
      dispatcher: agent,
      redirect: 'manual',
      signal: init.signal ?? AbortSignal.timeout(timeoutMs),
    });
  return {
    requestOnce,
    async request(given, init) {
      let url = given;
      for (let redirects = 0; ; redirects += 1) {
        const response = await requestOnce(url, init);
        const location = response.headers.get('location');
        if (response.status < 300 || response.status >= 400 || location === null) return response;
        await response.body?.cancel();
        const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
        if (next?.origin !== given.origin || init.method !== 'GET' || redirects >= maximumRedirects)
          throw new ScmError(
            'wrong_server',
            'The server responds with a redirect that is not followed. Correct the address.',
          );
        url = next;
      }
    },
    async checkAddress(url) {
      const host = hostOf(url.hostname);
      const problem = await new Promise<Error | null>((resolve) => {
        if (isIP(host) !== 0) resolve(isPermitted(host) ? null : unsafeAddress());
        else resolveAllowed(isPermitted, resolveName)(host, { all: true }, (error) => resolve(error));
      });
      if (problem !== null) throwFailure(problem);
    },
    close: () => agent.close(),
  };
}

type IsPermitted = (address: string) => boolean;

function guardedConnector(isPermitted: IsPermitted, resolveName: AddressLookup): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup(hostname, options, callback) {
      resolveAllowed(isPermitted, resolveName)(hostname, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses;
        if (error !== null || first === undefined) callback(error ?? unsafeAddress(), []);
        // Node requests one address or all, depending on `autoSelectFamily`.
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  });
  return (options, callback) => {
    const host = hostOf(options.hostname);
    // Node does not look up a literal address.
    if (isIP(host) !== 0 && !isPermitted(host)) callback(unsafeAddress(), null);
    else connect(options, callback);
  };
}

/** Returns a lookup that fails unless the name has addresses and all of them are permitted. */
function resolveAllowed(isPermitted: IsPermitted, resolveName: AddressLookup): AddressLookup {
  return (hostname, options, callback) => {
    resolveName(hostname, options, (error, addresses) => {
      if (error !== null) callback(error, []);
      else if (addresses.length > 0 && addresses.every(({ address }) => isPermitted(address)))
        callback(null, addresses);
      else callback(unsafeAddress(), []);
    });
  };
}

/** A URL has brackets around an IPv6 address. */
function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function unsafeAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('the address is not permitted'), { code: unsafeCode });
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init).finally(noteProgress);
  } catch (error) {
    return throwFailure(error);
  }
}

function throwFailure(error: unknown): never {
  if (codesOf(error).includes(unsafeCode))
    throw new ScmError('unsafe_address', 'The address of the server is not permitted.', { cause: error });
  rejectWrongCertificate(error);
  throw new ScmError('unavailable', 'The server cannot be reached.', { cause: error });
}
