import type { Configuration } from '../../runtime/configuration.ts';
import { permissionsOfScopes } from '../../domain/scm/grant-permissions.ts';
import { createGithubApp } from '../github/github-app.ts';
import type { GithubApp } from '../github/github-app.ts';
import { createGithubClient } from '../github/github-client.ts';
import { createGitlabClient } from '../gitlab/gitlab-client.ts';
import type { GitlabClient } from '../gitlab/gitlab-client.ts';
import { AnswerBudget } from './answer-budget.ts';
import { baseUrlFault, parseBaseUrl } from './base-url.ts';
import { createSafeFetch } from './safe-fetch.ts';
import type { AddressLookup } from './safe-fetch.ts';
import type { ScmClient } from './scm-client.ts';
import { ScmError } from './scm-error.ts';

/** Credentials of a connection. */
export type ScmCredentials =
  | { readonly provider: 'github'; readonly installationId: number }
  | {
      readonly provider: 'gitlab';
      readonly baseUrl: string;
      readonly accessToken: string;
      /** Full path or numeric id of the group. */
      readonly group: string;
    };

/** The clients of all source-control providers; created once per process. */
export interface ScmClients {
  /** `undefined` when no GitHub App is configured. */
  readonly githubApp: GithubApp | undefined;
  /** Normalises the address of a GitLab instance. Returns `undefined` when it is not permitted. */
  parseBaseUrl(text: string): string | undefined;
  /** Returns why {@link parseBaseUrl} returns `undefined`. */
  baseUrlFault(text: string): string | undefined;
  gitlab(credentials: Extract<ScmCredentials, { provider: 'gitlab' }>): GitlabClient;
  /** Resolves the host of a base URL anew. @throws ScmError `unsafe_address`, `unavailable` */
  checkAddress(baseUrl: string): Promise<void>;
  /** @throws ScmError when GitHub issues no token; `unsafe_address` when a base URL is no longer permitted. */
  open(credentials: ScmCredentials): Promise<ScmClient>;
  /**
   * Reads the current permissions of the installation or the token: permission to level, or scope to any value.
   * @throws ScmError
   */
  readPermissions(credentials: ScmCredentials): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** @param options.lookup resolves the names of GitLab instances; default: `lookup` of node:dns */
export function createScmClients(
  configuration: Configuration,
  options: { readonly lookup?: AddressLookup } = {},
): ScmClients {
  const allowedNetworks = configuration.gitlabAllowedNetworks;
  const safeFetch = createSafeFetch({ allowedNetworks, ...options });
  const githubApp = openGithubApp(configuration);
  const gitlab: ScmClients['gitlab'] = (credentials) => {
    // The allowed networks may have changed since the connection was created.
    if (parseBaseUrl(credentials.baseUrl, allowedNetworks) === undefined)
      throw new ScmError('unsafe_address', 'The base URL is not permitted.');
    return createGitlabClient({ ...credentials, safeFetch });
  };
  return {
    githubApp,
    parseBaseUrl: (text) => parseBaseUrl(text, allowedNetworks),
    baseUrlFault: (text) => baseUrlFault(text, allowedNetworks),
    gitlab,
    checkAddress: (baseUrl) => safeFetch.checkAddress(new URL(baseUrl)),
    async open(credentials) {
      if (credentials.provider === 'gitlab') return gitlab(credentials);
      if (githubApp === undefined) throw new ScmError('unavailable', 'No GitHub App is configured.');
      const { installationId } = credentials;
      const budget = new AnswerBudget('GitHub');
      return createGithubClient(
        await githubApp.installationOctokit(installationId, budget),
        githubApp.installationAccess(installationId, budget),
        budget,
      );
    },
    async readPermissions(credentials) {
      if (credentials.provider === 'gitlab')
        return permissionsOfScopes((await gitlab(credentials).describeToken()).scopes);
      if (githubApp === undefined) throw new ScmError('unavailable', 'No GitHub App is configured.');
      return (await githubApp.getActiveInstallation(credentials.installationId)).permissions;
    },
    close: () => safeFetch.close(),
  };
}

function openGithubApp(configuration: Configuration): GithubApp | undefined {
  const {
    githubApiUrl: apiUrl,
    githubAppId: appId,
    githubAppSlug: slug,
    githubPrivateKey: privateKey,
    githubWebhookSecret: webhookSecret,
    githubClientId: clientId,
    githubClientSecret: clientSecret,
  } = configuration;
  // The configuration has all of them or none.
  if (
    appId === undefined ||
    slug === undefined ||
    privateKey === undefined ||
    webhookSecret === undefined ||
    clientId === undefined ||
    clientSecret === undefined
  )
    return undefined;
  return createGithubApp({ apiUrl, appId, slug, privateKey, webhookSecret, clientId, clientSecret });
}
