import {
  ApiError,
  createTypedClient,
  dataOf,
  sessionTokensOf,
} from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';

/** Login of the administrator of the sample organization. */
export const demoLogin = { email: 'demo@example.com', password: 'a demo on this machine' };

/**
 * Signs up the organization, or logs in when an earlier demo signed it up.
 *
 * @param url - origin of the API
 * @returns a client of the administrator
 */
export async function signUpOrLogIn(url: string): Promise<TypedClient> {
  const anonymous = createTypedClient(url);
  const signup = { organization_name: 'Sample company', name: 'Demo', ...demoLogin };
  const { access_token } = await dataOf(anonymous.POST('/api/v1/auth/signup', { body: signup })).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'email_taken')
        return sessionTokensOf(anonymous.POST('/api/v1/auth/login', { body: demoLogin }));
      throw error;
    },
  );
  return createTypedClient(url, access_token);
}
