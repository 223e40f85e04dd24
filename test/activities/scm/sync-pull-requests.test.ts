import test from 'ava';
import {
  openScmClient,
  pullRequestsOf,
  pullWithFiles,
  terraformRoots,
} from '../../support/scm/pull-requests.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { impactMarker } from '../../../domain/scm/impact-comment.ts';
import { eventually } from '../../support/eventually.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import { writingGrants, writingPermissions } from '../../support/scm/plan-impacts.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';
import type { GithubCustomer } from '../../support/scm/use-scm-api.ts';
import { syncPullRequest, syncPullRequests } from '../../../activities/scm/sync-pull-requests.ts';
import { syncRepositoryPullRequests } from '../../../activities/scm/sync-repository-pull-requests.ts';
import { ScmError } from '../../../clients/scm/scm-error.ts';
import type { ScmClient } from '../../../clients/scm/scm-client.ts';
import { storePullRequest } from '../../../db/scm/pull-request-store.ts';
import { execute } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import type { ScmFault } from '../../../domain/scm/scm-faults.ts';
import { databaseTime } from '../../../db/scm/repository-store.ts';

const scm = useScmApi();

async function withRepository(files: Readonly<Record<string, string>>) {
  const customer = await scm.withGithub();
  const repository = await scm.github.createRepository({ owner: customer.account, name: 'infra', files });
  const [id = ''] = await scm.select(customer, [repository.id]);
  const row = await scm.readRepository(customer, id);
  const provider = await openScmClient(scm, customer);
  return { ...customer, repository, id, row, provider };
}

type Subject = Awaited<ReturnType<typeof withRepository>>;

const sync = async (subject: Subject, client: ScmClient = subject.provider, maximumPages = 100) =>
  syncPullRequests(
    scm.worker.dependencies,
    subject.organizationId,
    client,
    await scm.readRepository(subject, subject.id),
    maximumPages,
  );

async function openMany(
  { repository, person }: Pick<Subject, 'repository'> & Pick<GithubCustomer, 'person'>,
  count: number,
) {
  const head = (await repository.git.resolve('refs/heads/main')) ?? '';
  scm.github.deliveries.mode = 'drop';
  for (let index = 1; index <= count; index += 1) {
    await repository.git.updateRef(`refs/heads/b${index}`, head);
    await scm.github.openPullRequest(repository, {
      title: `Change ${index}`,
      by: person,
      branch: `b${index}`,
    });
  }
  scm.github.deliveries.mode = 'send';
}

test.serial('goes on at the page where the limit or a failure stopped the pass', async (t) => {
  const subject = await withRepository(terraformRoots('app'));
  await openMany(subject, 201);
  t.deepEqual(await sync(subject, subject.provider, 1), { pages: 1, complete: false });
  t.is((await pullRequestsOf(subject)).total, 100);
  const before = (await scm.readRepository(subject, subject.id)).pullRequestsSyncedAt;
  const pages: number[] = [];
  const failing: ScmClient = {
    ...subject.provider,
    listPullRequests: (ref, page) => {
      pages.push(page);
      return page === 3
        ? Promise.reject(new ScmError('rate_limited', 'GitHub limits the rate of requests.'))
        : subject.provider.listPullRequests(ref, page);
    },
  };
  await t.throwsAsync(sync(subject, failing), { instanceOf: ScmError });
  t.deepEqual(pages, [2, 3]);
  t.is((await pullRequestsOf(subject)).total, 200);
  t.deepEqual(
    (await scm.readRepository(subject, subject.id)).pullRequestsSyncedAt,
    before,
    'an incomplete pass is not recorded',
  );
  t.deepEqual(await sync(subject), { pages: 1, complete: true });
  t.is((await pullRequestsOf(subject)).total, 201);
  t.truthy((await scm.readRepository(subject, subject.id)).pullRequestsSyncedAt);
  t.deepEqual(await sync(subject), { pages: 3, complete: true }, 'within an hour, all are read again');
});

