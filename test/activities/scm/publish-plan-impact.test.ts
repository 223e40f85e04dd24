import { randomUUID } from 'node:crypto';
import test from 'ava';
import { publishPlanImpact } from '../../../activities/scm/publish-plan-impact.ts';
import type { RepositoryRef } from '../../../clients/scm/scm-client.ts';
import type { ScmCredentials } from '../../../clients/scm/scm-clients.ts';
import { reportPlanImpact } from '../../../commands/scm/report-plan-impact.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { impactMarker } from '../../../domain/scm/impact-comment.ts';
import { execute } from '../../../db/query.ts';
import { leaseComment, listImpactSections, recordPublished } from '../../../db/scm/plan-impact-store.ts';
import { sql } from '../../../db/sql.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { waitForRun } from '../../support/connections/follow.ts';
import {
  githubPull,
  impactOf,
  plannedPull,
  planImpacts,
  writingGrants,
  writingPermissions,
} from '../../support/scm/plan-impacts.ts';
import { terraformRoots } from '../../support/scm/pull-requests.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();
const { store, publish, report, publishRetrying, writes } = planImpacts(scm);

test.serial('writes one comment and a status, and updates the comment in place', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const { repository, pull } = subject;
  await report(subject, 'a', impactOf(2));
  t.is(repository.comments.length, 1);
  const [comment] = repository.comments;
  t.true(comment?.body.startsWith(impactMarker));
  t.regex(comment?.body ?? '', /#### `a`\n\nPlan of `[0-9a-f]{8}`: 2 to create\./);
  t.like(repository.statuses[0], {
    sha: pull.head.sha,
    state: 'success',
    context: 'cloud-inventory/impact',
    description: '1 project: 2 to create',
  });
  const risk = { severity: 'high', kind: 'holds_data', address: 'aws_db_instance.x', detail: '' } as const;
  await report(subject, 'b', impactOf(1, { risks: [risk] }));
  await report(subject, 'a', impactOf(5));
  t.is(repository.comments.length, 1);
  t.regex(comment?.body ?? '', /`a`[^]*5 to create[^]*`b`[^]*1 to create[^]*\*\*high\*\*/);
  t.like(repository.statuses.at(-1), {
    state: 'failure',
    description: '2 projects: 6 to create; 1 high risk',
  });
  scm.github.resetCalls();
  await report(subject, 'a', impactOf(5));
  t.deepEqual(scm.github.requests, [], 'a repeated report sends no request');
  repository.comments.splice(0);
  await report(subject, 'a', impactOf(6));
  t.is(repository.comments.length, 1, 'a comment that a person deleted is written again');
  const tokens = scm.github.requests.filter(({ route }) => route.endsWith('/access_tokens'));
  t.true(tokens.length <= 2);
});

test.serial('writes nothing without a grant or its permission', async (t) => {
  const without = await githubPull(scm, []);
  scm.github.resetCalls();
  await report(without, 'a', impactOf(1));
  t.deepEqual(scm.github.requests, [], 'no request at all');
  const readOnly = await githubPull(scm, writingGrants, {
    ...writingPermissions,
    pull_requests: 'read',
    statuses: 'read',
  });
  scm.github.resetCalls();
  await report(readOnly, 'a', impactOf(1));
  t.deepEqual(scm.github.requests, []);
  const other = await githubPull(scm, ['open_pull_requests']);
  scm.github.resetCalls();
  await report(other, 'a', impactOf(1));
  t.deepEqual(scm.github.requests, []);
  const statusOnly = await githubPull(scm, ['set_commit_status']);
  scm.github.resetCalls();
  await report(statusOnly, 'a', impactOf(1));
  t.deepEqual(
    writes().map(({ route }) => route),
    ['POST /repos/{owner}/{repo}/statuses/{sha}'],
  );
});

test.serial('a grant that is withdrawn while the comment is looked up prevents the write', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const id = await store(subject, 'a', impactOf(1));
  const { dependencies } = scm.worker;
  const withdrawing = {
    ...dependencies.scm,
    open: async (credentials: ScmCredentials) => {
      const client = await dependencies.scm.open(credentials);
      return {
        ...client,
        getPullRequest: async (ref: RepositoryRef, number: number) => {
          const params = { path: { id: subject.repositoryId } };
          const body = { grants: [] };
          const path = '/api/v1/repositories/{id}/automation-grants';
          await dataOf(subject.client.PUT(path, { params, body }));
          return client.getPullRequest(ref, number);
        },
      };
    },
  };
  scm.github.resetCalls();
  await publishPlanImpact({ ...dependencies, scm: withdrawing }, subject.organizationId, id);
  t.deepEqual(writes(), []);
});

