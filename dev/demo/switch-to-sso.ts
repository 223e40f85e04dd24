import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { DomainServer } from '../identity-provider/start-domain-server.ts';
import type { IdentityProvider, ProviderPerson } from '../identity-provider/start-identity-provider.ts';

const domain = 'example.com';
const people: Readonly<Record<string, ProviderPerson>> = {
  ada: { name: 'Ada', email: `ada@${domain}`, groups: ['cloud-team'] },
  grace: { name: 'Grace', email: `grace@${domain}`, groups: [] },
};

/** Gives the organization of the demo an identity provider on this machine, and proves its domain. */
export async function switchToSso(
  client: TypedClient,
  { provider, domainServer }: { readonly provider: IdentityProvider; readonly domainServer: DomainServer },
  say: (text: string) => void,
): Promise<void> {
  for (const [subject, person] of Object.entries(people)) provider.people.set(subject, person);
  const { domains } = await dataOf(
    client.PUT('/api/v1/organization/sso', {
      body: {
        issuer: provider.issuer,
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        domains: [{ domain }],
        role_mappings: [{ group: 'cloud-team', roles: ['cloud_admin'] }],
        default_roles: ['viewer'],
      },
    }),
  );
  for (const { record } of domains) domainServer.records.set(record.name, record.value);
  await dataOf(
    client.POST('/api/v1/organization/sso/domains/{domain}/verify', { params: { path: { domain } } }),
  );
  const { checks } = await dataOf(client.POST('/api/v1/organization/sso/test'));
  say(`\nSingle sign-on with ${provider.issuer}:`);
  for (const { key, status, detail } of checks) say(`  ${status} ${key}: ${detail}`);
  for (const { name, email, groups } of Object.values(people))
    say(
      `  ${name} signs in with ${email}${groups.length === 0 ? '' : `, in the group ${groups.join(', ')}`}`,
    );
}