test.serial('a repository whose list is too large is skipped; an outage is not', async (t) => {
  const subject = await withRepository(terraformRoots('app'));
  const syncWith = async (fault: ScmFault) =>
    syncRepositoryPullRequests(
      scm.worker.dependencies,
      subject.organizationId,
      { ...subject.provider, listPullRequests: () => Promise.reject(new ScmError(fault, 'a fault')) },
      await scm.readRepository(subject, subject.id),
      1,
    );
  for (const fault of ['too_large', 'not_found', 'repository_forbidden'] as const)
    t.deepEqual(await syncWith(fault), { pages: 1, complete: true });
  await t.throwsAsync(syncWith('unavailable'), { instanceOf: ScmError });
  t.truthy((await scm.readRepository(subject, subject.id)).pullRequestsPassStartedAt, 'is read later');
});

test.serial('an older copy never replaces a newer one, also within the same second', async (t) => {
  const subject = await withRepository(terraformRoots('app'));
  scm.github.deliveries.mode = 'drop';
  const pull = await pullWithFiles(scm, subject, { 'app/main.tf': 'changed' });
  scm.github.deliveries.mode = 'send';
  const { database } = scm.worker.dependencies;
  const ref = { externalId: String(subject.repository.id), fullName: `${subject.account.login}/infra` };
  const request = await subject.provider.getPullRequest(ref, pull.number);
  const observe = () => database.withTenant(subject.organizationId, databaseTime);
  const store = (title: string, observedAt: string, updatedAt = request.updatedAt) =>
    database.withTenant(subject.organizationId, (tenant) =>
      storePullRequest(tenant, subject.id, {
        request: { ...request, title, updatedAt },
        observedAt,
        files: { files: [{ path: 'app/main.tf' }], truncated: false },
      }),
    );
  const titleNow = async () => (await pullRequestsOf(subject)).items[0]?.title;
  const [first, second] = [await observe(), await observe()];
  await store('second', second);
  await store('first', first);
  t.is(await titleNow(), 'second');
  await store('older', await observe(), new Date(request.updatedAt.getTime() - 1000));
  t.is(await titleNow(), 'second');
  await store('newer', first, new Date(request.updatedAt.getTime() + 1000));
  t.is(await titleNow(), 'newer');
});

test.serial(
  'compares with the merge base beyond 3,000 files, so that changes of others do not count',
  async (t) => {
    const subject = await withRepository({ ...terraformRoots('app', 'other', 'big'), 'big/old.txt': 'x' });
    const { repository, person } = subject;
    const files = Object.fromEntries(
      Array.from({ length: 3001 }, (_, index) => [`big/f${index}.txt`, `${index}`]),
    );
    const base = (await repository.git.resolve('refs/heads/main')) ?? '';
    scm.github.deliveries.mode = 'drop';
    await scm.github.push(repository, {
      branch: 'many',
      parent: base,
      files: { ...files, 'app/main.tf': null },
    });
    const pull = await scm.github.openPullRequest(repository, { title: 'Many', by: person, branch: 'many' });
    await scm.github.push(repository, { files: { 'other/main.tf': 'changed by others' } });
    scm.github.deliveries.mode = 'send';
    const check = async (state: 'open' | 'merged') => {
      await syncPullRequest(
        scm.worker.dependencies,
        subject.organizationId,
        subject.provider,
        subject.row,
        pull.number,
      );
      const [found] = (await pullRequestsOf(subject)).items;
      t.is(found?.state, state);
      t.deepEqual(found?.project_paths, ['app', 'big']);
      t.is(found?.truncated, undefined);
    };
    await check('open');
    scm.github.deliveries.mode = 'drop';
    await scm.github.mergePullRequest(pull);
    scm.github.deliveries.mode = 'send';
    const again = await withFreshRow(subject, pull.number);
    t.deepEqual(again, ['app', 'big'], 'also after the merge, when the target branch contains the head');
  },
);

/** Reads a pull request as if it were not stored. */
async function withFreshRow(subject: Subject, number: number): Promise<readonly string[] | undefined> {
  await scm.worker.dependencies.database.withTenant(subject.organizationId, async (tenant) => {
    await execute(tenant, sql`delete from pull_requests where organization_id = ${tenant.organizationId}`);
  });
  await syncPullRequest(
    scm.worker.dependencies,
    subject.organizationId,
    subject.provider,
    subject.row,
    number,
  );
  return (await pullRequestsOf(subject)).items[0]?.project_paths;
}

