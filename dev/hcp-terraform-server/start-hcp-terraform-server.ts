import { randomUUID } from 'node:crypto';
import type { CertificateAuthority } from '../scm-servers/certificate.ts';
import { startHttpServer } from '../scm-servers/http-server.ts';
import { compileRoutes, HttpError } from '../scm-servers/route-table.ts';
import type { ServerRequest, ServerResponse } from '../scm-servers/route-table.ts';

/** A workspace of the server. */
export interface ServedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly repository?: string;
  readonly directory?: string;
  /** The current state; absent before the first apply. */
  state?: { readonly id: string; readonly text: string };
  /** `states`: the token may not read states. `all`: it does not see the workspace. */
  hidden?: 'states' | 'all';
}

export type HcpTerraformServer = Awaited<ReturnType<typeof startHcpTerraformServer>>;

/**
 * Starts a Terraform Enterprise with one organization, and the storage of its states under another address, which must never
 * see a token. The server is for the demo and for tests: it speaks the part of the API that the product uses.
 */
export async function startHcpTerraformServer({
  authority,
  organization,
}: {
  readonly authority: CertificateAuthority;
  readonly organization: string;
}) {
  const tls = await authority.issue(['localhost'], ['127.0.0.1', '::1']);
  const workspaces: ServedWorkspace[] = [];
  let token = newToken();

  const storage = await startHttpServer({
    tls,
    routes: compileRoutes('', {
      'GET /object/{id}': ({ params }) => {
        const state = workspaces
          .map((workspace) => workspace.state)
          .find((each) => each?.id === params['id']);
        if (state === undefined) throw new HttpError(404, 'Not Found');
        return { status: 200, body: state.text };
      },
    }),
  });

  const authorize = ({ headers }: ServerRequest): void => {
    if (headers.authorization !== `Bearer ${token}`)
      throw new HttpError(401, { errors: [{ status: '401', title: 'unauthorized' }] });
  };
  const visible = (id: string | undefined): ServedWorkspace => {
    const found = workspaces.find((workspace) => workspace.id === id && workspace.hidden !== 'all');
    if (found === undefined) throw notFound();
    return found;
  };
  let origin = '';
  const api = await startHttpServer({
    tls,
    authorize,
    routes: compileRoutes('/api', {
      'GET /v2/organizations/{name}': ({ params }) => {
        if (params['name'] !== organization) throw notFound();
        return { status: 200, body: { data: { id: organization, type: 'organizations' } } };
      },
      'GET /v2/organizations/{name}/workspaces': ({ params, url }) => {
        if (params['name'] !== organization) throw notFound();
        const seen = workspaces.filter(({ hidden }) => hidden !== 'all');
        const size = Number(url.searchParams.get('page[size]') ?? 20);
        const page = Number(url.searchParams.get('page[number]') ?? 1);
        const next = page * size < seen.length ? page + 1 : null;
        return {
          status: 200,
          body: {
            data: seen.slice((page - 1) * size, page * size).map(presentWorkspace),
            meta: { pagination: { 'current-page': page, 'page-size': size, 'next-page': next } },
          },
        };
      },
      'GET /v2/workspaces/{id}': ({ params }) => ({
        status: 200,
        body: { data: presentWorkspace(visible(params['id'])) },
      }),
      'GET /v2/workspaces/{id}/current-state-version': ({ params }) => {
        const { state, hidden } = visible(params['id']);
        if (state === undefined || hidden === 'states') throw notFound();
        return { status: 200, body: { data: presentState(state, origin) } };
      },
      // Since v202311 the API redirects to the signed address. Source: HashiCorp support, article 22973120543123.
      'GET /state-versions/{id}/hosted_state': ({ params }): ServerResponse => ({
        status: 307,
        headers: { location: `${storage.origin}/object/${params['id']}` },
      }),
    }),
  });
  origin = api.origin;
  return {
    /** Host and port. */
    hostname: new URL(api.origin).host,
    organization,
    token: () => token,
    /** Replaces the token; the former one is refused from now on. */
    rotateToken(): string {
      token = newToken();
      return token;
    },
    /** Answers the next requests as the API does when the rate of requests is exceeded. */
    limitNext(requests: number): void {
      const headers = {
        'x-ratelimit-limit': '30',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '0.05',
      };
      api.faults.inject(
        { kind: 'response', status: 429, headers, body: { errors: [] } },
        { times: requests },
      );
    },
    addWorkspace(name: string, fields: Partial<ServedWorkspace> = {}): ServedWorkspace {
      const workspace = { id: `ws-${randomUUID().slice(0, 13)}`, name, tags: [], ...fields };
      workspaces.push(workspace);
      return workspace;
    },
    putState(workspace: ServedWorkspace, text: string): void {
      workspace.state = { id: `sv-${randomUUID().slice(0, 13)}`, text };
    },
    requests: api.requests,
    storageRequests: storage.requests,
    async close(): Promise<void> {
      await Promise.all([api.close(), storage.close()]);
    },
  };
}

function newToken(): string {
  return `${randomUUID().replaceAll('-', '').slice(0, 14)}.atlasv1.${randomUUID().replaceAll('-', '')}`;
}

function notFound(): HttpError {
  return new HttpError(404, { errors: [{ status: '404', title: 'not found' }] });
}

function presentWorkspace({ id, name, tags, repository, directory, state, hidden }: ServedWorkspace) {
  return {
    id,
    type: 'workspaces',
    attributes: {
      name,
      'tag-names': tags,
      'working-directory': directory ?? null,
      'vcs-repo':
        repository === undefined ? null : { identifier: repository, 'display-identifier': repository },
      permissions: { 'can-read-state-versions': hidden !== 'states' },
    },
    relationships: {
      'current-state-version': {
        data: state === undefined ? null : { id: state.id, type: 'state-versions' },
      },
    },
  };
}

function presentState({ id, text }: { readonly id: string; readonly text: string }, origin: string) {
  return {
    id,
    type: 'state-versions',
    attributes: {
      'created-at': new Date().toISOString(),
      size: Buffer.byteLength(text),
      'hosted-state-download-url': `${origin}/api/state-versions/${id}/hosted_state`,
    },
  };
}
