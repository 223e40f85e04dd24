import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';
import type { ConnectedOrganization } from '../../support/scm/scm-fixture.ts';

const fixture = useScmFixture();

const root = (bucket: string) => `terraform {\n  backend "s3" {\n    bucket = "${bucket}"\n  }\n}\n`;

async function repositoriesOf({ client }: ConnectedOrganization) {
  return (await dataOf(client.GET('/api/v1/repositories'))).items;
}

async function projectsOf({ client }: ConnectedOrganization) {
  const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
  return items.map(({ path, status }) => `${path} ${status}`).toSorted();
}

test.serial('recovers missed deliveries of GitHub', async (t) => {
  const { github } = fixture;
  const customer = await fixture.connectGithub();
  const { account: owner, user } = customer;
  const infra = await github.createRepository({ owner, name: 'infra', files: { 'a/main.tf': root('a') } });
  const gone = await github.createRepository({ owner, name: 'gone', files: { 'g/main.tf': root('g') } });
  await customer.untilIdle();
  await customer.selectAll();
  t.deepEqual(await projectsOf(customer), ['a active', 'g active']);
  t.like(await customer.connection(), { status: 'active' });

  github.deliveries.mode = 'drop';
  try {
    const sha = await github.push(infra, { files: { 'b/main.tf': root('b') } });
    await github.push(infra, { files: { 'a/main.tf': root('changed') }, branch: 'change', parent: sha });
    const pull = await github.openPullRequest(infra, { title: 'Change a', by: user, branch: 'change' });
    await customer.reconcile();
    t.deepEqual(await projectsOf(customer), ['a active', 'b active', 'g active']);
    const pulls = async () => (await dataOf(customer.client.GET('/api/v1/pull-requests'))).items;
    const [opened] = await pulls();
    t.like(opened, { title: 'Change a', state: 'open' });
    t.is(opened?.iac_project_ids.length, 1);

    await github.mergePullRequest(pull);
    await github.rename(infra, 'platform');
    await github.setArchived(infra, true);
    await github.deleteRepository(gone);
    await github.createRepository({ owner, name: 'later', files: { 'l/main.tf': root('l') } });
    await customer.reconcile();
    t.like(await pulls(), [{ state: 'merged' }]);
    const repositories = await repositoriesOf(customer);
    t.deepEqual(
      repositories.map(({ full_name: name, status, archived }) => [name.split('/')[1], status, archived]).toSorted(),
      [
        ['gone', 'removed', false],
        ['later', 'active', false],
        ['platform', 'active', true],
      ],
    );
    t.deepEqual(await projectsOf(customer), ['a active', 'b active', 'g missing', 'l active']);
  } finally {
    github.deliveries.mode = 'send';
  }
});
