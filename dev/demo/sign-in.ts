import { ApiError, createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

/** The administrator of the sample organization; the demo prints it. */
export const demoLogin = { email: 'demo@example.com', password: 'a demo on this machine' };

/** Signs the organization up, or logs in when an earlier demo did. */
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
