import test from 'ava';
import { linkLatePlans, publishImpact } from '../../../commands/plans/publish-impact.ts';
import type { StoredImpact } from '../../../db/plans/plans/compute-impact.ts';
import { eventually } from '../../support/eventually.ts';
import { storedPlans } from '../../support/plans/stored-plans.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { githubPull, writingGrants } from '../../support/scm/plan-impacts.ts';
import type { PlannedPull } from '../../support/scm/plan-impacts.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();

const impact: StoredImpact = {
  resources: 2,
  unmapped: 1,
  applications: [{ id: '0195a1b2-0000-7000-8000-000000000001', name: 'Shop', resources: 2 }],
  teams: [{ id: '0195a1b2-0000-7000-8000-000000000002', name: 'Core', resources: 1 }],
  risks: [
    {
      kind: 'holds_data',
      severity: 'high',
      address: 'aws_s3_bucket.@acme',
      detail: 'deleted: holds objects',
    },
  ],
};

const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(scm.api.database.url, text, values);

const plansOf = ({ organizationId }: PlannedPull) => storedPlans({ query }, organizationId);

/** Links of a plan to the project `a` of the pull request's repository. */
const linksOf = ({ repositoryId, pullRequestId, projects, headSha }: PlannedPull) => ({
  repositoryId,
  pullRequestId,
  projectId: projects.get('a') ?? '',
  commitSha: headSha,
});

async function publish({ organizationId }: PlannedPull, id: string): Promise<void> {
  const { database, temporal, logger } = scm.worker.dependencies;
  await database.withTenant(organizationId, (tenant) => publishImpact(tenant, { temporal, logger }, { id }));
}

async function linkLate({ organizationId }: PlannedPull): Promise<number> {
  const { database, temporal, logger } = scm.worker.dependencies;
  return database.withTenant(organizationId, (tenant) => linkLatePlans(tenant, { temporal, logger }));
}

const runsOf = async ({ organizationId }: PlannedPull) => {
  const [row] = await query<{ count: number }>(
    "select count(*)::integer as count from runs where organization_id = $1 and kind = 'publish_plan_impact'",
    [organizationId],
  );
  return row?.count;
};

test.serial(
  'the comment of the pull request has counts, owners, risks, unmapped changes and a link',
  async (t) => {
    const subject = await githubPull(scm, writingGrants);
    const id = await plansOf(subject).plan({
      ...linksOf(subject),
      summary: { delete: 1, update: 2 },
      impact,
    });
    await publish(subject, id);
    const comment = await eventually('the comment', async () => subject.repository.comments[0]);
    const { publicUrl } = scm.worker.dependencies.configuration;
    const [, body] = comment.body.split('#### `a`\n\n');
    t.is(
      body,
      `[Plan](${publicUrl}/api/v1/plans/${id}) of \`${subject.headSha.slice(0, 8)}\`: 2 to update, 1 to delete.

Changes of resources that are not in the inventory: 1.

Applications: \`Shop\`.

Teams: \`Core\`.

- **high** \`aws_s3_bucket.@acme\`: \`holds_data\` \`deleted: holds objects\``,
    );
    const status = await eventually('the status', async () => subject.repository.statuses[0]);
    t.like(status, { state: 'failure', description: '1 project: 2 to update, 1 to delete; 1 high risk' });
  },
);

test.serial('a plan that names the beginning of the head commit is reported for the head', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const commitSha = subject.headSha.slice(0, 7).toUpperCase();
  await publish(
    subject,
    await plansOf(subject).plan({ ...linksOf(subject), commitSha, isErrored: true, impact }),
  );
  const comment = await eventually('the comment', async () => subject.repository.comments[0]);
  t.regex(comment.body, /The plan ended with an error and is not complete\./);
});

test.serial('a plan without a commit takes the commit of its execution', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const plans = plansOf(subject);
  const executionId = await plans.execution({ commitSha: subject.headSha });
  await publish(subject, await plans.plan({ ...linksOf(subject), executionId, commitSha: null }));
  const comment = await eventually('the comment', async () => subject.repository.comments[0]);
  t.regex(comment.body, /no changes\./);
});

test.serial('starts no run without a pull request, project, commit or grant', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const plans = plansOf(subject);
  const links = linksOf(subject);
  for (const missing of [{ pullRequestId: null }, { projectId: null }, { commitSha: null }])
    await publish(subject, await plans.plan({ ...links, ...missing }));
  t.is(await runsOf(subject), 0);
  const silent = await githubPull(scm, ['open_pull_requests']);
  await publish(silent, await plansOf(silent).plan(linksOf(silent)));
  t.is(await runsOf(silent), 0);
  await publish(subject, '0195a1b2-0000-7000-8000-00000000000f');
  t.is(await runsOf(subject), 0, 'a plan that does not exist');
});

test.serial('each workspace of a project has a section', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const plans = plansOf(subject);
  const links = linksOf(subject);
  await publish(subject, await plans.plan({ ...links, workspace: 'us', summary: { create: 3 } }));
  await publish(subject, await plans.plan({ ...links, workspace: 'eu', summary: { create: 4 } }));
  const body = await eventually('both sections', async () => {
    const [comment] = subject.repository.comments;
    return comment?.body.includes('`eu`') && comment.body.includes('`us`') ? comment.body : undefined;
  });
  t.regex(body, /`a`, workspace `eu`[^]*4 to create[^]*`a`, workspace `us`[^]*3 to create/);
});

test.serial('a plan that is linked late is reported, the newest of each project for the head', async (t) => {
  const subject = await githubPull(scm, writingGrants);
  const plans = plansOf(subject);
  const { repositoryId, pullRequestId, projectId, commitSha } = linksOf(subject);
  const executions = await Promise.all([0, 1, 2].map(() => plans.execution({ projectPath: 'a' })));
  const [older = '', newer = '', former = ''] = executions;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const given = { projectPath: 'a', commitSha };
  await plans.plan({ ...given, executionId: newer, summary: { create: 7 }, createdAt: at(2) });
  await plans.plan({ ...given, executionId: older, summary: { create: 5 }, createdAt: at(3) });
  await plans.plan({ ...given, executionId: former, commitSha: 'f'.repeat(40), createdAt: at(1) });
  t.is(await linkLate(subject), 0);
  await query(
    `update executions set repository_id = $3, iac_project_id = $4, pull_request_id = $5
     where organization_id = $1 and id = any($2::uuid[])`,
    [subject.organizationId, executions, repositoryId, projectId, pullRequestId],
  );
  t.is(await linkLate(subject), 3);
  const comment = await eventually('the comment', async () => subject.repository.comments[0]);
  t.regex(comment.body, /7 to create/);
  t.is(await runsOf(subject), 1);
  t.is(await linkLate(subject), 0);
});
