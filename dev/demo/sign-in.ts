import { ApiError, createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

/** Login of the administrator of the sample organization. */
export const demoLogin = { email: 'demo@example.com', password: 'a demo on this machine' };

/** Signs up the organization, or logs in when an earlier demo signed it up. */
export async function signUpOrLogIn(anonymous: ApiClient, url: string): Promise<ApiClient> {
  const { access_token } = await signUp(anonymous).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'email_taken') return logIn(anonymous);
    throw error;
  });
  return createApiClient(url, access_token);
}

interface Tokens {
  readonly access_token: string;
}

function signUp(api: ApiClient): Promise<Tokens> {
  return api.post<Tokens>('/auth/signup', {
    organization_name: 'Sample company',
    name: 'Demo',
    ...demoLogin,
  });
}

function logIn(api: ApiClient): Promise<Tokens> {
  return api.post<Tokens>('/auth/login', demoLogin);
}
