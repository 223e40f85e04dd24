import { randomBytes } from 'node:crypto';
import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import { pageOf } from '../scm-servers/pages.ts';
import { installationsOfUser, requireApp, requireInstallation, requireUser } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import { repositoriesOf } from './model.ts';
import type { ServerInstallation, GithubRepository } from './model.ts';
import { accountRecord, deliveryRecord, installationRecord, repositoryRecord, secondsOf } from './records.ts';

const tokenMs = 3_600_000;

/** Routes of the App itself and of installation tokens. */
export function appRoutes(context: GithubContext): RouteTable {
  const { model, app, deliveries, origin } = context;
  const find = (id: string | undefined): ServerInstallation => {
    const installation = model.installations.get(Number(id));
    if (installation === undefined) throw new HttpError(404, 'Not Found');
    return installation;
  };
  return {
    'GET /app': (request) => {
      requireApp(context, request);
      return {
        status: 200,
        body: { id: Number(app.appId), slug: app.slug, client_id: app.clientId, name: app.slug },
      };
    },

    'GET /app/installations/{installation_id}': (request) => {
      requireApp(context, request);
      return { status: 200, body: installationRecord(context, find(request.params['installation_id'])) };
    },

    'POST /app/installations/{installation_id}/access_tokens': (request) => {
      requireApp(context, request);
      const installation = find(request.params['installation_id']);
      if (installation.suspendedAt !== undefined)
        throw new HttpError(403, 'This installation has been suspended');
      const { repository_ids: ids, permissions: narrowed } = jsonOf(request);
      const repositories = narrowRepositories(context, installation, ids as readonly number[] | undefined);
      requireGranted(installation.permissions, (narrowed ?? {}) as Record<string, string>);
      const token = `ghs_${randomBytes(18).toString('hex')}`;
      const expiresAt = new Date(Date.now() + tokenMs);
      const permissions = (narrowed ?? installation.permissions) as Record<string, string>;
      const repositoryIds = ids as readonly number[] | undefined;
      model.tokens.set(token, {
        kind: 'installation',
        installationId: installation.id,
        permissions,
        repositoryIds,
        expiresAt,
      });
      return {
        status: 201,
        body: {
          token,
          expires_at: secondsOf(expiresAt),
          permissions,
          repository_selection:
            repositoryIds === undefined && installation.selection === 'all' ? 'all' : 'selected',
          ...(repositories === undefined
            ? {}
            : { repositories: repositories.map((one) => repositoryRecord(context, one)) }),
        },
      };
    },

    'GET /installation/repositories': (request) => {
      const { installation, repositories } = requireInstallation(context, request);
      const { items, link } = pageOf(request, origin(), repositories, 30);
      return {
        status: 200,
        ...(link === '' ? {} : { headers: { link } }),
        body: {
          total_count: repositories.length,
          repository_selection: installation.selection === 'all' ? 'all' : 'selected',
          repositories: items.map((repository) => repositoryRecord(context, repository)),
        },
      };
    },

    // Newest first, with a cursor in place of a page number.
    'GET /app/hook/deliveries': (request) => {
      requireApp(context, request);
      const { searchParams } = request.url;
      const size = Math.min(100, Number(searchParams.get('per_page') ?? 30));
      const cursor = Number(searchParams.get('cursor') ?? Number.POSITIVE_INFINITY);
      const older = deliveries.all.toReversed().filter(({ id, status }) => id < cursor && status !== 0);
      const items = older.slice(0, size);
      const next = `${origin()}/api/v3/app/hook/deliveries?per_page=${size}&cursor=${items.at(-1)?.id ?? 0}`;
      return {
        status: 200,
        ...(older.length > size ? { headers: { link: `<${next}>; rel="next"` } } : {}),
        body: items.map(deliveryRecord),
      };
    },

    'POST /app/hook/deliveries/{delivery_id}/attempts': async (request) => {
      requireApp(context, request);
      const delivery = await deliveries.redeliver(Number(request.params['delivery_id']));
      if (delivery === undefined) throw new HttpError(404, 'Not Found');
      return { status: 202, body: {} };
    },

    'GET /user': (request) => ({ status: 200, body: accountRecord(context, requireUser(context, request)) }),

    'GET /user/installations': (request) => {
      const installations = installationsOfUser(context, requireUser(context, request));
      const { items, link } = pageOf(request, origin(), installations, 30);
      return {
        status: 200,
        ...(link === '' ? {} : { headers: { link } }),
        body: {
          total_count: installations.length,
          installations: items.map((installation) => installationRecord(context, installation)),
        },
      };
    },

    'GET /user/memberships/orgs/{org}': (request) => {
      const user = requireUser(context, request);
      const organization = [...model.accounts.values()].find(
        ({ login, type }) => type === 'Organization' && login === request.params['org'],
      );
      const role = organization?.members.get(user.id);
      if (organization === undefined || role === undefined) throw new HttpError(404, 'Not Found');
      return {
        status: 200,
        body: {
          state: 'active',
          role,
          organization: accountRecord(context, organization),
          user: accountRecord(context, user),
        },
      };
    },
  };
}

/** Returns the repositories of a narrowed token. @throws HttpError 422 for one that the installation cannot access. */
function narrowRepositories(
  { model }: GithubContext,
  installation: ServerInstallation,
  ids: readonly number[] | undefined,
): readonly GithubRepository[] | undefined {
  if (ids === undefined) return undefined;
  const found = repositoriesOf(model, installation).filter(({ id }) => ids.includes(id));
  if (found.length === new Set(ids).size) return found;
  throw new HttpError(
    422,
    'There is at least one repository that does not exist or is not accessible to the parent installation.',
  );
}

/** @throws HttpError 422 for a permission that the installation does not have. */
function requireGranted(
  granted: Readonly<Record<string, string>>,
  narrowed: Readonly<Record<string, string>>,
): void {
  for (const [name, level] of Object.entries(narrowed))
    if (granted[name] !== 'write' && granted[name] !== level)
      throw new HttpError(422, 'The permissions requested are not granted to this installation.');
}

/** Routes of the web site, without `/api/v3`. */
export function webRoutes(context: GithubContext): RouteTable {
  const { model, app } = context;
  return {
    // An error has status 200. Source: GitHub, "Troubleshooting OAuth app access token request errors".
    'POST /login/oauth/access_token': (request) => {
      const { client_id: id, client_secret: secret, code } = jsonOf(request);
      if (id !== app.clientId || secret !== app.clientSecret)
        return oauthError(
          'incorrect_client_credentials',
          'The client_id and/or client_secret passed are incorrect.',
        );
      const userId = typeof code === 'string' ? model.codes.get(code) : undefined;
      if (userId === undefined || typeof code !== 'string')
        return oauthError('bad_verification_code', 'The code passed is incorrect or expired.');
      model.codes.delete(code);
      const token = `ghu_${randomBytes(18).toString('hex')}`;
      model.tokens.set(token, { kind: 'user', userId });
      return { status: 200, body: { access_token: token, scope: '', token_type: 'bearer' } };
    },
  };
}

function oauthError(error: string, description: string) {
  const uri =
    'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors';
  return { status: 200, body: { error, error_description: description, error_uri: uri } };
}
