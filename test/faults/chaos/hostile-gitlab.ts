import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTypedClient, dataOf } from '../../../api-client/create-typed-client.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { openCertificateAuthority } from '../../../dev/scm-servers/certificate.ts';
import { loopback } from '../../support/scm/use-gitlab-server.ts';

export interface HostileGitlab {
  /** Environment variables with which processes trust the server. */
  readonly environment: NodeJS.ProcessEnv;
  /** Connects the organization of a user with a group of its own, and makes the answers hostile. */
  connect(apiUrl: string, token: string): Promise<void>;
  /** Number of requests that were answered. */
  answers(): number;
  close(): Promise<void>;
}

/** Larger than a page may be, and than a field of a record. */
const fieldLength = 31_000_000;

/**
 * Starts a GitLab that a tenant could name: lists of projects have a field of 31 MB, those of merge requests pages without end.
 */
export async function startHostileGitlab(): Promise<HostileGitlab> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hostile-gitlab-'));
  const authority = await openCertificateAuthority(folder);
  const gitlab = await startGitlabServer({ authority });
  let groups = 0;
  return {
    environment: {
      NODE_EXTRA_CA_CERTS: authority.certificateFile,
      GITLAB_ALLOWED_NETWORKS: loopback.join(','),
      PUBLIC_URL: 'https://inventory.example.com',
    },
    async connect(apiUrl, token) {
      groups += 1;
      gitlab.faults.clear();
      const group = await gitlab.createGroup(`hostile-${groups}`);
      const access = gitlab.createToken(group, {});
      const body = { base_url: gitlab.baseUrl, group_path: group.path, access_token: access.token };
      await dataOf(createTypedClient(apiUrl, token).POST('/api/v1/scm/gitlab/connections', { body }));
      gitlab.faults.inject(page(gitlab.baseUrl, [{ id: 1, default_branch: 'x'.repeat(fieldLength) }]), {
        route: 'GET /groups/{id}/projects',
      });
      gitlab.faults.inject(page(gitlab.baseUrl, []), { route: 'GET /groups/{id}/merge_requests' });
    },
    answers: () => gitlab.requests.length,
    async close() {
      await gitlab.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A page that names a next one, whatever page it is. */
function page(baseUrl: string, records: readonly object[]) {
  return {
    kind: 'response',
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-next-page': '2',
      link: `<${baseUrl}/api/v4/next?page=2>; rel="next"`,
    },
    body: records,
  } as const;
}
