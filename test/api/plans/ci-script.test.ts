import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
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
  circleci: {
    CIRCLECI: 'true',
    CIRCLE_PROJECT_USERNAME: 'acme',
    CIRCLE_PROJECT_REPONAME: 'infra',
    CIRCLE_SHA1: 'c0ffee1',
    CIRCLE_BRANCH: 'main',
    CIRCLE_BUILD_NUM: '4',
    CIRCLE_WORKFLOW_ID: 'w1',
    CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/infra/4',
    CIRCLE_PULL_REQUEST: 'https://github.com/acme/infra/pull/9',
    CIRCLE_USERNAME: 'octocat',
    PROJECT_PATH: 'live/prod',
  },
  buildkite: {
    BUILDKITE: 'true',
    BUILDKITE_REPO: 'git@github.com:acme/infra.git',
    BUILDKITE_COMMIT: 'c0ffee1',
    BUILDKITE_BRANCH: 'main',
    BUILDKITE_PULL_REQUEST: 'false',
    BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/infra/builds/4',
    BUILDKITE_BUILD_CREATOR: 'Octo "Cat"',
    BUILDKITE_PIPELINE_SLUG: 'infra',
    BUILDKITE_BUILD_ID: 'b1',
    BUILDKITE_JOB_ID: 'j1',
    PROJECT_PATH: 'live/prod',
  },
  azure_pipelines: {
    TF_BUILD: 'True',
    BUILD_REPOSITORY_NAME: 'acme/infra',
    BUILD_SOURCEVERSION: 'c0ffee1',
    BUILD_SOURCEBRANCH: 'refs/heads/main',
    SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
    SYSTEM_TEAMPROJECT: 'Infra',
    BUILD_BUILDID: '12',
    SYSTEM_JOBATTEMPT: '1',
    SYSTEM_JOBID: 'job',
    BUILD_REQUESTEDFOR: 'Octo Cat',
    PROJECT_PATH: 'live/prod',
  },
  jenkins: {
    JENKINS_URL: 'https://jenkins.example.com/',
    GIT_URL: 'https://github.com/acme/infra.git',
    GIT_COMMIT: 'c0ffee1',
    GIT_BRANCH: 'origin/main',
    BUILD_URL: 'https://jenkins.example.com/job/infra/7/',
    JOB_NAME: 'infra',
    BUILD_NUMBER: '7',
    BUILD_USER_ID: 'octocat',
    PROJECT_PATH: 'live/prod',
  },
  in_house: {
    INVENTORY_PROVIDER: 'in_house',
    INVENTORY_REPOSITORY: 'acme/infra',
    INVENTORY_COMMIT: 'c0ffee1',
    INVENTORY_BRANCH: 'main',
    INVENTORY_RUN: 'run 1',
    INVENTORY_RUN_URL: 'https://ci.example.com/1',
    INVENTORY_ACTOR: 'octocat',
    PROJECT_PATH: 'live/prod',
  },
};

/** Whether a state is sent, too. It is sent in the same way in every system. */
const sendsStates = new Set(['github_actions', 'gitlab_ci', 'atlantis']);

