import { devConfiguration } from '../configuration.ts';
import type { GithubAccount, GithubRepository } from '../github-server/model.ts';
import { startGithubServer } from '../github-server/start-github-server.ts';
import type { GithubServer, GithubServerOptions } from '../github-server/start-github-server.ts';
import type { ServerGroup, GitlabProject, GitlabUser } from '../gitlab-server/model.ts';
import { startGitlabServer } from '../gitlab-server/start-gitlab-server.ts';
import type { GitlabServer } from '../gitlab-server/start-gitlab-server.ts';
import type { SampleAccount } from '../sample-organization/create-sample-organization.ts';
import { openCertificateAuthority } from '../scm-servers/certificate.ts';
import type { CertificateAuthority } from '../scm-servers/certificate.ts';
import { readSampleRepository } from './read-sample-repository.ts';

export interface SampleSourceControl {
  readonly github: GithubServer;
  readonly gitlab: GitlabServer;
  /** An administrator of the GitHub organization. */
  readonly administrator: GithubAccount;
  /** The GitHub organization, with the repository `infrastructure`. */
  readonly organization: GithubAccount;
  readonly infrastructure: GithubRepository;
  readonly author: GitlabUser;
  /** The GitLab group, with the project `platform` in a subgroup. */
  readonly group: ServerGroup;
  readonly platform: GitlabProject;
  /** Environment variables with which the product uses both servers. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface SampleSourceControlOptions {
  /** Accounts that the code of the repositories names. */
  readonly accounts: readonly SampleAccount[];
  readonly github?: GithubServerOptions;
  /** Port of the GitLab server. Default: a free port. */
  readonly gitlabPort?: number;
  /** Issues the certificate of the GitLab server. Default: the one of this checkout. */
  readonly authority?: CertificateAuthority;
}

const login = 'sample-company';
const loopback = '127.0.0.0/8,::1/128';

/**
 * Starts a GitHub server and a GitLab server with one repository each. Ids and commits are the same in every process, so
 * that connections of an earlier demo remain valid.
 */
export async function startSampleSourceControl(
  options: SampleSourceControlOptions,
): Promise<SampleSourceControl> {
  const { accounts, gitlabPort } = options;
  const authority = options.authority ?? (await openCertificateAuthority(devConfiguration.certificateFolder));
  const github = await startGithubServer(options.github);
  try {
    const gitlab = await startGitlabServer({
      authority,
      ...(gitlabPort === undefined ? {} : { port: gitlabPort }),
    });
    const close = async () => {
      await Promise.all([github.close(), gitlab.close()]);
    };
    try {
      return {
        github,
        gitlab,
        ...(await createGithubRepository(github, accounts)),
        ...(await createGitlabProject(gitlab, accounts)),
        environment: {
          ...githubEnvironment(github),
          GITLAB_ALLOWED_NETWORKS: loopback,
          // Node reads it when a process starts.
          NODE_EXTRA_CA_CERTS: authority.certificateFile,
        },
        close,
      };
    } catch (error) {
      await gitlab.close();
      throw error;
    }
  } catch (error) {
    await github.close();
    throw error;
  }
}

/** Returns the configuration of the product for the App that is registered on a server. */
export function githubEnvironment({ app }: Pick<GithubServer, 'app'>): Readonly<Record<string, string>> {
  return {
    GITHUB_API_URL: app.apiUrl,
    GITHUB_APP_ID: app.appId,
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: app.privateKey,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_CLIENT_ID: app.clientId,
    GITHUB_CLIENT_SECRET: app.clientSecret,
  };
}

async function createGithubRepository(github: GithubServer, accounts: readonly SampleAccount[]) {
  const administrator = github.createUser('ada');
  const organization = github.createOrganization(login);
  github.setRole(organization, administrator, 'admin');
  const infrastructure = await github.createRepository({
    owner: organization,
    name: 'infrastructure',
    files: await readSampleRepository('infrastructure', accounts),
  });
  return { administrator, organization, infrastructure };
}

async function createGitlabProject(gitlab: GitlabServer, accounts: readonly SampleAccount[]) {
  const author = gitlab.createUser('grace');
  const group = await gitlab.createGroup(login);
  const subgroup = await gitlab.createGroup('data', group);
  const platform = await gitlab.createProject({
    namespace: subgroup,
    path: 'platform',
    files: await readSampleRepository('platform', accounts),
  });
  return { author, group, platform };
}
