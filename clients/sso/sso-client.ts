import { jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import { createProviderFetch } from './provider-fetch.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { SsoFault } from './sso-fault.ts';
import { readProvider, ssoAlgorithms } from './sso-provider.ts';
import type { SsoProvider } from './sso-provider.ts';

/** The registration of this product at a provider. */
export interface SsoRegistration {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** What connects the answer of a provider with the browser that began the login. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

export interface ProviderCheck {
  readonly key: 'discovery' | 'keys' | 'endpoints' | 'clock';
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
}

/** Calls identity providers (OpenID Connect); created once per process. */
export interface SsoClient {
  /** Returns why an issuer is not permitted. */
  issuerFault(issuer: string): string | undefined;
  /** Returns the URL at which the person signs in. @throws SsoFault `unavailable` */
  loginUrl(registration: SsoRegistration, secrets: LoginSecrets, loginHint: string | undefined): Promise<URL>;
  /**
   * Exchanges the code of an answer, whose parameters `query` has, and verifies the ID token. Claims that the ID token lacks are
   * read from the UserInfo endpoint.
   * @throws SsoFault
   */
  finishLogin(
    registration: SsoRegistration,
    secrets: LoginSecrets,
    query: string,
    wantedClaims: readonly string[],
  ): Promise<JWTPayload>;
  /** Verifies the signature, issuer, audience and times of a token of the provider. @throws SsoFault */
  verifyToken(registration: Pick<SsoRegistration, 'issuer' | 'clientId'>, token: string): Promise<JWTPayload>;
  /** Reads everything anew. */
  checkProvider(issuer: string): Promise<readonly ProviderCheck[]>;
  close(): Promise<void>;
}

const metadataMilliseconds = 10 * 60_000;
const maximumProviders = 500;
/** The difference of the clocks that is accepted. */
const skewSeconds = 60;
const requestSeconds = 10;
/** Issuers of Microsoft that stand for every organization: anyone could sign in. */
const sharedIssuer = /^https:\/\/login\.microsoftonline\.[a-z]+\/(?:common|organizations|consumers)(?:\/|$)/i;

export function createSsoClient(configuration: Parameters<typeof createProviderFetch>[0]): SsoClient {
  const providerFetch = createProviderFetch(configuration);
  const providers = new LRUCache<string, Promise<SsoProvider>>({
    max: maximumProviders,
    ttl: metadataMilliseconds,
  });
  const providerOf = (issuer: string): Promise<SsoProvider> => {
    const known = providers.get(issuer);
    if (known !== undefined) return known;
    const reading = readProvider(issuer, providerFetch);
    providers.set(issuer, reading);
    reading.catch(() => providers.delete(issuer));
    return reading;
  };
  const verifyToken: SsoClient['verifyToken'] = async ({ issuer, clientId }, token) => {
    const { keyOf } = await providerOf(issuer);
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        issuer,
        audience: clientId,
        algorithms: [...ssoAlgorithms],
        clockTolerance: skewSeconds,
        requiredClaims: ['iat'],
      });
      return payload;
    } catch (error) {
      throw faultOf(error);
    }
  };
  return {
    issuerFault(issuer) {
      const fault = providerFetch.urlFault(issuer);
      if (fault !== undefined) return fault;
      if (/[?#]/.test(issuer)) return 'must not have a query or a fragment';
      return sharedIssuer.test(issuer)
        ? 'must name one tenant of Microsoft Entra ID, not common, organizations or consumers'
        : undefined;
    },
    async loginUrl(registration, { state, nonce, verifier }, loginHint) {
      const provider = await providerOf(registration.issuer);
      const supported = provider.metadata.scopes_supported ?? [];
      return openid.buildAuthorizationUrl(clientOf(provider, registration, providerFetch), {
        redirect_uri: registration.redirectUri,
        response_type: 'code',
        response_mode: 'query',
        // Okta has the scope; Google refuses a scope that it does not know.
        scope: ['openid', 'email', 'profile', ...(supported.includes('groups') ? ['groups'] : [])].join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      });
    },
    async finishLogin(registration, { state, nonce, verifier }, query, wantedClaims) {
      const provider = await providerOf(registration.issuer);
      const client = clientOf(provider, registration, providerFetch);
      try {
        const tokens = await openid.authorizationCodeGrant(
          client,
          new URL(`${registration.redirectUri}?${query}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        );
        const claims = await verifyToken(registration, tokens.id_token ?? '');
        if (claims['nonce'] !== nonce || claims.sub === undefined)
          throw new SsoFault('rejected', 'The ID token is not of this login.');
        const isComplete = wantedClaims.every((name) => name in claims);
        if (isComplete || provider.metadata.userinfo_endpoint === undefined) return claims;
        return { ...(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims };
      } catch (error) {
        throw faultOf(error);
      }
    },
    verifyToken,
    async checkProvider(issuer) {
      providers.delete(issuer);
      return checkProvider(issuer, providerFetch);
    },
    close: () => providerFetch.close(),
  };
}

function clientOf(
  { metadata }: SsoProvider,
  { clientId, clientSecret }: SsoRegistration,
  providerFetch: ProviderFetch,
): openid.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported;
  const client = new openid.Configuration(
    metadata,
    clientId,
    { client_secret: clientSecret, [openid.clockTolerance]: skewSeconds },
    methods?.includes('client_secret_post') === true
      ? openid.ClientSecretPost(clientSecret)
      : openid.ClientSecretBasic(clientSecret),
  );
  client[openid.customFetch] = (url, options) => providerFetch.send(url, options);
  client.timeout = requestSeconds;
  // `providerFetch` decides which http URLs are permitted.
  openid.allowInsecureRequests(client);
  return client;
}

async function checkProvider(
  issuer: string,
  providerFetch: ProviderFetch,
): Promise<readonly ProviderCheck[]> {
  const skipped = (key: ProviderCheck['key']): ProviderCheck => ({
    key,
    status: 'skipped',
    detail: 'The discovery document was not read.',
  });
  let provider: SsoProvider;
  try {
    provider = await readProvider(issuer, providerFetch);
  } catch (error) {
    const detail = messageOf(error);
    return [
      { key: 'discovery', status: 'failed', detail },
      ...(['keys', 'endpoints', 'clock'] as const).map(skipped),
    ];
  }
  const failedKeys = await provider.readKeys().then(
    () => undefined,
    (error: unknown) => messageOf(error),
  );
  const { clockDifference: difference, metadata } = provider;
  const isPkce = metadata.code_challenge_methods_supported?.includes('S256') !== false;
  return [
    { key: 'discovery', status: 'passed', detail: 'The discovery document is of this issuer.' },
    {
      key: 'keys',
      status: failedKeys === undefined ? 'passed' : 'failed',
      detail: failedKeys ?? 'The keys were read.',
    },
    {
      key: 'endpoints',
      status: isPkce ? 'passed' : 'failed',
      detail: isPkce ? 'The endpoints are permitted.' : 'The provider does not support PKCE with S256.',
    },
    difference === undefined
      ? { key: 'clock', status: 'skipped', detail: 'The answer has no date.' }
      : {
          key: 'clock',
          status: Math.abs(difference) <= skewSeconds ? 'passed' : 'failed',
          detail: `The clock of the provider differs by ${Math.abs(difference)} s.`,
        },
  ];
}

/** Maps the errors of the libraries. */
function faultOf(error: unknown): SsoFault {
  if (error instanceof SsoFault) return error;
  const cause = findSsoFault(error);
  if (cause !== undefined) return cause;
  if (error instanceof openid.AuthorizationResponseError) {
    const isDenied = error.error === 'access_denied';
    return new SsoFault(isDenied ? 'denied' : 'rejected', `The provider answered ${codeOf(error.error)}.`, {
      cause: error,
    });
  }
  if (error instanceof openid.ResponseBodyError) {
    // The code is wrong or was used; every other error is one of the configuration.
    const kind = error.error === 'invalid_grant' ? 'rejected' : 'unavailable';
    return new SsoFault(kind, `The token endpoint answered ${codeOf(error.error)}.`, { cause: error });
  }
  return new SsoFault('rejected', 'The answer of the provider is not valid.', { cause: error });
}

/** Libraries wrap the errors of `fetch`. */
function findSsoFault(error: unknown): SsoFault | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof SsoFault) return current;
  return undefined;
}

/** An error code of OAuth 2.0 as it is registered; other texts of a provider are not repeated. */
function codeOf(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : 'an error';
}

function messageOf(error: unknown): string {
  return error instanceof SsoFault ? error.message : 'The provider cannot be reached.';
}
