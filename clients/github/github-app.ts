import { createHmac, timingSafeEqual } from 'node:crypto';
import { App } from '@octokit/app';
import { createAppAuth } from '@octokit/auth-app';
import type { Octokit } from '@octokit/core';
import { defined } from '../../domain/defined.ts';
import { findInstallationRepositories } from './installation-access.ts';
import type { InstallationAccess } from './installation-access.ts';
import { ScmError } from '../scm/scm-error.ts';
import { answerLimits } from '../answer-limits.ts';
import type { AnswerBudget } from '../scm/answer-budget.ts';
import { githubFetch } from './github-fetch.ts';
import { createOctokitClass, throttleOptions } from './octokit-class.ts';
import type { AppOctokit } from './octokit-class.ts';
import { mapGithubErrors } from './map-github-errors.ts';

export interface GithubAppOptions {
  /** `https://api.github.com`, or `https://<host>/api/v3` of an Enterprise Server. */
  readonly apiUrl: string;
  readonly appId: string;
  readonly slug: string;
  /** In PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of one attempt. */
  readonly requestTimeoutMs?: number;
}

const defaultTimeoutMs = 20_000;
const maximumAttempts = 5000;

/** A person, as GitHub's user authorization proves it. */
export interface GithubUser {
  readonly id: number;
  readonly login: string;
}

export interface GithubInstallation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountType: 'User' | 'Organization';
  readonly suspended: boolean;
  /** Granted permissions: `contents: write`. */
  readonly permissions: Readonly<Record<string, string>>;
}

/** A person who claims an installation, and the installation as that person can read it. */
export interface InstallationClaim {
  readonly user: GithubUser;
  /** Missing when the person cannot see the installation. */
  readonly installation?: GithubInstallation;
  /** Whether the person is the account of the installation or an active administrator of it. */
  readonly administrator: boolean;
}

/** One attempt to deliver a webhook. */
export interface DeliveryAttempt {
  readonly id: number;
  /** The same for every attempt of a delivery. */
  readonly guid: string;
  readonly succeeded: boolean;
}

export type GithubApp = ReturnType<typeof createGithubApp>;

