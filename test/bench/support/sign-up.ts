import { randomUUID } from 'node:crypto';
import { createTypedClient, dataOf } from '../../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../../api-client/create-typed-client.ts';

export interface BenchUser {
  readonly client: TypedClient;
  readonly token: string;
  readonly organizationId: string;
  readonly email: string;
  readonly password: string;
}

/** Signs up a new organization. `url` is the API's origin. */
export async function signUp(url: string): Promise<BenchUser> {
  const [email, password] = [`${randomUUID()}@example.com`, `password ${randomUUID()}`];
  const body = { organization_name: 'Bench', name: 'Bench', email, password };
  const { access_token: token, organization } = await dataOf(
    createTypedClient(url).POST('/api/v1/auth/signup', { body }),
  );
  return { client: createTypedClient(url, token), token, organizationId: organization.id, email, password };
}
