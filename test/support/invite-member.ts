import { randomUUID } from 'node:crypto';
import type { RoleName } from '../../domain/identity/roles.ts';
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
  roles: readonly RoleName[],
): Promise<InvitedMember> {
  const email = `${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const invited = await admin.client.post<{ token: string }>('/organization/invitations', { email, roles });
  const accepted = await api.anonymous.post<{
    access_token: string;
    refresh_token: string;
    user: { id: string };
  }>(`/auth/invitations/${invited.body.token}/accept`, { name: roles.join(' '), password });
  if (accepted.status !== 201) throw new Error(`accept returned ${accepted.status}`);
  const { access_token: accessToken, refresh_token: refreshToken, user } = accepted.body;
  return {
    client: createClient(api.url, accessToken),
    userId: user.id,
    email,
    password,
    accessToken,
    refreshToken,
  };
}
