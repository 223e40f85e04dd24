import test from 'ava';
import { openImportPullRequest } from '../../../activities/mapping/open-import-pull-request.ts';
import type { ScmCredentials } from '../../../clients/scm/scm-clients.ts';
import type { RepositoryRef } from '../../../clients/scm/scm-client.ts';
import { insertImportPullRequest } from '../../../db/mapping/projects/import-pull-request-store.ts';
import { replaceStateEntries } from '../../../db/mapping/states/state-entry-store.ts';
import { newId } from '../../../db/new-id.ts';
import { createRun, finishRun } from '../../../db/runs/run-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import { expectError } from '../../support/expect-error.ts';
import {
  accountNumber,
  githubImportProject,
  gitlabImportProject,
  requestImports,
  writePermissions,
} from '../../support/mapping/import-project.ts';
import type { GithubImportProject, GitlabImportProject } from '../../support/mapping/import-project.ts';
import { queueEntry } from '../../support/mapping/stored-state.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { waitForRun } from '../../support/connections/follow.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();
const file = `live/imports-${accountNumber}-eu-west-1.tf`;
type Project = GithubImportProject | GitlabImportProject;

const githubRoutes = {
  branch: 'POST /repos/{owner}/{repo}/git/refs',
  pull: 'POST /repos/{owner}/{repo}/pulls',
};
const gitlabRoutes = {
  branch: 'POST /projects/{id}/repository/commits',
  pull: 'POST /projects/{id}/merge_requests',
};

/** Requests a pull request for one new bucket, and waits for the end of its run. */
async function runImport(project: Project) {
  const id = await project.insert({ nativeId: `bucket-${newId()}`, name: 'orders' });
  const { run_id } = await dataOf(project.request([id]));
  return waitForRun(project.customer.client, run_id);
}

const branchOf = (runId: string) => `cloud-inventory/imports-${runId}`;

async function branchesOf({ remote }: Project): Promise<readonly string[]> {
  return [...(await remote.git.branches()).keys()].filter((name) => name !== 'main');
}

async function changesOf({ remote }: Project, runId: string) {
  return remote.git.diff('refs/heads/main', `refs/heads/${branchOf(runId)}`);
}

async function contentOf({ remote }: Project, revision: string): Promise<string | undefined> {
  const sha = await remote.git.resolve(revision);
  return sha === undefined ? undefined : (await remote.git.readBlobs([sha])).get(sha)?.toString();
}

const connectionStatus = async ({ customer: { client, connectionId } }: Project) =>
  (await dataOf(client.GET('/api/v1/scm/connections/{id}', { params: { path: { id: connectionId } } })))
    .status;

/** Stores a request without starting its workflow. */
async function storeRequest({ customer, projectId, insert }: Project): Promise<string> {
  const resourceId = await insert({ nativeId: `bucket-${newId()}` });
  const id = newId();
  await scm.worker.dependencies.database.withTenant(customer.organizationId, async (tenant) => {
    await createRun(tenant, { id, kind: 'open_import_pull_request', subjectId: id });
    await finishRun(tenant, id, 'succeeded');
    await insertImportPullRequest(tenant, { id, iacProjectId: projectId, resourceIds: [resourceId] });
  });
  return id;
}

const inputOf = ({ customer: { organizationId } }: Project, id: string) => ({
  organizationId,
  runId: id,
  subjectId: id,
});