test.serial('caps hostile titles, labels and lists of files, and names what it cut', async (t) => {
  const subject = await withRepository({
    ...terraformRoots('app', 'z/last'),
    'stack/t.yaml': 'AWSTemplateFormatVersion: "2010-09-09"\nResources: {}\n',
  });
  scm.github.deliveries.mode = 'drop';
  const pull = await pullWithFiles(scm, subject, { 'app/x.txt': 'x' });
  scm.github.deliveries.mode = 'send';
  const hostile: ScmClient = {
    ...subject.provider,
    getPullRequest: async (ref, number) => ({
      ...(await subject.provider.getPullRequest(ref, number)),
      headSha: 'f'.repeat(40),
      title: `NUL \0 lone \uD800 ${'x'.repeat(1_000_000)}`,
      labels: Array.from({ length: 10_000 }, (_, index) => `label ${index}`),
      updatedAt: new Date(Date.now() + 60_000),
    }),
    listPullRequestFiles: () =>
      Promise.resolve({
        complete: true,
        files: [
          ...Array.from({ length: 100_000 }, (_, index) => ({ path: `app/f${index}.txt` })),
          { path: 'stack/other.txt' },
          { path: 'stack/t.yaml' },
          { path: 'app/\0\uDC00.tf' },
          { path: 'z/last/main.tf' },
        ],
      }),
  };
  await syncPullRequest(scm.worker.dependencies, subject.organizationId, hostile, subject.row, pull.number);
  const [found] = (await pullRequestsOf(subject)).items;
  t.is(found?.title.length, 1000);
  t.true(found?.title.startsWith('NUL \uFFFD lone \uFFFD xxx'));
  t.true(found?.title.endsWith('\u2026'));
  t.is(found?.labels.length, 100);
  t.deepEqual(found?.truncated, ['title', 'labels']);
  t.deepEqual(found?.project_paths, ['app', 'stack/t.yaml', 'z/last'], 'no project is lost');
  const wide: ScmClient = {
    ...hostile,
    getPullRequest: async (ref, number) => ({
      ...(await subject.provider.getPullRequest(ref, number)),
      headSha: 'e'.repeat(40),
      updatedAt: new Date(Date.now() + 120_000),
    }),
    listPullRequestFiles: () =>
      Promise.resolve({
        complete: true,
        files: Array.from({ length: 100_000 }, (_, index) => ({ path: `app/d${index}/f.txt` })),
      }),
  };
  await syncPullRequest(scm.worker.dependencies, subject.organizationId, wide, subject.row, pull.number);
  t.deepEqual((await pullRequestsOf(subject)).items[0]?.truncated, ['changed_files']);
});

test.serial('a sync links a plan and its execution to a pull request that it reads after them', async (t) => {
  const customer = await scm.withGithub(writingPermissions);
  const { client, account, person, connectionId } = customer;
  const files = terraformRoots('a');
  const repository = await scm.github.createRepository({ owner: account, name: 'infra', files });
  const [id = ''] = await scm.select(customer, [repository.id]);
  await dataOf(
    client.PUT('/api/v1/repositories/{id}/automation-grants', {
      params: { path: { id } },
      body: { grants: writingGrants },
    }),
  );
  scm.github.deliveries.mode = 'drop';
  t.teardown(() => (scm.github.deliveries.mode = 'send'));
  const pull = await pullWithFiles(scm, { repository, person }, { 'a/main.tf': 'x' });
  const sender = await signUpSender(scm.api, customer);
  const { id: planId, ...plan } = (
    await sender.send({
      external_id: '1',
      repository: `${account.login}/infra`,
      project_path: 'a',
      commit_sha: pull.head.sha,
      pull_request_number: pull.number,
      plan: { format_version: '1.2', terraform_version: '1.11.4', resource_changes: [] },
    })
  ).body;
  t.like(plan, { repository_id: id, pull_request_id: undefined });
  t.deepEqual(repository.comments, []);
  await dataOf(client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id: connectionId } } }));
  const linked = await eventually('the link of the plan', async () => {
    const found = await dataOf(client.GET('/api/v1/plans/{id}', { params: { path: { id: planId } } }));
    return found.pull_request_id === undefined ? undefined : found;
  });
  const params = { path: { id: linked.execution_id } };
  const execution = await dataOf(client.GET('/api/v1/executions/{id}', { params }));
  t.is(execution.pull_request_id, linked.pull_request_id);
  await eventually('the comment', async () => repository.comments[0]?.body.startsWith(impactMarker));
  t.is(repository.comments.length, 1);
});
