import { pagesUrl } from '../../runtime/pages-url.ts';
import { z } from 'zod';
import type { GithubApp, GithubInstallation, GithubUser } from '../../clients/github/github-app.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { bindInstallation } from '../../commands/scm/bind-installation.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { findInstaller } from '../../db/scm/github-installation-store.ts';
import {
  claimInstallation,
  findGithubConnection,
  hasClaim,
  lockInstallState,
  useInstallState,
} from '../../db/scm/install-state-store.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import type { HandlerContext } from '../http/operation.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';
import { sendJson } from '../http/response/send-json.ts';
import { id } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { readInstallState } from './install-state-token.ts';
import type { InstallState } from './install-state-token.ts';
import { installationPage } from './installation-page.ts';
import { requireGithubApp } from './require-github-app.ts';
import { scmTag } from './schemas.ts';

const Outcome = z
  .object({ status: z.enum(['bound', 'requested', 'pending']), connection_id: id.optional() })
  .meta({ id: 'GithubInstallation' });

type InstallationOutcome = z.input<typeof Outcome>;

export const githubCallbackOperation = operation({
  id: 'githubCallback',
  method: 'GET',
  path: '/scm/github/callback',
  tag: scmTag,
  summary: 'Complete an installation of the GitHub App',
  description:
    'GitHub redirects the browser here. The installation is bound to the organization of the state if the person is ' +
    'the installer or an administrator of the GitHub account. Responds with a page, or with JSON if `Accept` asks for it.',
  access: 'public',
  audit: 'scm_connection.created',
  transaction: false,
  // GitHub may add parameters. A value that GitHub does not send counts as missing.
  query: z.object({
    state: parameter(4000),
    code: parameter(1000),
    installation_id: parameter(20),
    setup_action: parameter(50),
  }),
  success: [200, Outcome, 'application/json', 'text/html'],
  errors: ['invalid_state', 'provider_unavailable'],
  async handle({ query, services, request, response, record }) {
    const state = readInstallState(services.configuration.jwtKeys, query.state ?? '');
    const app = requireGithubApp(services);
    const outcome = await complete(app, { ...query, state }, services, record);
    const status = outcome.status === 'pending' ? 202 : 200;
    if (tryParse(() => request.accepts(['html', 'json'])) === 'json') {
      sendJson(response, status, outcome);
      return undefined;
    }
    const { name } = await services.database.withTenant(state.organizationId, getOrganization);
    const page = installationPage(outcome.status, name, pagesUrl(services.configuration));
    response.status(status).type('html').send(page);
    return undefined;
  },
});

/** A text of limited length. Every other value is read as `undefined`, so that the response is `invalid_state`. */
function parameter(maximumLength: number) {
  return z.string().max(maximumLength).optional().catch(undefined);
}

type Record = HandlerContext<unknown, unknown, unknown>['record'];

/** @throws CatalogueError `invalid_state` for a bad state and for every refused claim. */
async function complete(
  app: GithubApp,
  query: {
    readonly state: InstallState;
    readonly code?: string | undefined;
    readonly installation_id?: string | undefined;
    readonly setup_action?: string | undefined;
  },
  services: Services,
  record: Record,
): Promise<InstallationOutcome> {
  const { state } = query;
  // An owner of the GitHub account must approve the installation first. The state stays valid.
  const isRequest = query.setup_action === 'request';
  await services.database.withTenant(state.organizationId, async (tenant) => {
    if ((await lockInstallState(tenant, state.stateId)) === undefined) throw errors.invalidState();
    if (!isRequest) await useInstallState(tenant, state.stateId);
  });
  if (isRequest) return { status: 'requested' };
  const { code, installation_id: given = '' } = query;
  if (code === undefined || !/^[1-9]\d{0,14}$/.test(given)) throw errors.invalidState();
  const installationId = Number(given);
  const { installation, user, administrator } = await checkClaim(app, code, installationId);
  if (installation === undefined) throw errors.invalidState();
  const bindTo = (options: { readonly orFound: boolean }) =>
    bind(services, record, { state, installation, user }, options);
  if (administrator) return bindTo({ orFound: false });
  // The claim is stored before the installer is read, and a delivery stores the installer before it reads the claims. So at
  // least one of the two requests reads the row of the other.
  const { organizationId, stateId } = state;
  await services.database.withTenant(organizationId, (tenant) =>
    claimInstallation(tenant, stateId, { installationId, githubUserId: user.id }),
  );
  const installer = await findInstaller(services.database, installationId);
  if (installer?.senderId === user.id) return bindTo({ orFound: true });
  const connection = await findGithubConnection(services.database, installationId);
  if (connection?.organizationId === organizationId && !(await isClaimPending(services, state)))
    return { status: 'bound', connection_id: connection.id };
  if (installer !== undefined || connection !== undefined) throw errors.invalidState();
  return { status: 'pending' };
}

/** Whether no delivery has bound the claim of this state. */
async function isClaimPending(
  { database }: Services,
  { organizationId, stateId }: InstallState,
): Promise<boolean> {
  return database.withTenant(organizationId, (tenant) => hasClaim(tenant, stateId));
}

/**
 * Binds the installation. `orFound`: the delivery of the installation may have bound it at the same time.
 * @throws CatalogueError `invalid_state` when it is bound already.
 */
async function bind(
  { database, configuration, temporal, logger }: Services,
  record: Record,
  claim: {
    readonly state: InstallState;
    readonly installation: GithubInstallation;
    readonly user: GithubUser;
  },
  { orFound }: { readonly orFound: boolean },
): Promise<InstallationOutcome> {
  const { state, installation, user } = claim;
  const { organizationId } = state;
  const baseUrl = configuration.githubApiUrl;
  const connectionId = await database.withTenant(organizationId, async (tenant) => {
    const connection = await bindInstallation(tenant, { temporal, logger }, { installation, baseUrl });
    if (connection === undefined) return undefined;
    await record(tenant, {
      type: 'scm_connection',
      id: connection.id,
      name: connection.externalOrgSlug,
      actor: { actorType: 'system', actorId: undefined, actorName: `GitHub user ${user.login}` },
    });
    return connection.id;
  });
  if (connectionId !== undefined) return { status: 'bound', connection_id: connectionId };
  const found = orFound ? await findGithubConnection(database, installation.id) : undefined;
  if (found?.organizationId !== organizationId) throw errors.invalidState();
  return { status: 'bound', connection_id: found.id };
}

/** @throws CatalogueError `invalid_state` for a code that GitHub rejects, `provider_unavailable`. */
async function checkClaim(app: GithubApp, code: string, installationId: number) {
  try {
    return await app.checkClaim(code, installationId);
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    if (error.fault === 'unavailable' || error.fault === 'rate_limited')
      throw errors.providerUnavailable('GitHub cannot be reached.', error);
    throw errors.invalidState();
  }
}
