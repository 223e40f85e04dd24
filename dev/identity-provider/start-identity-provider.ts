import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { Configuration, JWK } from 'oidc-provider';

/** A person who can sign in at the provider. */
export interface ProviderPerson {
  readonly name: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly groups: readonly string[];
}

/** An OpenID Connect provider on loopback, with a page on which one chooses who signs in. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By subject. Changes hold for the next login. */
  readonly people: Map<string, ProviderPerson>;
  /** Who signs in without the page; `undefined` shows it. */
  automatic: string | undefined;
  close(): Promise<void>;
}

const clientId = 'cloud-inventory';
const interactionPath = /^\/interaction\/([\w-]+)$/;

export async function startIdentityProvider({
  port = 0,
  redirectUri,
  logoutUri,
}: {
  readonly port?: number;
  readonly redirectUri: string;
  /** Of back-channel logout. */
  readonly logoutUri?: string;
}): Promise<IdentityProvider> {
  const people = new Map<string, ProviderPerson>();
  const clientSecret = randomBytes(32).toString('base64url');
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => undefined;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'first' } as JWK;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        ...(logoutUri === undefined
          ? {}
          : { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: logoutUri !== undefined },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const person = people.get(subject);
      if (person === undefined) return undefined;
      return { accountId: subject, claims: async () => ({ sub: subject, email_verified: true, ...person }) };
    },
    // The library refuses to send to loopback.
    fetch: (url, options) => {
      const { dispatcher: _dispatcher, ...sent }: RequestInit & { dispatcher?: unknown } = options ?? {};
      return fetch(url, sent);
    },
    // The people of the provider are not asked for their consent.
    loadExistingGrant,
  });
  const running: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    people,
    automatic: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const callback = provider.callback();
  handle = async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (!interactionPath.test(path)) return callback(request, response);
    const chosen =
      request.method === 'POST'
        ? new URLSearchParams((await buffer(request)).toString()).get('subject')
        : running.automatic;
    if (chosen !== undefined && chosen !== null) {
      await provider.interactionFinished(request, response, { login: { accountId: chosen } });
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(choicePage(path, people));
  };
  return running;
}

const loadExistingGrant: NonNullable<Configuration['loadExistingGrant']> = async ({ oidc }) => {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile groups');
  await grant.save();
  return grant;
};

function choicePage(path: string, people: ReadonlyMap<string, ProviderPerson>): string {
  const buttons = [...people].map(
    ([subject, { name, email }]) =>
      `<p><button name="subject" value="${subject}">${name} (${email})</button></p>`,
  );
  return `<!doctype html><title>Sign in</title><h1>Identity provider of the demo</h1>
<form method="post" action="${path}">${buttons.join('\n')}</form>`;
}
