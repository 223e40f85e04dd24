import { createClient } from '../test-api.ts';
import type { TestApi, TestClient } from '../test-api.ts';
import type { HostileProvider, ProviderClaims } from './hostile-provider.ts';
import { accessTokenOf, answerLogin, beginLogin } from './use-sso-api.ts';

/**
 * Signs in a person whose email is the subject, unless the claims have another one. Returns the path of the redirect and a client.
 * The nonce binds the ID token to its login, so tests of a file can run at once.
 */
export async function signInWithClaims(
  api: Pick<TestApi, 'url' | 'configuration'>,
  provider: HostileProvider,
  email: string,
  claims: ProviderClaims,
): Promise<{ readonly path: string; readonly client: TestClient }> {
  const login = await beginLogin(api, email);
  const { nonce } = login;
  provider.tokens.set(
    nonce,
    await provider.sign({ sub: email, nonce, email, email_verified: true, ...claims }),
  );
  const path = await answerLogin(api, login, { code: nonce });
  return { path, client: createClient(api.url, accessTokenOf(api, login.browser)) };
}
