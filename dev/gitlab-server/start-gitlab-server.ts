import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CertificateAuthority } from '../scm-servers/certificate.ts';
import { createDeliveries } from '../scm-servers/deliveries.ts';
import { startHttpServer } from '../scm-servers/http-server.ts';
import { compileRoutes } from '../scm-servers/route-table.ts';
import type { GitlabContext } from './context.ts';
import { createEmitWebhook } from './emit-webhook.ts';
import { groupRoutes } from './group-routes.ts';
import { mergeRequestActions } from './merge-request-actions.ts';
import { mergeRequestRoutes } from './merge-request-routes.ts';
import { createGitlabModel } from './model.ts';
import type { GitlabMergeRequest } from './model.ts';
import { projectActions } from './project-actions.ts';
import { pushRoutes } from './push-routes.ts';
import { gitlabRepositoryRoutes } from './repository-routes.ts';

export interface GitlabServerOptions {
  /** Issues the certificate; clients trust it through NODE_EXTRA_CA_CERTS. */
  readonly authority: CertificateAuthority;
  /** Default: a free port. */
  readonly port?: number;
  /** Names of the certificate in addition to `localhost`. */
  readonly names?: readonly string[];
  /** Path below which GitLab is installed: `/gitlab`. */
  readonly relativePath?: string;
}

export type GitlabServer = Awaited<ReturnType<typeof startGitlabServer>>;

/** Source: GitLab, "Diff limits administration": files of a diff. */
const defaultMostDiffs = 1000;

/**
 * Starts a self-managed GitLab. Repositories are real git repositories in a temporary folder. The server is for the demo
 * and for tests: it speaks the part of the API that the product uses.
 */
export async function startGitlabServer(options: GitlabServerOptions) {
  const { authority, names = [], relativePath = '' } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'gitlab-server-'));
  const deliveries = createDeliveries();
  const limits = { maximumDiffs: defaultMostDiffs };
  let origin = '';
  const context: GitlabContext = {
    model: createGitlabModel(),
    deliveries,
    origin: () => origin,
    maximumDiffs: () => limits.maximumDiffs,
    onPush: (project, branch, before) => projects.reportPush(project, branch, before),
  };
  const emit = createEmitWebhook(context);
  const requests = mergeRequestActions(context, emit);
  const projects = projectActions(context, emit, folder, (project, branch) =>
    requests.synchronize(project, branch),
  );
  const bot = projects.createUser('cloud-inventory-bot');
  const http = await startHttpServer({
    ...(options.port === undefined ? {} : { port: options.port }),
    tls: await authority.issue(['localhost', ...names], ['127.0.0.1', '::1']),
    routes: compileRoutes(`${relativePath}/api/v4`, {
      ...groupRoutes(context),
      ...mergeRequestRoutes(context, (project, { title, source, target, description }) =>
        requests.openMergeRequest(project, { title, description, target, branch: source, by: bot }),
      ),
      ...gitlabRepositoryRoutes(context),
      ...pushRoutes(context),
    }),
    headers: () => ({
      'ratelimit-limit': '2000',
      'ratelimit-remaining': '1999',
      'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 60),
      'x-gitlab-meta': '{"correlation_id":"01","version":"1"}',
    }),
  });
  origin = `${http.origin}${relativePath}`;
  return {
    baseUrl: origin,
    /** May be lowered by tests. */
    limits,
    faults: http.faults,
    calls: http.calls,
    resetCalls: http.resetCalls,
    requests: http.requests,
    deliveries,
    ...projects,
    ...requests,

    async mergeMergeRequest(request: GitlabMergeRequest): Promise<void> {
      const before = await requests.mergeMergeRequest(request);
      await projects.reportPush(request.target, request.targetBranch, before);
    },

    async close(): Promise<void> {
      await http.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
