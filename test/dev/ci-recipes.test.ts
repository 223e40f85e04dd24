import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { z } from 'zod';

const recipes = new URL('../../docs/ci/', import.meta.url);
const fixture = new URL('../fixtures/plans/terraform-1.11-update.json', import.meta.url);

interface ReceivedRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A repository with the script of the recipes, a `terraform` that shows the fixture, and a server that records requests. */
async function makePipeline(t: ExecutionContext, status = 201) {
  const directory = await mkdtemp(join(tmpdir(), 'ci-recipes-'));
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://localhost');
      requests.push({
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"detail":"refused"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });
  const bin = join(directory, 'bin');
  await mkdir(bin);
  await mkdir(join(directory, 'ci'));
  await mkdir(join(directory, 'live/prod'), { recursive: true });
  await cp(new URL('report-to-inventory.sh', recipes), join(directory, 'ci/report-to-inventory.sh'));
  await cp(fixture, join(directory, 'plan.json'));
  for (const name of ['terraform', 'tofu']) {
    const script = `#!/bin/sh\necho "$*" >>"${directory}/commands"\n[ "$1" = show ] && cat "${directory}/plan.json"\n[ "$1" != apply ] || exit "\${APPLY_STATUS:-0}"\n`;
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    commands: async () => (await readFile(join(directory, 'commands'), 'utf8')).trim().split('\n'),
    /** Runs a script as a CI system does. Returns the exit status and the error output. */
    run: (script: string, environment: Readonly<Record<string, string>>) =>
      new Promise<{ readonly status: number; readonly errors: string }>((resolve) => {
        const env = {
          PATH: `${bin}:${process.env['PATH'] ?? ''}`,
          INVENTORY_URL: url,
          INVENTORY_TOKEN: 'ingest-token',
          ...environment,
        };
        execFile('sh', ['-e', '-c', script], { cwd: directory, env }, (error, _, errors) =>
          resolve({ status: typeof error?.code === 'number' ? error.code : 0, errors }),
        );
      }),
    script: join(directory, 'ci/report-to-inventory.sh'),
  };
}

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/infra',
  GITHUB_SHA: 'c0ffee1',
  GITHUB_REF_NAME: 'main',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_RUN_ID: '77',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_ACTOR: 'octo"cat',
  INVENTORY_COMMIT: 'c0ffee2',
  INVENTORY_PULL_REQUEST: '7',
  PROJECT_PATH: 'live/prod',
};

const gitlab = {
  GITLAB_CI: 'true',
  CI_PROJECT_PATH: 'acme/platform/infra',
  CI_COMMIT_SHA: 'c0ffee3',
  CI_COMMIT_BRANCH: 'main',
  CI_JOB_ID: '88',
  CI_JOB_URL: 'https://gitlab.example.com/acme/platform/infra/-/jobs/88',
  GITLAB_USER_LOGIN: 'tanuki',
  PROJECT_PATH: 'live/prod',
  TERRAFORM: 'tofu',
};

const atlantis = {
  BASE_REPO_OWNER: 'acme',
  BASE_REPO_NAME: 'infra',
  HEAD_COMMIT: 'c0ffee4',
  HEAD_BRANCH_NAME: 'timeout & more',
  PULL_NUM: '9',
  PULL_URL: 'https://github.com/acme/infra/pull/9',
  USER_NAME: 'octocat',
  REPO_REL_DIR: 'live/prod é',
  WORKSPACE: 'default',
  PLANFILE: 'tf.plan',
};

test('the steps of GitHub Actions send the plan and report the apply', async (t) => {
  const pipeline = await makePipeline(t);
  const { jobs } = githubWorkflow.parse(await recipeOf('github-actions.md'));
  for (const { run } of jobs.terraform.steps)
    if (run !== undefined) t.like(await pipeline.run(run, github), { status: 0, errors: '' });
  const [plan, running, succeeded] = pipeline.requests;
  await assertPlan(t, plan, {
    external_id: 'acme/infra/77/2/live/prod/default',
    repository: 'acme/infra',
    repository_provider: 'github',
    project_path: 'live/prod',
    commit_sha: 'c0ffee2',
    pull_request_number: '7',
    provider: 'github_actions',
    branch: 'main',
    run_url: 'https://github.com/acme/infra/actions/runs/77',
    actor: 'octo"cat',
  });
  const report = {
    external_id: 'acme/infra/77/2/live/prod/default',
    kind: 'apply',
    provider: 'github_actions',
    repository: { provider: 'github', full_name: 'acme/infra' },
    project_path: 'live/prod',
    commit_sha: 'c0ffee2',
    branch: 'main',
    pull_request_number: 7,
    run_url: 'https://github.com/acme/infra/actions/runs/77',
    actor: 'octo"cat',
  };
  assertExecution(t, running, { ...report, status: 'running' });
  assertExecution(t, succeeded, { ...report, status: 'succeeded' });
  t.is(pipeline.requests.length, 3);
  t.deepEqual((await pipeline.commands()).at(-1), 'apply -input=false tf.plan');
});

