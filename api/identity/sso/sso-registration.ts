import type { SsoRegistration } from '../../../clients/sso/sso-client.ts';
import { openClientSecret } from '../../../db/identity/sso/sso-configuration-store.ts';
import type { SsoConfiguration } from '../../../db/identity/sso/sso-configuration-store.ts';
import type { Services } from '../../services.ts';

/** Returns the registration of an organization at its provider. Call it outside of a transaction. */
export async function ssoRegistrationOf(
  services: Pick<Services, 'encryption' | 'configuration'>,
  organizationId: string,
  configuration: SsoConfiguration,
): Promise<SsoRegistration> {
  const { issuer, clientId } = configuration;
  const clientSecret = await openClientSecret(services.encryption, organizationId, configuration);
  return { issuer, clientId, clientSecret, redirectUri: ssoRedirectUri(services) };
}

/** The URL to which providers send the answer of a login. */
export function ssoRedirectUri({ configuration }: Pick<Services, 'configuration'>): string {
  return `${configuration.publicUrl}/api/v1/auth/sso/callback`;
}
