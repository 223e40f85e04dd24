import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import { expectError } from '../../support/expect-error.ts';
import { terraformRoots } from '../../support/scm/pull-requests.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();

async function withRepositories(name: string) {
  const customer = await scm.withGithub();
  const files = terraformRoots('app');
  const repository = await scm.github.createRepository({ owner: customer.account, name, files });
  return { ...customer, repositories: [repository] };
}

test('asks the provider which grants are effective', async (t) => {
  const customer = await withRepositories('infra');
  const { client, repositories, installation } = customer;
  const [id = ''] = await scm.select(
    customer,
    repositories.map((one) => one.id),
  );
  const params = { path: { id } };
  type Grant = 'comment_on_pull_requests' | 'open_pull_requests' | 'set_commit_status';
  const set = (grants: Grant[]) =>
    client.PUT('/api/v1/repositories/{id}/automation-grants', { params, body: { grants } });
  t.deepEqual(await dataOf(set(['set_commit_status', 'open_pull_requests'])), {
    grants: ['open_pull_requests', 'set_commit_status'],
    effective: [],
    missing_permissions: [
      { grant: 'open_pull_requests', permission: 'contents:write' },
      { grant: 'open_pull_requests', permission: 'pull_requests:write' },
      { grant: 'set_commit_status', permission: 'statuses:write' },
    ],
  });
  // Without a delivery that tells the new permissions.
  scm.github.deliveries.mode = 'drop';
  await scm.github.acceptPermissions(installation, { ...installation.permissions, statuses: 'write' });
  scm.github.deliveries.mode = 'send';
  t.deepEqual((await dataOf(set(['open_pull_requests', 'set_commit_status']))).effective, [
    'set_commit_status',
  ]);
  const stored = await dataOf(client.GET('/api/v1/repositories/{id}', { params }));
  t.deepEqual(stored.automation_grants, ['open_pull_requests', 'set_commit_status']);
  scm.github.faults.inject(githubFaults.serverError(), { route: 'GET /app/installations/{installation_id}' });
  await expectError(t, set(['comment_on_pull_requests']), 503, 'provider_unavailable');
  t.deepEqual(
    (await dataOf(set(['set_commit_status']))).effective,
    ['set_commit_status'],
    'a grant can be withdrawn',
  );
  t.deepEqual((await dataOf(set([]))).grants, []);
  scm.github.faults.clear();
  const group = await scm.withGitlab(['read_api']);
  const project = await scm.gitlab.createProject({
    namespace: group.group,
    path: 'p',
    files: terraformRoots('a'),
  });
  const [projectId = ''] = await scm.select(group, [project.id]);
  const ofGitlab = await dataOf(
    group.client.PUT('/api/v1/repositories/{id}/automation-grants', {
      params: { path: { id: projectId } },
      body: { grants: ['comment_on_pull_requests'] },
    }),
  );
  t.deepEqual(ofGitlab.missing_permissions, [{ grant: 'comment_on_pull_requests', permission: 'api' }]);
});