test('the scripts of GitLab CI send the plan and report a failed apply with its exit status', async (t) => {
  const pipeline = await makePipeline(t);
  const { plan, apply } = gitlabPipeline.parse(await recipeOf('gitlab-ci.md'));
  t.is((await pipeline.run(plan.script.join('\n'), gitlab)).status, 0);
  t.is((await pipeline.run(apply.script.join('\n'), { ...gitlab, APPLY_STATUS: '3' })).status, 3);
  await assertPlan(t, pipeline.requests[0], {
    external_id: 'acme/platform/infra/88/live/prod/default',
    repository: 'acme/platform/infra',
    repository_provider: 'gitlab',
    project_path: 'live/prod',
    commit_sha: 'c0ffee3',
    provider: 'gitlab_ci',
    branch: 'main',
    run_url: gitlab.CI_JOB_URL,
    actor: 'tanuki',
  });
  t.deepEqual(
    pipeline.requests.slice(1).map(({ body }) => status.parse(JSON.parse(body.toString())).status),
    ['running', 'failed'],
  );
});

test('the commands of Atlantis send the plan and report the apply', async (t) => {
  const pipeline = await makePipeline(t);
  const { workflows } = atlantisConfiguration.parse(await recipeOf('atlantis.md'));
  const installed = (command: string) =>
    command.replace('/usr/local/bin/report-to-inventory.sh', pipeline.script);
  for (const { steps } of [workflows.inventory.plan, workflows.inventory.apply])
    for (const step of steps)
      if (typeof step !== 'string') {
        const command = typeof step.run === 'string' ? step.run : step.run.command;
        t.like(await pipeline.run(installed(command), atlantis), { status: 0, errors: '' });
      }
  const [plan, , succeeded] = pipeline.requests;
  t.like(plan?.query, { project_path: 'live/prod é', workspace: 'default', pull_request_number: '9' });
  t.regex(plan?.query['external_id'] ?? '', /^acme\/infra\/9\/c0ffee4\/\d+\/live\/prod é\/default$/);
  t.like(JSON.parse(succeeded?.body.toString() ?? ''), { provider: 'atlantis', branch: 'timeout & more' });
});

test('a refused report prints a warning and does not fail the pipeline', async (t) => {
  const pipeline = await makePipeline(t, 400);
  const { status: exitStatus, errors } = await pipeline.run('ci/report-to-inventory.sh plan tf.plan', github);
  t.is(exitStatus, 0);
  t.regex(errors, /responded 400: .*refused/);
  t.false(errors.includes('ingest-token'));
  t.is((await pipeline.run('ci/report-to-inventory.sh run apply terraform apply', github)).status, 0);
});

test('a service that cannot be reached does not fail the pipeline', async (t) => {
  const pipeline = await makePipeline(t);
  const unreachable = { ...github, INVENTORY_URL: 'http://127.0.0.1:1' };
  const { status: exitStatus, errors } = await pipeline.run(
    'ci/report-to-inventory.sh plan tf.plan',
    unreachable,
  );
  t.is(exitStatus, 0);
  t.regex(errors, /the request failed/);
});

test('a missing address or token prints a warning, and the command runs', async (t) => {
  for (const name of ['INVENTORY_URL', 'INVENTORY_TOKEN']) {
    const pipeline = await makePipeline(t);
    const command = `unset ${name}; ci/report-to-inventory.sh run apply terraform apply`;
    const { status: exitStatus, errors } = await pipeline.run(command, { ...github, APPLY_STATUS: '3' });
    t.is(exitStatus, 3, name);
    t.regex(errors, /INVENTORY_URL and INVENTORY_TOKEN are required/, name);
    t.deepEqual(await pipeline.commands(), ['apply'], name);
    t.deepEqual(pipeline.requests, [], name);
  }
});

test('wrong arguments print the usage', async (t) => {
  const pipeline = await makePipeline(t);
  const { status: exitStatus, errors } = await pipeline.run('ci/report-to-inventory.sh run', github);
  t.is(exitStatus, 2);
  t.regex(errors, /report-to-inventory\.sh plan <plan file>/);
  t.is((await pipeline.run('ci/report-to-inventory.sh plan tf.plan', {})).status, 2);
});

const githubWorkflow = z.object({
  jobs: z.object({ terraform: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
});
const script = z.object({ script: z.array(z.string()) });
const gitlabPipeline = z.object({ plan: script, apply: script });
const steps = z.object({
  steps: z.array(
    z.union([z.string(), z.object({ run: z.union([z.string(), z.object({ command: z.string() })]) })]),
  ),
});
const atlantisConfiguration = z.object({
  workflows: z.object({ inventory: z.object({ plan: steps, apply: steps }) }),
});
const status = z.object({ status: z.string() });

/** Returns the YAML document of a recipe. */
async function recipeOf(name: string): Promise<unknown> {
  const text = await readFile(new URL(name, recipes), 'utf8');
  return parse(/```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? '');
}

async function assertPlan(
  t: ExecutionContext,
  request: ReceivedRequest | undefined,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  t.is(request?.path, '/api/v1/ingest/plans');
  t.deepEqual(request?.query, query);
  t.like(request?.headers, {
    authorization: 'Bearer ingest-token',
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  });
  t.is(gunzipSync(request?.body ?? Buffer.alloc(0)).toString(), await readFile(fixture, 'utf8'));
}

function assertExecution(t: ExecutionContext, request: ReceivedRequest | undefined, report: object): void {
  t.is(request?.path, '/api/v1/ingest/executions');
  t.like(request?.headers, { authorization: 'Bearer ingest-token', 'content-type': 'application/json' });
  t.deepEqual(JSON.parse(request?.body.toString() ?? ''), report);
}