test.serial('GitHub: adds one file on a new branch and opens a draft', async (t) => {
  const project = await githubImportProject(scm);
  const { customer, remote } = project;
  const main = await remote.git.resolve('refs/heads/main');
  const orders = await project.insert({ nativeId: 'orders', arn: 'arn:aws:s3:::orders' });
  const role = await project.insert({ type: 'AWS::IAM::Role', nativeId: 'app', region: 'global' });
  const elsewhere = await project.insert({ nativeId: 'far', region: 'us-east-1' });
  const other = await project.insert({ nativeId: 'other' }, '222222222222');
  scm.github.resetCalls();
  const { run_id, skipped } = await dataOf(project.request([elsewhere, orders, role, other]));
  t.deepEqual(skipped, [
    { resource_id: elsewhere, reason: 'other_region' },
    { resource_id: other, reason: 'other_account' },
  ]);
  t.like(await waitForRun(customer.client, run_id), { status: 'succeeded' });
  t.deepEqual(await changesOf(project, run_id), [{ status: 'added', path: file }]);
  const content = await contentOf(project, `refs/heads/${branchOf(run_id)}:${file}`);
  t.true(content?.includes('import {\n  to = aws_s3_bucket.orders\n  id = "orders"\n}'));
  t.true(content?.includes('import {\n  to = aws_iam_role.app\n  id = "app"\n}'));
  t.is(await remote.git.resolve('refs/heads/main'), main, 'the default branch is not changed');
  t.is(remote.pulls.length, 1);
  const [pull] = remote.pulls;
  t.like(pull, { isDraft: true, title: `Import 2 resources of AWS account ${accountNumber}` });
  t.deepEqual([pull?.head.branch, pull?.base.branch], [branchOf(run_id), 'main']);
  t.true(pull?.body.includes('- `aws_s3_bucket.orders`: `AWS::S3::Bucket` `orders` `arn:aws:s3:::orders`'));

  const tokens = new Map(
    scm.github.requests.map(({ route, authorization = '' }) => [route, scm.github.tokenOf(authorization)]),
  );
  const repositoryIds = [remote.id];
  t.deepEqual(tokens.get(githubRoutes.branch), { permissions: { contents: 'write' }, repositoryIds });
  t.deepEqual(tokens.get(githubRoutes.pull)?.repositoryIds, repositoryIds);
  const { items } = await dataOf(customer.client.GET('/api/v1/organization/audit-log'));
  t.like(
    items.find(({ action }) => action === 'import_pull_request.requested'),
    { target: { type: 'iac_project', id: project.projectId }, details: { run_id, resources: 2 } },
  );
});

test.serial('GitLab: adds one file on a new branch and opens a draft', async (t) => {
  const project = await gitlabImportProject(scm);
  const run = await runImport(project);
  t.like(run, { status: 'succeeded' });
  t.deepEqual(await changesOf(project, run.run_id), [{ status: 'added', path: file }]);
  const { mergeRequests } = project.remote;
  t.is(mergeRequests.length, 1);
  t.like(mergeRequests[0], {
    title: `Draft: Import 1 resource of AWS account ${accountNumber}`,
    sourceBranch: branchOf(run.run_id),
    targetBranch: 'main',
  });
  t.true(mergeRequests[0]?.description.includes('- `aws_s3_bucket.orders`'));
});

test.serial('does not overwrite a file, and uses the next free name', async (t) => {
  const files = { [file]: '# mine\n' };
  for (const project of [await githubImportProject(scm, files), await gitlabImportProject(scm, files)]) {
    const { run_id, status } = await runImport(project);
    t.is(status, 'succeeded');
    t.deepEqual(await changesOf(project, run_id), [{ status: 'added', path: file.replace('.tf', '-2.tf') }]);
    t.is(await contentOf(project, `refs/heads/${branchOf(run_id)}:${file}`), '# mine\n');
  }
});

test.serial('lost responses and a repeated activity leave one branch and one pull request', async (t) => {
  const github = await githubImportProject(scm);
  const gitlab = await gitlabImportProject(scm);
  for (const route of Object.values(githubRoutes))
    scm.github.faults.inject({ kind: 'lose' }, { route, times: 1 });
  for (const route of Object.values(gitlabRoutes))
    scm.gitlab.faults.inject({ kind: 'lose' }, { route, times: 1 });
  for (const project of [github, gitlab]) {
    const { run_id, status } = await runImport(project);
    t.is(status, 'succeeded');
    await openImportPullRequest(scm.worker.dependencies, inputOf(project, run_id));
    t.deepEqual(await branchesOf(project), [branchOf(run_id)]);
    t.is((await changesOf(project, run_id)).length, 1);
  }
  t.is(github.remote.pulls.length, 1);
  t.is(gitlab.remote.mergeRequests.length, 1);
});

