import { randomBytes } from 'node:crypto';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ReplaceSsoBody } from '../../../api-client/api-types.ts';
import { startDomainServer } from '../../../dev/identity-provider/start-domain-server.ts';
import type { DomainServer } from '../../../dev/identity-provider/start-domain-server.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { createSsoBrowser } from './sso-browser.ts';
import type { SsoBrowser } from './sso-browser.ts';

export interface SsoApi extends TestApi {
  readonly domainServer: DomainServer;
}

/** An API whose DNS server is on loopback. */
export function useSsoApi(environment: Readonly<Record<string, string>> = {}): SsoApi {
  return useFixture(
    async () => {
      const domainServer = await startDomainServer();
      const api = await startTestApi({
        SSO_DNS_SERVERS: domainServer.address,
        RATE_LIMIT_SSO: '100000',
        // Answers of logins name the pages; no page is opened.
        CONSOLE: 'true',
        ...environment,
      });
      return { ...api, domainServer };
    },
    async (api) => {
      await api.close();
      await api.domainServer.close();
    },
  );
}

export interface SsoOrganization extends SignedUp {
  /** A domain that the organization has proven. */
  readonly domain: string;
  /** Replaces the configuration; fields that are not given are those of the first one. */
  configure(fields: Partial<ReplaceSsoBody>): Promise<void>;
}

/** Signs up an organization, gives it a provider and proves a domain. */
export async function signUpWithSso(
  api: SsoApi,
  provider: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string },
  fields: Partial<ReplaceSsoBody> = {},
): Promise<SsoOrganization> {
  const admin = await api.signUp();
  const domain = `${randomBytes(6).toString('hex')}.example`;
  const first = {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    domains: [{ domain }],
    default_roles: ['viewer'] as 'viewer'[],
    ...fields,
  };
  const configure = async (given: Partial<ReplaceSsoBody>) => {
    await dataOf(admin.client.PUT('/api/v1/organization/sso', { body: { ...first, ...given } }));
  };
  await configure({});
  await proveDomain(api, admin, domain);
  return { ...admin, domain, configure };
}

/** Publishes the TXT record of a domain and has it verified. */
export async function proveDomain(
  api: SsoApi,
  { client }: Pick<SignedUp, 'client'>,
  domain: string,
): Promise<void> {
  const { domains } = await dataOf(client.GET('/api/v1/organization/sso'));
  const record = domains.find((one) => one.domain === domain)?.record;
  api.domainServer.records.set(record?.name ?? '', record?.value);
  await dataOf(
    client.POST('/api/v1/organization/sso/domains/{domain}/verify', { params: { path: { domain } } }),
  );
}

export interface BegunLogin {
  readonly browser: SsoBrowser;
  /** The URL of the provider to which the browser is sent. */
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
}

/** Begins a login with an email address. */
export async function beginLogin(
  api: Pick<TestApi, 'url'>,
  email: string,
  browser: SsoBrowser = createSsoBrowser(),
): Promise<BegunLogin> {
  const { location } = await browser.open(`${api.url}/api/v1/auth/sso?email=${encodeURIComponent(email)}`);
  const { searchParams } = new URL(location);
  return {
    browser,
    url: location,
    state: searchParams.get('state') ?? '',
    nonce: searchParams.get('nonce') ?? '',
  };
}

/** Opens the callback. Returns the path of the redirect. */
export async function answerLogin(
  api: Pick<TestApi, 'url'>,
  { browser, state }: Pick<BegunLogin, 'browser' | 'state'>,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const query = new URLSearchParams({ code: 'a code', state, ...parameters });
  return pathOf((await browser.open(`${api.url}/api/v1/auth/sso/callback?${query.toString()}`)).location);
}

export function pathOf(location: string): string {
  if (location === '') return '';
  const { pathname, search } = new URL(location);
  return pathname + search;
}

/** The access token in the cookies of the browser. */
export function accessTokenOf(api: Pick<TestApi, 'url'>, browser: SsoBrowser): string {
  return browser.cookies.get(api.url)?.get('svc_at') ?? '';
}
