import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { terraformState } from '../../support/mapping/terraform-state.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const script = path.resolve('docs/ci/report-to-inventory.sh');
const plan = path.resolve('test/fixtures/plans/terraform-1.11-update.json');

const systems = {
  github_actions: {
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/infra',
    GITHUB_SHA: 'c0ffee1',
    GITHUB_REF_NAME: 'main',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '77',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_ACTOR: 'octocat',
    PROJECT_PATH: 'live/prod',
  },
  gitlab_ci: {
    GITLAB_CI: 'true',
    CI_PROJECT_PATH: 'acme/infra',
    CI_COMMIT_SHA: 'c0ffee1',
    CI_COMMIT_BRANCH: 'main',
    CI_JOB_ID: '88',
    CI_JOB_URL: 'https://gitlab.example.com/acme/infra/-/jobs/88',
    GITLAB_USER_LOGIN: 'tanuki',
    PROJECT_PATH: 'live/prod',
  },
  atlantis: {
    BASE_REPO_OWNER: 'acme',
    BASE_REPO_NAME: 'infra',
    HEAD_COMMIT: 'c0ffee1',
    HEAD_BRANCH_NAME: 'timeout',
    PULL_NUM: '9',
    PULL_URL: 'https://github.com/acme/infra/pull/9',
    USER_NAME: 'octocat',
    REPO_REL_DIR: 'live/prod',
    WORKSPACE: 'default',
  },
};

for (const [provider, variables] of Object.entries(systems))
  test(`the API accepts the reports of the script in ${provider}`, async (t) => {
    const { client, token } = await signUpSender(api);
    const folder = await mkdtemp(path.join(tmpdir(), 'ci-script-'));
    t.teardown(() => rm(folder, { recursive: true }));
    const terraform = path.join(folder, 'terraform');
    await writeFile(terraform, `#!/bin/sh\ncat "${plan}"\n`);
    await chmod(terraform, 0o755);
    const env = {
      PATH: process.env['PATH'] ?? '',
      INVENTORY_URL: api.url,
      INVENTORY_TOKEN: token,
      TERRAFORM: terraform,
      ...variables,
    };
    const run = (...given: string[]) =>
      new Promise<string>((resolve, reject) => {
        const child = execFile('sh', [script, ...given], { env }, (error, _, errors) =>
          error === null ? resolve(errors) : reject(error),
        );
        child.stdin?.end(terraformState([], { serial: 3 }));
      });
    t.is(await run('plan', 'tf.plan'), '');
    t.is(await run('run', 'apply', 'true'), '');
    const { items: plans } = await dataOf(client.GET('/api/v1/plans'));
    t.like(plans[0], { commit_sha: 'c0ffee1', tool: 'terraform', summary: { update: 3, forget: 1 } });
    const { items } = await dataOf(client.GET('/api/v1/executions'));
    const shown = items.map(({ kind, status, commit_sha: commit }) => [kind, status, commit].join(' '));
    t.deepEqual(shown, ['apply succeeded c0ffee1', 'plan succeeded c0ffee1']);
    t.is(items.find(({ kind }) => kind === 'apply')?.provider, provider);
    t.is(await run('state'), '');
    t.is(await run('state'), '', 'the same state again');
    const { items: sources } = await dataOf(client.GET('/api/v1/state-sources', {}));
    t.deepEqual(
      sources.map(({ kind, config }) => [kind, config.repository, config.project_path]),
      [['pushed', 'acme/infra', 'live/prod']],
    );
  });