test.serial('two attempts at the same time leave one branch and one pull request', async (t) => {
  const github = await githubImportProject(scm);
  const gitlab = await gitlabImportProject(scm);
  for (const project of [github, gitlab]) {
    const id = await storeRequest(project);
    const attempt = () => openImportPullRequest(scm.worker.dependencies, inputOf(project, id));
    await Promise.all([attempt(), attempt()]);
    t.deepEqual(await branchesOf(project), [branchOf(id)]);
    t.is((await changesOf(project, id)).length, 1);
  }
  t.is(github.remote.pulls.length, 1);
  t.is(gitlab.remote.mergeRequests.length, 1);
});

test.serial('the account comes from the states of the project', async (t) => {
  const project = await githubImportProject(scm);
  const { customer, projectId } = project;
  const [row] = await queryAsOwner<{ id: string }>(
    scm.api.database.url,
    `insert into state_sources (organization_id, bucket, key, iac_project_id, origin)
     values ($1, 'states', 'live', $2, 'manual') returning id`,
    [customer.organizationId, projectId],
  );
  await scm.worker.dependencies.database.withTenant(customer.organizationId, (tenant) =>
    replaceStateEntries(tenant, row?.id ?? '', [
      queueEntry('own', { awsAccountNumber: '222222222222', region: 'eu-west-1' }),
      queueEntry('other', { awsAccountNumber: accountNumber, providerAlias: 'other' }),
    ]),
  );
  const other = await project.insert({ nativeId: 'other' });
  const own = await project.insert({ nativeId: 'own' }, '222222222222');
  const { run_id, skipped } = await dataOf(project.request([other, own]));
  t.deepEqual(skipped, [{ resource_id: other, reason: 'other_account' }]);
  t.like(await waitForRun(customer.client, run_id), { status: 'succeeded' });
  t.deepEqual(await changesOf(project, run_id), [
    { status: 'added', path: 'live/imports-222222222222-eu-west-1.tf' },
  ]);
});

test.serial('a merged pull request whose branch was deleted is not opened again', async (t) => {
  const project = await githubImportProject(scm);
  const { run_id } = await runImport(project);
  const [pull] = project.remote.pulls;
  if (pull === undefined) return t.fail();
  await scm.github.mergePullRequest(pull);
  await project.remote.git.deleteRef(`refs/heads/${branchOf(run_id)}`);
  await openImportPullRequest(scm.worker.dependencies, inputOf(project, run_id));
  t.deepEqual(await branchesOf(project), []);
  t.is(project.remote.pulls.length, 1);
});

test.serial('waits for rate limits', async (t) => {
  const github = await githubImportProject(scm);
  const gitlab = await gitlabImportProject(scm);
  scm.github.faults.inject(githubFaults.secondaryRateLimit(1), { route: githubRoutes.branch, times: 1 });
  scm.gitlab.faults.inject(gitlabFaults.rateLimit(1), { route: gitlabRoutes.pull, times: 1 });
  for (const project of [github, gitlab]) {
    t.like(await runImport(project), { status: 'succeeded' });
    t.is((await branchesOf(project)).length, 1);
  }
});

test.serial(
  'GitHub: a run that GitHub refuses fails with the reason; the connection stays active',
  async (t) => {
    const project = await githubImportProject(scm);
    const { faults } = scm.github;
    const { remote } = project;
    faults.inject(githubFaults.ruleViolation(), { route: githubRoutes.branch, times: 1 });
    const ruled = await runImport(project);
    t.is(ruled.status, 'failed');
    t.regex(ruled.error ?? '', /^GitHub did not create the branch .*creations being restricted/);
    t.deepEqual(await branchesOf(project), []);

    faults.inject(githubFaults.noDrafts(), { route: githubRoutes.pull, times: 1 });
    const noDraft = await runImport(project);
    t.regex(
      noDraft.error ?? '',
      /did not open a pull request of the branch cloud-inventory\/.*Draft pull requests/,
    );
    t.deepEqual(await branchesOf(project), [branchOf(noDraft.run_id)]);

    faults.inject(githubFaults.notFound(), { route: 'GET /repos/{owner}/{repo}', times: 1 });
    t.regex((await runImport(project)).error ?? '', /does not exist, or the connection cannot access it/);

    remote.isArchived = true;
    t.regex((await runImport(project)).error ?? '', /archived/);
    remote.isArchived = false;

    t.is(await connectionStatus(project), 'active');
    t.deepEqual(remote.pulls, []);
  },
);

