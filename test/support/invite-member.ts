import { randomUUID } from 'node:crypto';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { createClient } from './test-api.ts';
import type { SignedUp, TestApi, TestClient } from './test-api.ts';

export interface InvitedMember {
  readonly client: TestClient;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Adds a member to the administrator's organization through the public API. */
export async function inviteMember(
  api: TestApi,
  admin: Pick<SignedUp, 'client'>,
  roles: readonly string[],
): Promise<InvitedMember> {
  const email = `${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const invitation = await dataOf(
    admin.client.POST('/api/v1/organization/invitations', { body: { email, roles: [...roles] } }),
  );
  const accepted = await dataOf(
    api.anonymous.POST('/api/v1/auth/invitations/{token}/accept', {
      params: { path: { token: invitation.token } },
      body: { name: roles.join(' '), password },
    }),
  );
  const { access_token: accessToken, refresh_token: refreshToken, user } = accepted;
  return {
    client: createClient(api.url, accessToken),
    userId: user.id,
    email,
    password,
    accessToken,
    refreshToken,
  };
}
