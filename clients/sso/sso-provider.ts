import { createRemoteJWKSet, customFetch, errors as joseErrors } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import type { ServerMetadata } from 'openid-client';
import type { ProviderFetch } from './provider-fetch.ts';
import { SsoFault } from './sso-fault.ts';

/** What a provider publishes about itself. */
export interface SsoProvider {
  readonly metadata: ServerMetadata;
  /** Returns the key that a token names. */
  readonly keyOf: JWTVerifyGetKey;
  /** Reads the keys. @throws SsoFault `unavailable` */
  readKeys(): Promise<void>;
  /** The difference of the clocks in seconds; `undefined` if the answer has no date. */
  readonly clockDifference: number | undefined;
}

/** What signs the tokens of this product's logins. Source: RFC 8725, section 3.1: the verifier names the algorithms. */
export const ssoAlgorithms: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

const keysMilliseconds = 10 * 60_000;
const reloadMilliseconds = 60_000;
const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Reads the metadata of a provider. Source: OpenID Connect Discovery 1.0, section 4.
 * @throws SsoFault `unavailable` when it cannot be read, names another issuer, or lacks what a login needs
 */
export async function readProvider(issuer: string, providerFetch: ProviderFetch): Promise<SsoProvider> {
  const response = await providerFetch.send(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    headers: { accept: 'application/json' },
  });
  if (response.status !== 200)
    throw new SsoFault('unavailable', `The discovery document has the status ${response.status}.`);
  const given = await jsonOf(response, 'The discovery document');
  if (given['issuer'] !== issuer)
    throw new SsoFault('unavailable', 'The discovery document is of another issuer.');
  const urls = [...endpoints, ...('userinfo_endpoint' in given ? ['userinfo_endpoint'] : [])];
  for (const name of urls) {
    const url = given[name];
    if (typeof url !== 'string') throw new SsoFault('unavailable', `The discovery document has no ${name}.`);
    const fault = providerFetch.urlFault(url);
    if (fault !== undefined)
      throw new SsoFault('unavailable', `The ${name} of the discovery document ${fault}.`);
  }
  const algorithms = given['id_token_signing_alg_values_supported'] ?? ['RS256'];
  const permitted = Array.isArray(algorithms)
    ? algorithms.filter((name) => typeof name === 'string' && ssoAlgorithms.includes(name))
    : [];
  if (permitted.length === 0)
    throw new SsoFault('unavailable', `The provider signs with none of ${ssoAlgorithms.join(', ')}.`);
  const metadata = {
    ...given,
    id_token_signing_alg_values_supported: permitted,
  } as unknown as ServerMetadata;
  return {
    metadata,
    ...readerOfKeys(String(given['jwks_uri']), providerFetch),
    clockDifference: differenceOf(response),
  };
}

/** Keeps the keys for ten minutes. Reads them again for an unknown key, at most once a minute. */
function readerOfKeys(url: string, providerFetch: ProviderFetch): Pick<SsoProvider, 'keyOf' | 'readKeys'> {
  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: keysMilliseconds,
    cooldownDuration: Number.POSITIVE_INFINITY,
    [customFetch]: (address, init) => providerFetch.send(address, init),
  });
  let reloadableAt = 0;
  return {
    async keyOf(header, token) {
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof joseErrors.JWKSNoMatchingKey) || Date.now() < reloadableAt) throw error;
        reloadableAt = Date.now() + reloadMilliseconds;
        await keys.reload();
        return keys(header, token);
      }
    },
    async readKeys() {
      try {
        await keys.reload();
      } catch (error) {
        if (error instanceof SsoFault) throw error;
        throw new SsoFault('unavailable', 'The keys of the provider cannot be read.', { cause: error });
      }
    },
  };
}

async function jsonOf(response: Response, what: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await response.json();
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new SsoFault('unavailable', `${what} is no JSON object.`);
}

function differenceOf(response: Response): number | undefined {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : Math.round((date - Date.now()) / 1000);
}