test.serial('GitHub: a token without the permission to write fails the run', async (t) => {
  const project = await githubImportProject(scm);
  const { installation } = project.customer;
  // Without a delivery that tells the new permissions.
  scm.github.deliveries.mode = 'drop';
  await scm.github.acceptPermissions(installation, { ...writePermissions, contents: 'read' });
  const run = await runImport(project);
  scm.github.deliveries.mode = 'send';
  t.is(run.status, 'failed');
  t.regex(run.error ?? '', /^GitHub did not create the branch .*lacks a permission/);
  t.deepEqual(await branchesOf(project), []);
  t.is(await connectionStatus(project), 'active');
});

test.serial(
  'GitLab: a run that GitLab refuses fails with the reason; the connection stays active',
  async (t) => {
    const project = await gitlabImportProject(scm);
    const { customer, remote } = project;
    customer.token.role = 'reporter';
    const refused = await runImport(project);
    t.is(refused.status, 'failed');
    t.regex(refused.error ?? '', /^GitLab did not create the branch .*not allowed to push into this branch/);
    customer.token.role = 'developer';
    remote.mergeRequestsAccess = 'disabled';
    t.regex((await runImport(project)).error ?? '', /Merge requests are disabled/);
    remote.mergeRequestsAccess = 'enabled';
    t.deepEqual(await branchesOf(project), []);
    t.is(await connectionStatus(project), 'active');
  },
);

test.serial('a grant that is withdrawn after the request prevents every write', async (t) => {
  const project = await githubImportProject(scm);
  const { dependencies } = scm.worker;
  const early = await storeRequest(project);
  await project.setGrants([]);
  scm.github.resetCalls();
  const withoutGrant = openImportPullRequest(dependencies, inputOf(project, early));
  t.regex((await t.throwsAsync(withoutGrant))?.message ?? '', /no effective grant/);
  t.deepEqual(scm.github.requests, []);

  await project.setGrants(['open_pull_requests']);
  const late = await storeRequest(project);
  const withdrawing = {
    ...dependencies.scm,
    open: async (credentials: ScmCredentials) => {
      const client = await dependencies.scm.open(credentials);
      return {
        ...client,
        getHead: async (ref: RepositoryRef, branch: string) => {
          await project.setGrants([]);
          return client.getHead(ref, branch);
        },
      };
    },
  };
  scm.github.resetCalls();
  const during = openImportPullRequest({ ...dependencies, scm: withdrawing }, inputOf(project, late));
  t.regex((await t.throwsAsync(during))?.message ?? '', /no effective grant/);
  const writes = scm.github.requests.filter(
    ({ method, route }) => method !== 'GET' && !route.endsWith('/access_tokens'),
  );
  t.deepEqual(writes, []);
  t.deepEqual(await branchesOf(project), []);
});

test.serial(
  'rejects a request without an effective grant, an importable resource or a project',
  async (t) => {
    const project = await githubImportProject(scm);
    const other = await githubImportProject(scm, {}, { ...writePermissions, contents: 'read' });
    const [own, foreign] = [await project.insert({ nativeId: 'a' }), await other.insert({ nativeId: 'b' })];
    t.regex(await expectError(t, other.request([foreign]), 409, 'conflict'), /no effective grant/);
    const ofOther = requestImports(project.customer, other.projectId, [own]);
    t.is(await expectError(t, ofOther, 400, 'validation_failed'), 'iac_project_id: does not exist');
    t.is(
      await expectError(t, project.request([foreign]), 409, 'conflict'),
      'No resource can be imported: 1 not_found.',
    );
    await project.setGrants(['comment_on_pull_requests']);
    t.regex(await expectError(t, project.request([own]), 409, 'conflict'), /no effective grant/);
    t.deepEqual([project.remote.pulls, other.remote.pulls], [[], []]);
  },
);