test.serial('uses a token for the repository and the permission only', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  await report(subject, 'a', impactOf(1));
  const used = new Map(
    writes().map(({ route, authorization = '' }) => [route, scm.github.tokenOf(authorization)]),
  );
  t.deepEqual(used.get('POST /repos/{owner}/{repo}/issues/{issue_number}/comments'), {
    permissions: { pull_requests: 'write' },
    repositoryIds: [subject.repository.id],
  });
  t.deepEqual(used.get('POST /repos/{owner}/{repo}/statuses/{sha}'), {
    permissions: { statuses: 'write' },
    repositoryIds: [subject.repository.id],
  });
});

test.serial(
  'two plans at the same time, and a lost response, leave one comment with both sections',
  async (t) => {
    const subject = await githubPull(scm, ['comment_on_pull_requests']);
    const { repository } = subject;
    const [first, second] = [await store(subject, 'a', impactOf(1)), await store(subject, 'b', impactOf(2))];
    await Promise.all([publishRetrying(subject, first), publishRetrying(subject, second)]);
    t.is(repository.comments.length, 1);
    t.regex(repository.comments[0]?.body ?? '', /`a`[^]*1 to create[^]*`b`[^]*2 to create/);
    const lost = await githubPull(scm, ['comment_on_pull_requests']);
    const id = await store(lost, 'a', impactOf(1));
    scm.github.faults.inject(
      { kind: 'lose' },
      { route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', times: 1 },
    );
    await t.throwsAsync(publish(lost, id));
    t.is(lost.repository.comments.length, 1, 'GitHub has stored the comment');
    await publishRetrying(lost, id);
    t.is(lost.repository.comments.length, 1);
    t.is(
      writes().filter(
        ({ method, path }) =>
          method === 'POST' &&
          path.includes(`/${lost.pull.number}/comments`) &&
          path.includes(`${lost.repository.owner.login}/`),
      ).length,
      1,
    );
  },
);

test.serial(
  'neither changes a comment of another author with the marker nor reports a commit that is not the head',
  async (t) => {
    const subject = await githubPull(scm, writingGrants);
    const { repository } = subject;
    const now = new Date();
    const forged = {
      id: 1,
      issue: subject.pull.number,
      author: 'mallory',
      body: `${impactMarker}\nforged`,
      createdAt: now,
      updatedAt: now,
    };
    repository.comments.push(forged);
    const old = subject.headSha;
    await scm.github.push(repository, { branch: 'feature', files: { 'a/main.tf': 'y' } });
    await publish(subject, await store(subject, 'a', impactOf(1), { commitSha: old }));
    t.is(repository.comments.length, 1, 'the plan of the former head is not published');
    t.deepEqual(repository.statuses, []);
    const head = (await repository.git.resolve('refs/heads/feature')) ?? '';
    await publish(subject, await store(subject, 'a', impactOf(3), { commitSha: head }));
    t.is(repository.comments.length, 2);
    t.is(forged.body, `${impactMarker}\nforged`);
  },
);

test.serial(
  'a plan of a former head that is reported late does not replace the plan of the head',
  async (t) => {
    const subject = await githubPull(scm, writingGrants);
    const head = await store(subject, 'a', impactOf(1));
    const former = await store(subject, 'a', impactOf(9), { commitSha: 'f'.repeat(40) });
    await publish(subject, former);
    t.is(subject.repository.comments.length, 0);
    await publish(subject, head);
    t.regex(subject.repository.comments[0]?.body ?? '', /1 to create/);
    await report(subject, 'b', impactOf(2));
    t.regex(subject.repository.comments[0]?.body ?? '', /`a`[^]*1 to create[^]*`b`[^]*2 to create/);
  },
);

test.serial('keeps the impacts of the ten newest commits of a project and workspace', async (t) => {
  const subject = await githubPull(scm, []);
  const commits = Array.from({ length: 12 }, (_, index) => String(index).padStart(40, 'c'));
  for (const [index, commitSha] of commits.entries())
    await store(subject, 'a', impactOf(1), { commitSha, reportedAt: new Date(Date.now() + index * 1000) });
  await store(subject, 'a', impactOf(1), { commitSha: commits[0] ?? '', workspace: 'eu' });
  const sectionsOf = (commitSha: string) =>
    scm.worker.dependencies.database.withTenant(subject.organizationId, (tenant) =>
      listImpactSections(tenant, subject.pullRequestId, commitSha),
    );
  const kept = await Promise.all(commits.map(async (commitSha) => (await sectionsOf(commitSha)).length));
  t.deepEqual(kept, [1, 0, ...Array.from({ length: 10 }, () => 1)]);
  t.is((await sectionsOf(commits[0] ?? ''))[0]?.workspace, 'eu');
});

test.serial('a lease that expired is taken over, and its former holder writes nothing more', async (t) => {
  const subject = await githubPull(scm, ['comment_on_pull_requests']);
  const { organizationId, pullRequestId, repository } = subject;
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) =>
    scm.worker.dependencies.database.withTenant(organizationId, work);
  const [former, seconds] = [randomUUID(), 300];
  const lease = () => inTenant((tenant) => leaseComment(tenant, pullRequestId, former, seconds));
  const id = await store(subject, 'a', impactOf(1));
  t.truthy(await lease());
  await t.throwsAsync(publish(subject, id), { message: /Another activity writes/ });
  t.is(repository.comments.length, 0);
  await inTenant((tenant) =>
    execute(
      tenant,
      sql`update pull_request_comments set lease_until = clock_timestamp() - interval '1 second'
        where organization_id = ${organizationId} and pull_request_id = ${pullRequestId}`,
    ),
  );
  await publish(subject, id);
  t.is(repository.comments.length, 1);
  await inTenant((tenant) =>
    recordPublished(tenant, pullRequestId, former, {
      externalId: '1',
      bodyDigest: 'former',
      statusDigest: undefined,
    }),
  );
  await publish(subject, id);
  t.is(repository.comments.length, 1, 'the result of the former holder was not stored');
});

