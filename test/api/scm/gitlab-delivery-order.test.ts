import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ServerDelivery } from '../../../dev/scm-servers/deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import {
  connectGroup,
  projectsOf,
  repositoriesOf,
  rootModule,
  select,
  useGitlabApi,
  waitForProjects,
} from '../../support/scm/use-gitlab-api.ts';
import type { ConnectedGroup } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi({ worker: true, environment: { RATE_LIMIT_WEBHOOK: '1000' } });

/** Changes the group while its deliveries are held. */
async function changeGroup({ group }: ConnectedGroup): Promise<readonly ServerDelivery[]> {
  const { gitlab } = api;
  const infra = await gitlab.createProject({
    namespace: group,
    path: 'infra',
    files: { 'app/main.tf': rootModule() },
  });
  const by = gitlab.createUser('ada');
  const parent = await gitlab.push(infra, { files: { 'network/main.tf': rootModule('network') } });
  await gitlab.push(infra, { branch: 'one', parent, files: { 'network/a.tf': 'locals {}\n' } });
  const one = await gitlab.openMergeRequest(infra, { title: 'One', by, branch: 'one' });
  await gitlab.push(infra, { branch: 'one', files: { 'app/b.tf': 'locals {}\n' } });
  await gitlab.editMergeRequest(one, { title: 'One, edited', labels: ['infra'] });
  await gitlab.push(infra, { branch: 'two', parent, files: { 'app/c.tf': 'locals {}\n' } });
  const two = await gitlab.openMergeRequest(infra, { title: 'Two', by, branch: 'two' });
  await gitlab.closeMergeRequest(two);
  await gitlab.reopenMergeRequest(two);
  await gitlab.mergeMergeRequest(one);
  await gitlab.push(infra, { files: { 'app/main.tf': null, 'app/b.tf': null } });
  await gitlab.rename(infra, 'renamed');
  await gitlab.deleteProject(await gitlab.createProject({ namespace: group, path: 'short-lived' }));
  return gitlab.deliveries.all.filter(({ status }) => status === 0);
}

/** What users see, without ids. */
async function stateOf({ client, group }: ConnectedGroup) {
  const { items } = await dataOf(client.GET('/api/v1/pull-requests'));
  return {
    repositories: (await repositoriesOf(client)).map(({ full_name: name, status }) => [
      name.slice(group.path.length),
      status,
    ]),
    projects: await projectsOf(client),
    pullRequests: items
      .toSorted((one, other) => one.number - other.number)
      .map(({ number, title, state, labels, iac_project_ids: ids }) => [
        number,
        title,
        state,
        labels,
        ids.length,
      ]),
  };
}

const orders: readonly (readonly [string, (all: readonly ServerDelivery[]) => readonly ServerDelivery[]])[] =
  [
    ['in order', (all) => all],
    ['in reverse order', (all) => all.toReversed()],
    ['each twice, every second one late', (all) => [...odd(all), ...even(all), ...all.toReversed()]],
  ];
const odd = (all: readonly ServerDelivery[]) => all.filter((_, index) => index % 2 === 1);
const even = (all: readonly ServerDelivery[]) => all.filter((_, index) => index % 2 === 0);

for (const [title, order] of orders) {
  test.serial(`deliveries ${title} lead to the same state`, async (t) => {
    const { gitlab } = api;
    const connected = await connectGroup(api);
    gitlab.addHook({ scope: connected.group, url: connected.webhookUrl, token: connected.webhookSecret });
    await select(connected, 'all');
    gitlab.deliveries.mode = 'hold';
    const held = await changeGroup(connected);
    t.true(held.length > 15);
    for (const batch of [order(held).slice(0, 10), order(held).slice(10)]) {
      const statuses = await Promise.all(batch.map((delivery) => gitlab.deliveries.send(delivery)));
      t.deepEqual(new Set(statuses), new Set([202]));
    }
    await eventually('all deliveries to be processed', async () => {
      const rows = await queryAsOwner<{ status: string; count: number }>(
        api.database.url,
        'select status, count(*)::int as count from scm_deliveries where scm_connection_id = $1 group by status',
        [connected.id],
      );
      return rows.length === 1 && rows[0]?.status === 'succeeded' && rows[0].count === held.length;
    });
    await waitForProjects(connected.client, ['network terraform root active']);
    t.deepEqual(await stateOf(connected), {
      repositories: [['/renamed', 'active']],
      projects: ['network terraform root active'],
      pullRequests: [
        [1, 'One, edited', 'merged', ['infra'], 1],
        [2, 'Two', 'open', [], 0],
      ],
    });
  });
}
