import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { GithubApp, InstallationClaim } from '../../clients/github/github-app.ts';
import { bindInstallation } from '../../commands/scm/bind-installation.ts';
import {
  claimInstallation,
  createInstallState,
  findInstaller,
  lockInstallState,
  useInstallState,
} from '../../db/scm/install-state-store.ts';
import { operation } from '../http/operation.ts';
import { id, timestamp } from '../http/schemas.ts';
import { sendJson } from '../http/send-json.ts';
import type { Services } from '../services.ts';
import { installationPage } from './installation-page.ts';
import { readInstallState, signInstallState } from './install-state-token.ts';
import { tag } from './schemas.ts';

const stateMinutes = 10;

export const getGithubInstallationUrl = operation({
  id: 'getGithubInstallationUrl',
  method: 'GET',
  path: '/scm/github/installation-url',
  tag,
  summary: 'Get a URL to install the GitHub App',
  description: 'The URL contains a signed state that can be used once, within ten minutes.',
  access: 'scm:manage',
  transaction: true,
  success: [200, z.object({ url: z.string(), expires_at: timestamp })],
  errors: ['provider_unavailable'],
  async handle({ principal, tenant, services, response }) {
    const app = requireApp(services);
    const { id: stateId, expires_at: expiresAt } = await createInstallState(
      tenant,
      principal.id,
      stateMinutes,
    );
    const { organizationId } = tenant;
    const token = signInstallState(services.configuration.jwtKeys, { organizationId, stateId }, expiresAt);
    response.setHeader('Cache-Control', 'no-store');
    return { url: app.installationUrl(token), expires_at: expiresAt.toISOString() };
  },
});

const Outcome = z.object({ status: z.enum(['bound', 'requested', 'pending']), connection_id: id.optional() });
export type InstallationOutcome = z.input<typeof Outcome>;

export const githubCallback = operation({
  id: 'githubCallback',
  method: 'GET',
  path: '/scm/github/callback',
  tag,
  summary: 'Complete an installation of the GitHub App',
  description:
    'GitHub redirects the browser here. The installation is bound to the organization of the state if the person is ' +
    'the installer or an administrator of the GitHub account. Responds with JSON if the client accepts only JSON.',
  access: 'public',
  audit: 'scm_connection.created',
  transaction: false,
  // GitHub may add parameters.
  query: z.object({
    state: z.string().max(4000).optional(),
    code: z.string().max(1000).optional(),
    installation_id: z.string().max(20).optional(),
    setup_action: z.string().max(50).optional(),
  }),
  success: [200, Outcome, 'application/json', 'text/html'],
  errors: ['invalid_state', 'provider_unavailable'],
  async handle({ query, services, request, response, record }) {
    const app = requireApp(services);
    const state = readInstallState(services.configuration.jwtKeys, query.state ?? '');
    if (state === undefined) throw errors.invalidState();
    const { organizationId, stateId } = state;
    const outcome = await services.database.withTenant(organizationId, async (tenant) => {
      const row = await lockInstallState(tenant, stateId);
      if (row === undefined) throw errors.invalidState();
      // An owner of the GitHub account must approve the installation; the state stays valid.
      if (query.setup_action === 'request') return { status: 'requested' } as const;
      await useInstallState(tenant, stateId);
      return undefined;
    });
    if (outcome !== undefined) return send(outcome);
    const installationId = Number(query.installation_id);
    if (!Number.isSafeInteger(installationId) || installationId < 1 || query.code === undefined)
      throw errors.invalidState();
    const claim = await checkClaim(app, query.code, installationId);
    const installer = await findInstaller(services.database, installationId);
    if (claim?.installation === undefined) throw errors.invalidState();
    const { installation, user, administrator } = claim;
    if (!administrator && installer === undefined) {
      await services.database.withTenant(organizationId, (tenant) =>
        claimInstallation(tenant, stateId, { installationId, githubUserId: user.id }),
      );
      return send({ status: 'pending' });
    }
    if (!administrator && installer !== user.id) throw errors.invalidState();
    return services.database.withTenant(organizationId, async (tenant) => {
      const connection = await bindInstallation(tenant, services, {
        installation,
        baseUrl: services.configuration.githubApiUrl,
      });
      if (connection === undefined) throw errors.invalidState();
      await record(tenant, {
        type: 'scm_connection',
        id: connection.id,
        name: connection.external_org_slug,
        actor: { actorType: 'system', actorId: null, actorName: `GitHub user ${user.login}` },
      });
      return send({ status: 'bound', connection_id: connection.id });
    });

    function send(result: InstallationOutcome): undefined {
      const status = result.status === 'pending' ? 202 : 200;
      if (request.accepts(['json', 'html']) === 'html')
        response
          .status(status)
          .type('html')
          .send(installationPage(result.status, services.configuration.webOrigin));
      else sendJson(response, status, result);
      return undefined;
    }
  },
});

/** @throws CatalogueError `provider_unavailable` when no GitHub App is configured. */
function requireApp({ scm }: Services): GithubApp {
  if (scm.githubApp === undefined) throw errors.providerUnavailable('No GitHub App is configured.');
  return scm.githubApp;
}

/** @throws CatalogueError `invalid_state` for a code that GitHub rejects, `provider_unavailable`. */
async function checkClaim(
  app: GithubApp,
  code: string,
  installationId: number,
): Promise<InstallationClaim | undefined> {
  try {
    return await app.checkClaim(code, installationId);
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    if (error.fault === 'unavailable' || error.fault === 'rate_limited')
      throw errors.providerUnavailable('GitHub cannot be reached.', error);
    throw errors.invalidState();
  }
}
