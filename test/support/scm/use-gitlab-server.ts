import path from 'node:path';
import type { TestFn } from 'ava';
import { createGitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import type { GitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import { createSafeFetch } from '../../../clients/scm/safe-fetch.ts';
import type { SafeFetch } from '../../../clients/scm/safe-fetch.ts';
import { devConfiguration } from '../../../dev/configuration.ts';
import type { GitFiles } from '../../../dev/scm-servers/fast-import.ts';
import { openCertificateAuthority } from '../../../dev/scm-servers/certificate.ts';
import type { CertificateAuthority } from '../../../dev/scm-servers/certificate.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { GitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { ServerGroup, GitlabProject, ServerToken } from '../../../dev/gitlab-server/model.ts';

export interface GitlabTest {
  readonly gitlab: GitlabServer;
  readonly group: ServerGroup;
  readonly token: ServerToken;
  readonly safeFetch: SafeFetch;
  readonly client: GitlabClient;
}

export const loopback = ['127.0.0.0/8', '::1/128'];

/** Starts a server for each test with a group and its token. */
export function useGitlabServer(test: TestFn<GitlabTest>): void {
  test.beforeEach(async (t) => {
    const gitlab = await startGitlabServer({ authority: await trustedAuthority() });
    const group = await gitlab.createGroup('acme');
    const token = gitlab.createToken(group, { scopes: ['read_api'] });
    const safeFetch = createSafeFetch({ allowedNetworks: loopback });
    const client = createGitlabClient({
      baseUrl: gitlab.baseUrl,
      accessToken: token.token,
      group: 'acme',
      safeFetch,
    });
    Object.assign(t.context, { gitlab, group, token, safeFetch, client });
  });
  test.afterEach.always(async (t) => {
    await Promise.all([t.context.gitlab.close(), t.context.safeFetch.close()]);
  });
}

/** Returns the authority that this process trusts. @throws Error when `npm run test:file` did not start the process. */
export async function trustedAuthority(): Promise<CertificateAuthority> {
  const trusted = devConfiguration.environment['NODE_EXTRA_CA_CERTS'];
  if (trusted === undefined)
    throw new Error(
      'NODE_EXTRA_CA_CERTS is missing: run the test with `npm run test:file` or `npm run test:unit`.',
    );
  return openCertificateAuthority(path.dirname(trusted));
}

/** Creates a project of the group and returns how the product refers to it. */
export async function createTestProject({ gitlab, group }: GitlabTest, files: GitFiles, name = 'infra') {
  const project = await gitlab.createProject({ namespace: group, path: name, files });
  return {
    project,
    ref: refOf(project, `acme/${name}`),
    head: (await project.git.resolve('refs/heads/main')) ?? '',
  };
}

export function refOf({ id }: GitlabProject, fullName: string) {
  return { externalId: String(id), fullName };
}
