import test from 'ava';
import { linkPlans } from '../../../../db/plans/plans/link-plans.ts';
import { insertRepository, insertS3Project } from '../../../support/mapping/stored-projects.ts';
import { useImpactFixture } from '../../../support/plans/use-impact-fixture.ts';

const fixture = useImpactFixture();

async function prepare() {
  const organization = await fixture.organization();
  const { organizationId, query } = organization;
  const repositoryId = await insertRepository(fixture.owner(), organizationId);
  const project = (path: string) =>
    insertS3Project(fixture.owner(), organizationId, repositoryId, { path, backend: {} });
  return {
    ...organization,
    repositoryId,
    project,
    pullRequest: async (number = 1) => {
      const [row] = await query<{ id: string }>(
        `insert into pull_requests (organization_id, repository_id, number, title, author_login, state, source_branch,
           target_branch, head_sha, url, opened_at, provider_updated_at, observed_at)
         values ($1, $2, $3, 'Change', 'ada', 'open', 'feature', 'main', $4, 'https://git.example', now(), now(), now())
         returning id`,
        [organizationId, repositoryId, number, 'a'.repeat(40)],
      );
      return row?.id ?? '';
    },
    link: () => fixture.database().withTenant(organizationId, linkPlans),
    linksOf: async (planId: string) => {
      const [row] = await query<Record<string, string | null>>(
        'select repository_id, iac_project_id, pull_request_id from plans where organization_id = $1 and id = $2',
        [organizationId, planId],
      );
      return [row?.['repository_id'], row?.['iac_project_id'], row?.['pull_request_id']];
    },
  };
}

test('a plan takes the links of its execution when they appear', async (t) => {
  const { plans, repositoryId, project, pullRequest, link, linksOf, query, organizationId } = await prepare();
  const executionId = await plans.execution({ projectPath: 'prod' });
  const own = await plans.plan({ executionId, projectPath: 'prod' });
  const without = await plans.plan({ executionId });
  t.deepEqual(await link(), []);
  t.deepEqual(await linksOf(own), [null, null, null]);
  const projectId = await project('prod');
  const pullRequestId = await pullRequest();
  await query(
    `update executions set repository_id = $3, iac_project_id = $4, pull_request_id = $5
     where organization_id = $1 and id = $2`,
    [organizationId, executionId, repositoryId, projectId, pullRequestId],
  );
  t.deepEqual((await link()).toSorted(), [own, without].toSorted());
  t.deepEqual(await linksOf(own), [repositoryId, projectId, pullRequestId]);
  t.deepEqual(await linksOf(without), [repositoryId, projectId, pullRequestId]);
  t.deepEqual(await link(), [], 'a repetition changes nothing');
});

test('a plan of another path takes the project of that path, not the one of its execution', async (t) => {
  const { plans, repositoryId, project, link, linksOf } = await prepare();
  const projectId = await project('prod');
  const executionId = await plans.execution({ repositoryId, projectId, projectPath: 'prod' });
  const planId = await plans.plan({ executionId, projectPath: 'network' });
  t.deepEqual(await link(), [planId]);
  t.deepEqual(await linksOf(planId), [repositoryId, null, null]);
  const network = await project('network');
  t.deepEqual(await link(), [planId]);
  t.deepEqual(await linksOf(planId), [repositoryId, network, null]);
});

test('keeps links, and changes no plan of another organization', async (t) => {
  const [one, other] = [await prepare(), await prepare()];
  const [first, second] = [await one.project('a'), await one.project('b')];
  const pull = await one.pullRequest();
  const executionId = await one.plans.execution({
    repositoryId: one.repositoryId,
    projectId: second,
    projectPath: 'b',
    pullRequestId: pull,
  });
  const planId = await one.plans.plan({ executionId, repositoryId: one.repositoryId, projectId: first });
  t.deepEqual(await other.link(), []);
  t.deepEqual(await one.linksOf(planId), [one.repositoryId, first, null]);
  t.deepEqual(await one.link(), [planId]);
  t.deepEqual(await one.linksOf(planId), [one.repositoryId, first, pull]);
});