test.serial('writes notes and statuses of GitLab as the user of the token', async (t) => {
  const { gitlab } = scm;
  const customer = await scm.withGitlab(['api']);
  const project = await gitlab.createProject({
    namespace: customer.group,
    path: 'infra',
    files: terraformRoots('a'),
  });
  const [id = ''] = await scm.select(customer, [project.id]);
  const author = gitlab.createUser('grace');
  const parent = (await project.git.resolve('refs/heads/main')) ?? '';
  await gitlab.push(project, { branch: 'feature', parent, files: { 'a/main.tf': 'x' } });
  const request = await gitlab.openMergeRequest(project, { title: 'Change', by: author, branch: 'feature' });
  const now = new Date();
  const forged = {
    id: 1,
    mergeRequest: request.iid,
    body: `${impactMarker}\nforged`,
    author,
    createdAt: now,
    updatedAt: now,
  };
  project.notes.push(forged);
  const subject = await plannedPull(customer, id, writingGrants);
  await report(subject, 'a', impactOf(1));
  await report(subject, 'a', impactOf(2));
  t.is(project.notes.length, 2);
  t.regex(project.notes[1]?.body ?? '', /2 to create/);
  t.is(forged.body, `${impactMarker}\nforged`);
  t.like(project.statuses.at(-1), { sha: request.sha, status: 'success', name: 'cloud-inventory/impact' });
});

test.serial('a report runs as a workflow; an older report of the project is ignored', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const { dependencies } = scm.worker;
  const send = (create: number, reportedAt: Date) =>
    dependencies.database.withTenant(subject.organizationId, (tenant) =>
      reportPlanImpact(tenant, dependencies, {
        pullRequestId: subject.pullRequestId,
        projectId: subject.projects.get('a') ?? '',
        workspace: '',
        commitSha: subject.headSha,
        impact: impactOf(create),
        reportedAt,
      }),
    );
  const started = await send(1, new Date());
  t.is((await waitForRun(subject.client, started?.run_id ?? '')).status, 'succeeded');
  t.regex(subject.repository.comments[0]?.body ?? '', /1 to create/);
  t.is(await send(9, new Date(Date.now() - 60_000)), undefined);
});