async function prepare(t: ExecutionContext, variables: Readonly<Record<string, string>>, planFile = plan) {
  const { client, token } = await signUpSender(api);
  const folder = await mkdtemp(path.join(tmpdir(), 'ci-script-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const terraform = path.join(folder, 'terraform');
  await writeFile(terraform, `#!/bin/sh\ncat "${planFile}"\n`);
  await chmod(terraform, 0o755);
  const env = {
    PATH: process.env['PATH'] ?? '',
    INVENTORY_URL: api.url,
    INVENTORY_TOKEN: token,
    TERRAFORM: terraform,
    ...variables,
  };
  /** Resolves with the exit status, the output and the warnings of the script. */
  const run = (given: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    new Promise<readonly [status: number, output: string, warnings: string]>((resolve) => {
      const options = { env: { ...env, ...more } };
      const child = execFile('sh', [script, ...given], options, (error, output, warnings) =>
        resolve([Number(error?.code ?? 0), output, warnings]),
      );
      // A script that ends at once does not read its input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(terraformState([], { serial: 3 }));
    });
  return { client, folder, run };
}

for (const [provider, variables] of Object.entries(systems))
  test(`the API accepts the reports of the script in ${provider}`, async (t) => {
    const { client, run } = await prepare(t, variables);
    const [status, output, warnings] = await run(['plan', 'tf.plan']);
    const { items: plans } = await dataOf(client.GET('/api/v1/plans'));
    t.deepEqual([status, warnings], [0, '']);
    t.is(
      output,
      [
        'Plan of live/prod: 1 to create, 3 to update, 2 to replace, 1 to delete, 1 to forget, 1 to import, 1 to move',
        'Risks: 1 high, 3 medium, 0 low',
        `${api.url}/api/v1/plans/${plans[0]?.id}`,
        '',
      ].join('\n'),
    );
    t.deepEqual(await run(['run', 'apply', 'true']), [0, '', '']);
    t.like(plans[0], { commit_sha: 'c0ffee1', tool: 'terraform', summary: { update: 3, forget: 1 } });
    const { items } = await dataOf(client.GET('/api/v1/executions'));
    const shown = items.map(({ kind, status: state, commit_sha: commit }) => [kind, state, commit].join(' '));
    t.deepEqual(shown, ['apply succeeded c0ffee1', 'plan succeeded c0ffee1']);
    const [apply, planned] = items;
    const of = (one: typeof apply) => [
      one?.provider,
      one?.branch,
      one?.run_url,
      one?.actor,
      one?.project_path,
    ];
    t.deepEqual(of(planned), of(apply));
    t.true(of(planned).every((text) => text !== undefined && text !== ''));
    t.is(planned?.provider, provider);
    if (!sendsStates.has(provider)) return;
    t.deepEqual(await run(['state']), [0, '', '']);
    t.deepEqual(await run(['state']), [0, '', ''], 'the same state again');
    const { items: sources } = await dataOf(client.GET('/api/v1/state-sources', {}));
    t.deepEqual(
      sources.map(({ kind, config }) => [kind, config.repository, config.project_path]),
      [['pushed', 'acme/infra', 'live/prod']],
    );
  });

test('the script fails for the risks of INVENTORY_FAIL_ON, and writes the summary of a GitHub job', async (t) => {
  const destroys = path.resolve('test/fixtures/plans/terraform-1.11-destroy.json');
  const { client, folder, run } = await prepare(t, systems.github_actions, destroys);
  const summary = path.join(folder, 'summary.md');
  const [status, output, warnings] = await run(['plan', 'tf.plan'], {
    INVENTORY_FAIL_ON: 'low',
    GITHUB_STEP_SUMMARY: summary,
  });
  t.deepEqual([status, warnings], [1, '']);
  const { items } = await dataOf(client.GET('/api/v1/plans'));
  const risks = items[0]?.impact.risks ?? [];
  const count = (severity: string) => risks.filter((risk) => risk.severity === severity).length;
  t.true(risks.length > 0);
  t.regex(
    output,
    new RegExp(`\\nRisks: ${count('high')} high, ${count('medium')} medium, ${count('low')} low\\n`),
  );
  t.is((await readFile(summary, 'utf8')).replaceAll('  \n', '\n'), output);
  const worst = count('high') > 0 ? 'high' : count('medium') > 0 ? 'medium' : 'low';
  t.is((await run(['plan', 'tf.plan'], { INVENTORY_FAIL_ON: worst }))[0], 1);
  t.is((await run(['plan', 'tf.plan'], {}))[0], 0);
  t.is((await run(['plan', 'tf.plan'], { INVENTORY_FAIL_ON: 'some' }))[0], 2);
  t.is((await run(['plan', 'tf.plan'], { INVENTORY_FAIL_ON: 'low', INVENTORY_TOKEN: 'wrong' }))[0], 0);
});

test('the script sends each plan that Terragrunt wrote with the path of its unit', async (t) => {
  const { client, folder, run } = await prepare(t, systems.github_actions);
  for (const unit of ['app', 'data/queue with space']) {
    await mkdir(path.join(folder, 'plans', unit), { recursive: true });
    await copyFile(plan, path.join(folder, 'plans', unit, 'tfplan.json'));
  }
  const [status, output, warnings] = await run(['plans', path.join(folder, 'plans')]);
  t.deepEqual([status, warnings], [0, '']);
  t.is(
    output.match(/^Plan of live\/prod\/(app|data\/queue with space): 1 to create, 3 to update/gm)?.length,
    2,
  );
  const { items } = await dataOf(client.GET('/api/v1/executions'));
  t.deepEqual(
    items.map((item) => item.project_path),
    ['live/prod/data/queue with space', 'live/prod/app'],
  );
});
