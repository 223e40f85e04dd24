import { isAllowedHost } from '../scm/address-policy.ts';
import { createSafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';
import { SsoFault } from './sso-fault.ts';

export interface ProviderFetch {
  /** Returns why a URL of a provider is not permitted. */
  urlFault(text: string): string | undefined;
  /**
   * Sends a request and reads at most 64 KB of the answer. Redirects are not followed.
   * @throws SsoFault `unavailable`
   */
  send(url: string, init: ProviderRequest): Promise<Response>;
  close(): Promise<void>;
}

export interface ProviderRequest {
  readonly method?: string | undefined;
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

const loopback = ['127.0.0.0/8', '::1/128'];
const loopbackHost = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/;
const timeoutMs = 10_000;
const maximumBytes = 64 * 1024;
const maximumUrl = 2000;

/** Returns a client for identity providers: over https, and outside production also over http on loopback. */
export function createProviderFetch({
  ssoAllowedNetworks,
  production,
}: {
  readonly ssoAllowedNetworks: readonly string[];
  readonly production: boolean;
}): ProviderFetch {
  const allowedNetworks = production ? ssoAllowedNetworks : [...ssoAllowedNetworks, ...loopback];
  const overTls = createSafeFetch({ allowedNetworks, timeoutMs });
  const onLoopback = createSafeFetch({ allowedNetworks: loopback, onlyAllowedNetworks: true, timeoutMs });
  const urlFault = (text: string): string | undefined => {
    if (text.length > maximumUrl || !URL.canParse(text))
      return `must be a URL of at most ${maximumUrl} characters`;
    const url = new URL(text);
    const isPlain = url.protocol === 'http:' && !production && loopbackHost.test(url.hostname);
    if (url.protocol !== 'https:' && !isPlain) return 'must begin with https://';
    if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
    return isPlain || isAllowedHost(url.hostname, allowedNetworks)
      ? undefined
      : 'has a host that is not public, and no network that the operator allows contains it';
  };
  return {
    urlFault,
    async send(text, { method = 'GET', headers, body }) {
      const fault = urlFault(text);
      if (fault !== undefined) throw new SsoFault('unavailable', `A URL of the provider ${fault}.`);
      const url = new URL(text);
      try {
        const response = await (url.protocol === 'https:' ? overTls : onLoopback).requestOnce(url, {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          ...(body === undefined || body === null ? {} : { body: formOf(body) }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const bytes = await readCapped(response.body);
        // Libraries expect the Response of the runtime, which cannot have a body with these statuses.
        return new Response([204, 205, 304].includes(response.status) ? null : bytes, {
          status: response.status,
          headers: Object.fromEntries(response.headers),
        });
      } catch (error) {
        if (error instanceof SsoFault) throw error;
        const isUnsafe = error instanceof ScmError && error.fault === 'unsafe_address';
        const message = isUnsafe
          ? 'The address of the provider is not permitted.'
          : 'The provider cannot be reached.';
        throw new SsoFault('unavailable', message, { cause: error });
      }
    },
    async close() {
      await overTls.close();
      await onLoopback.close();
    },
  };
}

/** Requests have no body but a form. */
function formOf(body: unknown): string {
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('the body of a request to a provider is a form');
}

async function readCapped(body: AsyncIterable<unknown> | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > maximumBytes)
      throw new SsoFault('unavailable', 'An answer of the provider is larger than 64 KB.');
  }
  return Uint8Array.from(Buffer.concat(chunks));
}
