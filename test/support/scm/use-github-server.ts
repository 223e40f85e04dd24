import type { TestFn } from 'ava';
import { createGithubApp } from '../../../clients/github/github-app.ts';
import type { GithubApp } from '../../../clients/github/github-app.ts';
import { createGithubClient } from '../../../clients/github/github-client.ts';
import { AnswerBudget } from '../../../clients/scm/answer-budget.ts';
import type { ScmClient } from '../../../clients/scm/scm-client.ts';
import type { GitFiles } from '../../../dev/scm-servers/fast-import.ts';
import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import type {
  GithubAccount,
  ServerInstallation,
  GithubRepository,
} from '../../../dev/github-server/model.ts';

export interface GithubTest {
  readonly github: GithubServer;
  readonly app: GithubApp;
  readonly user: GithubAccount;
  readonly organization: GithubAccount;
  /** Of all repositories of the organization. */
  readonly installation: ServerInstallation;
  readonly client: ScmClient;
}

/** Starts a server for each test with an organization in which the App is installed. */
export function useGithubServer(test: TestFn<GithubTest>): void {
  test.beforeEach(async (t) => {
    const github = await startGithubServer();
    const user = github.createUser('ada');
    const organization = github.createOrganization('acme');
    github.setRole(organization, user, 'admin');
    const installation = await github.install({ account: organization, by: user });
    const app = createGithubApp(github.app);
    const client = await openGithubClient(app, installation.id);
    Object.assign(t.context, { github, app, user, organization, installation, client });
  });
  test.afterEach.always((t) => t.context.github.close());
}

/** Returns the product's client of an installation. */
export async function openGithubClient(app: GithubApp, installationId: number): Promise<ScmClient> {
  const budget = new AnswerBudget('GitHub');
  return createGithubClient(
    await app.installationOctokit(installationId, budget),
    app.installationAccess(installationId, budget),
    budget,
  );
}

/** Creates a repository of the organization and returns how the product refers to it. */
export async function createTestRepository(
  { github, organization }: GithubTest,
  files: GitFiles,
  name = 'infra',
) {
  const repository = await github.createRepository({ owner: organization, name, files });
  const head = await repository.git.resolve('refs/heads/main');
  return { repository, ref: refOf(repository), head: head ?? '' };
}

export function refOf(repository: GithubRepository) {
  return { externalId: String(repository.id), fullName: `${repository.owner.login}/${repository.name}` };
}
