import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';

/** A provider on loopback that publishes and signs what a test says. */
export interface HostileProvider {
  readonly issuer: string;
  /** Replaces fields of the discovery document. */
  metadata: Record<string, unknown>;
  /** ID tokens by code. */
  readonly tokens: Map<string, string>;
  /** Returns the ID token for a code, as text; by default the one in `tokens`. */
  tokenFor: (code: string) => Promise<string>;
  /** Status and body of the token endpoint in place of a token. */
  refusal: { readonly status: number; readonly body: Record<string, unknown> } | undefined;
  /** Requests by path. */
  readonly requests: Map<string, number>;
  /** Signs claims, by default with the published key; `iss`, `iat` and `exp` have valid defaults. */
  sign(
    claims: ProviderClaims,
    options?: { readonly key?: ProviderKey; readonly type?: string },
  ): Promise<string>;
  /** Publishes a new key in place of the others and signs with it. */
  rotate(): Promise<ProviderKey>;
  /** The key that signs. */
  key: ProviderKey;
  close(): Promise<void>;
}

/** Claims; `undefined` leaves one out. */
export type ProviderClaims = { readonly [K in keyof JWTPayload]: JWTPayload[K] | undefined };

export interface ProviderKey {
  readonly id: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

export async function createProviderKey(id: string, algorithm = 'ES256'): Promise<ProviderKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' };
  return { id, algorithm, privateKey, publicJwk };
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      requests.set(path, (requests.get(path) ?? 0) + 1);
      const form = new URLSearchParams((await buffer(request)).toString());
      const [status, body] = await answerOf(path, form);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let published = await createProviderKey('first');
  let rotations = 0;
  const provider: HostileProvider = {
    issuer,
    metadata: {},
    tokens: new Map(),
    tokenFor: async (code) => provider.tokens.get(code) ?? provider.sign({}),
    refusal: undefined,
    requests,
    key: published,
    async sign(claims, { key = provider.key, type } = {}) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: issuer, iat: now, exp: now + 300, ...claims } as JWTPayload)
        .setProtectedHeader({ alg: key.algorithm, kid: key.id, ...(type === undefined ? {} : { typ: type }) })
        .sign(key.privateKey);
    },
    async rotate() {
      rotations += 1;
      published = await createProviderKey(`rotated ${rotations}`);
      provider.key = published;
      return published;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;

  async function answerOf(path: string, form: URLSearchParams): Promise<readonly [number, unknown]> {
    if (path.endsWith('/.well-known/openid-configuration'))
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
          ...provider.metadata,
        },
      ];
    if (path === '/keys') return [200, { keys: [published.publicJwk] }];
    if (path !== '/token') return [404, {}];
    if (provider.refusal !== undefined) return [provider.refusal.status, provider.refusal.body];
    const token = await provider.tokenFor(form.get('code') ?? '');
    return [200, { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: token }];
  }
}
