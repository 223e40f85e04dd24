import type { Encryption } from '../encryption.ts';
import type { Tenant } from '../tenant.ts';
import type { ScmConnection } from './scm-connection.ts';
import { openAccessToken } from './scm-connection-store.ts';

/** Returns the credentials of a connection. @throws Error when the token cannot be decrypted. */
export async function credentialsOf(
  tenant: Tenant,
  encryption: Encryption,
  connection: ScmConnection,
): Promise<
  | { readonly provider: 'github'; readonly installationId: number }
  | {
      readonly provider: 'gitlab';
      readonly baseUrl: string;
      readonly accessToken: string;
      readonly group: string;
    }
> {
  const { installationId } = connection;
  if (installationId !== undefined) return { provider: 'github', installationId };
  return {
    provider: 'gitlab',
    baseUrl: connection.baseUrl,
    accessToken: await openAccessToken(tenant, encryption, connection),
    group: connection.externalOrgId,
  };
}