/** Returns a client of the operator's GitHub App. Every method with a request throws ScmError. */
export function createGithubApp(options: GithubAppOptions) {
  const { apiUrl, appId, privateKey, clientId, clientSecret, webhookSecret } = options;
  const { requestTimeoutMs = defaultTimeoutMs } = options;
  const AppOctokitClass = createOctokitClass(apiUrl, requestTimeoutMs);
  const app = new App({
    appId,
    privateKey,
    webhooks: { secret: webhookSecret },
    oauth: { clientId, clientSecret },
    Octokit: AppOctokitClass as unknown as typeof Octokit,
  });
  const appOctokit = app.octokit as unknown as AppOctokit;
  const getInstallation = (installationId: number): Promise<GithubInstallation> =>
    mapGithubErrors(async () => {
      const { data } = await appOctokit.request('GET /app/installations/{installation_id}', {
        installation_id: installationId,
      });
      return installationOf(data);
    });
  return {
    /** The page on which a person installs the App. Source: GitHub, "Sharing your GitHub App". */
    installationUrl(state: string): string {
      const folder = apiUrl.endsWith('/api/v3') ? 'github-apps' : 'apps';
      return `${webUrlOf(apiUrl)}/${folder}/${options.slug}/installations/new?state=${encodeURIComponent(state)}`;
    },

    /** The page on which a person uninstalls the App or changes its repositories. */
    settingsUrl(
      account: { readonly login: string; readonly isOrganization: boolean },
      installationId: number,
    ): string {
      const path = account.isOrganization ? `organizations/${account.login}/settings` : 'settings';
      return `${webUrlOf(apiUrl)}/${path}/installations/${installationId}`;
    },

    /** Whether the signature in `X-Hub-Signature-256` is the one of these bytes. Source: GitHub, "Validating webhook deliveries". */
    isSignedDelivery(body: Buffer, signature: string): boolean {
      const given = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
      if (given === undefined) return false;
      // A body that is not UTF-8 would change when it is decoded to text, which `@octokit/webhooks-methods` requires.
      const expected = createHmac('sha256', webhookSecret).update(body).digest();
      return timingSafeEqual(Buffer.from(given, 'hex'), expected);
    },

    /**
     * Exchanges the code of a redirect for the person's token, and reads the person and the installation with it. The
     * token is not stored.
     */
    async checkClaim(code: string, installationId: number): Promise<InstallationClaim> {
      return mapGithubErrors(async () => {
        const octokit = (await app.oauth.getUserOctokit({ code })) as unknown as AppOctokit;
        const { data: user } = await octokit.request('GET /user');
        const installation = await findInstallation(octokit, installationId);
        return defined({
          user: { id: Number(user.id), login: user.login },
          installation,
          administrator:
            installation !== undefined && (await isAdministrator(octokit, Number(user.id), installation)),
        });
      });
    },

    getInstallation,

    /** As {@link getInstallation}. @throws ScmError `token_refused` for one that was uninstalled, `suspended`. */
    async getActiveInstallation(installationId: number): Promise<GithubInstallation> {
      const installation = await getInstallation(installationId).catch((error: unknown) => {
        if (error instanceof ScmError && error.fault === 'not_found')
          throw new ScmError('token_refused', 'The GitHub App is not installed any more.', { cause: error });
        throw error;
      });
      if (installation.suspended)
        throw new ScmError('suspended', 'The installation of the GitHub App is suspended.');
      return installation;
    },

    /**
     * Returns a client that sends a token of the installation, and counts its responses in `budget`. The token is valid for an
     * hour and is renewed before.
     */
    async installationOctokit(installationId: number, budget: AnswerBudget): Promise<AppOctokit> {
      return mapGithubErrors(
        async () =>
          (await appOctokit.auth({
            type: 'installation',
            installationId,
            // `auth` has the cache of tokens that all clients of the App share.
            factory: (auth: object) =>
              new AppOctokitClass({
                authStrategy: createAppAuth,
                auth: { ...auth, installationId },
                throttle: throttleOptions(`installation-${installationId}`),
                request: { fetch: githubFetch(requestTimeoutMs, budget) },
              }),
          })) as AppOctokit,
      );
    },

    /** Returns the functions of the App that the client of an installation uses. */
    installationAccess(installationId: number, budget: AnswerBudget): InstallationAccess {
      return {
        appId,
        findRepositories: (ids) => findInstallationRepositories(appOctokit, installationId, ids),
        async narrowed(repositoryId, permissions) {
          const { token } = (await appOctokit.auth({
            type: 'installation',
            installationId,
            repositoryIds: [repositoryId],
            permissions,
          })) as { readonly token: string };
          return new AppOctokitClass({
            auth: token,
            throttle: throttleOptions(`installation-${installationId}`),
            request: { fetch: githubFetch(requestTimeoutMs, budget) },
          });
        },
      };
    },

    /** Replaces the token of an installation that {@link installationOctokit} uses, for one that GitHub rejects. */
    async renewToken(installationId: number): Promise<void> {
      await mapGithubErrors(() => appOctokit.auth({ type: 'installation', installationId, refresh: true }));
    },

    /** Lists the attempts of deliveries since a time, newest first, at most 5,000. GitHub keeps them for three days. */
    async listDeliveryAttempts(since: Date): Promise<readonly DeliveryAttempt[]> {
      return mapGithubErrors(async () => {
        const attempts: DeliveryAttempt[] = [];
        const pages = appOctokit.paginate.iterator('GET /app/hook/deliveries', { per_page: 100 });
        let pageCount = 0;
        for await (const { data } of pages) {
          pageCount += 1;
          for (const { id, guid, status_code: status, delivered_at: at } of data) {
            const deliveredAt = new Date(at);
            if (deliveredAt < since) return attempts;
            attempts.push({ id: Number(id), guid, succeeded: status >= 200 && status < 300 });
          }
          if (attempts.length >= maximumAttempts || pageCount >= answerLimits.pages) return attempts;
        }
        return attempts;
      });
    },

    async redeliver(deliveryId: number): Promise<void> {
      await mapGithubErrors(() =>
        appOctokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: deliveryId }),
      );
    },
  };
}

/** `https://github.com`, or the origin of an Enterprise Server. */
function webUrlOf(apiUrl: string): string {
  return apiUrl.endsWith('/api/v3') ? new URL(apiUrl).origin : 'https://github.com';
}

async function findInstallation(
  octokit: AppOctokit,
  installationId: number,
): Promise<GithubInstallation | undefined> {
  const pages = octokit.paginate.iterator('GET /user/installations', { per_page: 100 });
  let pageCount = 0;
  for await (const { data } of pages) {
    const found = data.find(({ id }) => id === installationId);
    if (found !== undefined) return installationOf(found);
    pageCount += 1;
    if (pageCount >= answerLimits.pages) return undefined;
  }
  return undefined;
}

async function isAdministrator(
  octokit: AppOctokit,
  userId: number,
  { accountId, accountLogin, accountType }: GithubInstallation,
): Promise<boolean> {
  if (accountType === 'User') return accountId === userId;
  try {
    const { data } = await octokit.request('GET /user/memberships/orgs/{org}', { org: accountLogin });
    return data.role === 'admin' && data.state === 'active' && data.organization.id === accountId;
  } catch (error) {
    // 403 and 404: not a member, or the App may not read members.
    if (error instanceof Error && 'status' in error && (error.status === 403 || error.status === 404))
      return false;
    throw error;
  }
}

interface InstallationRecord {
  readonly id: number;
  readonly account: object | null;
  readonly suspended_at: string | null;
  readonly permissions: object;
}

function installationOf({ id, account, suspended_at, permissions }: InstallationRecord): GithubInstallation {
  const owner = (account ?? {}) as { id?: number; login?: string; slug?: string; type?: string };
  return {
    id,
    accountId: owner.id ?? 0,
    accountLogin: owner.login ?? owner.slug ?? '',
    accountType: owner.type === 'User' ? 'User' : 'Organization',
    suspended: suspended_at !== null,
    permissions: permissions as Record<string, string>,
  };
}
