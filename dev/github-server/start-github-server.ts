import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDeliveries } from '../scm-servers/deliveries.ts';
import { startHttpServer } from '../scm-servers/http-server.ts';
import type { HttpServer } from '../scm-servers/http-server.ts';
import { HttpError, compileRoutes } from '../scm-servers/route-table.ts';
import type { ServerRequest } from '../scm-servers/route-table.ts';
import { appRoutes, webRoutes } from './app-routes.ts';
import { tokenOf } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import { createWebhooks } from './emit-webhook.ts';
import { graphqlRoutes } from './graphql-route.ts';
import { gitDataRoutes } from './git-data-routes.ts';
import { installationActions } from './installation-actions.ts';
import { installPageRoutes } from './install-page-routes.ts';
import type { AppRegistrationSettings } from './install-page-routes.ts';
import { createGithubModel } from './model.ts';
import type { ServerInstallation, GithubModel, GithubPull } from './model.ts';
import { pullActions } from './pull-actions.ts';
import { pullRoutes } from './pull-routes.ts';
import { repositoryActions } from './repository-actions.ts';
import { archiveRoutes, githubRepositoryRoutes } from './repository-routes.ts';
import { writeRoutes } from './write-routes.ts';

export interface GithubServerOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** In PEM. Default: a new key. */
  readonly privateKey?: string;
  /** Id of the first account. Default: another one for each server of the process. */
  readonly firstId?: number;
}

export type GithubServer = Awaited<ReturnType<typeof startGithubServer>>;

const hourlyLimit = 5000;

/**
 * Starts a GitHub Enterprise Server with one registered App. Repositories are real git repositories in a temporary
 * folder. The server is for the demo and for tests: it speaks the part of the API that the product uses.
 */
export async function startGithubServer(options: GithubServerOptions = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'github-server-'));
  const privateKey = options.privateKey ?? newPrivateKey();
  const credentials = {
    appId: '4711',
    slug: 'cloud-inventory',
    webhookSecret: randomBytes(16).toString('hex'),
    clientId: 'Iv1.c10d1e2a3f4b5c6d',
    clientSecret: randomBytes(20).toString('hex'),
  };
  let origin = '';
  let archiveOrigin = '';
  const model = createGithubModel(options.firstId);
  const deliveries = createDeliveries();
  const context: GithubContext = {
    model,
    deliveries,
    app: { ...credentials, publicKey: createPublicKey(privateKey) },
    origin: () => origin,
    archiveOrigin: () => archiveOrigin,
    onPush: async (id, branch, before) => {
      const repository = model.repositories.get(id);
      if (repository !== undefined) await repositories.reportPush(repository, branch, before);
    },
  };
  const webhooks = createWebhooks(context);
  const pulls = pullActions(context, webhooks);
  const repositories = repositoryActions(context, webhooks, folder, (repository, branch) =>
    pulls.synchronize(repository, branch),
  );
  const installations = installationActions(context, webhooks);
  const settings: AppRegistrationSettings = { callbackUrl: undefined };
  const tickets = new Map<string, string>();
  const openPull: Parameters<typeof pullRoutes>[1] = async (
    repository,
    { title, head, base, body, isDraft },
  ) =>
    pulls.openPullRequest(repository, {
      title,
      body,
      base,
      isDraft,
      branch: head.slice(head.indexOf(':') + 1),
      by: { id: 0, login: `${credentials.slug}[bot]`, type: 'User', members: new Map(), isDeleted: false },
    });
  const http = await startHttpServer({
    ...(options.port === undefined ? {} : { port: options.port }),
    routes: [
      ...compileRoutes('/api/v3', {
        ...appRoutes(context),
        // Before the routes of `repositoryRoutes` whose last parameter contains slashes.
        ...writeRoutes(context),
        ...gitDataRoutes(context),
        ...pullRoutes(context, openPull),
        ...githubRepositoryRoutes(context, tickets),
      }),
      ...compileRoutes('/api', graphqlRoutes(context)),
      ...compileRoutes('', { ...webRoutes(context), ...installPageRoutes(context, installations, settings) }),
    ],
    authorize: (request) => countRequest(model, request),
    headers: (request) => rateLimitHeaders(installationOf(model, request)),
  });
  const archives = await startHttpServer({ routes: compileRoutes('', archiveRoutes(context, tickets)) });
  origin = http.origin;
  archiveOrigin = archives.origin;
  return {
    /** Values of the product's configuration: GITHUB_API_URL and the others. */
    app: { ...credentials, privateKey, apiUrl: `${origin}/api/v3` },
    faults: http.faults,
    /** Number of requests by route, without downloads from {@link archives}. */
    calls: http.calls,
    resetCalls: http.resetCalls,
    requests: http.requests,
    /** The host of archives: another origin, as codeload.github.com is. */
    archives: archives as Pick<HttpServer, 'faults' | 'calls' | 'requests' | 'origin'>,
    webhooks,
    /** The App's callback URL, for the page on which people install it. */
    settings,
    deliveries,

    /** Returns the permissions and repositories of the installation token in an `Authorization` header. */
    tokenOf(authorization: string) {
      const token = model.tokens.get(authorization.slice(authorization.indexOf(' ') + 1));
      if (token?.kind !== 'installation') return undefined;
      return { permissions: token.permissions, repositoryIds: token.repositoryIds };
    },
    ...installations,
    ...repositories,
    ...pulls,

    async mergePullRequest(pull: GithubPull): Promise<void> {
      const before = await pulls.mergePullRequest(pull);
      await repositories.reportPush(pull.base.repository, pull.base.branch, before);
    },

    async close(): Promise<void> {
      await Promise.all([http.close(), archives.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

function installationOf(model: GithubModel, request: ServerRequest): ServerInstallation | undefined {
  const token = model.tokens.get(tokenOf(request));
  return token?.kind === 'installation' ? model.installations.get(token.installationId) : undefined;
}

/** @throws HttpError 403 when no request remains. */
function countRequest(model: GithubModel, request: ServerRequest): void {
  const installation = installationOf(model, request);
  const limit = installation?.limit;
  if (limit === undefined || installation === undefined || limit.resetAt.getTime() <= Date.now()) return;
  if (limit.remaining <= 0)
    throw new HttpError(403, {
      message: `API rate limit exceeded for installation ID ${installation.id}.`,
      documentation_url: 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api',
    });
  limit.remaining -= 1;
}

function rateLimitHeaders(installation: ServerInstallation | undefined): Readonly<Record<string, string>> {
  const { remaining, resetAt } = installation?.limit ?? {
    remaining: hourlyLimit - 1,
    resetAt: new Date(Date.now() + 3_600_000),
  };
  return {
    'x-ratelimit-limit': String(hourlyLimit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAt.getTime() / 1000)),
    'x-ratelimit-used': String(hourlyLimit - remaining),
    'x-ratelimit-resource': 'core',
    'x-github-request-id': 'C0DE:1234',
    'x-github-api-version-selected': '2022-11-28',
  };
}
