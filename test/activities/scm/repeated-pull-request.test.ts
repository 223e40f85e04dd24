import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import { createScmActivities } from '../../../activities/scm/scm-activities.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { pullRequestsOf, pullWithFiles, terraformRoots } from '../../support/scm/pull-requests.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();
const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';

test('waiting deliveries of a pull request read it once, and a later one reads it again', async (t) => {
  const customer = await scm.withGithub();
  const { organizationId, connectionId, account, person } = customer;
  const files = terraformRoots('app');
  const repository = await scm.github.createRepository({ owner: account, name: 'infra', files });
  await scm.select(customer, [repository.id]);
  scm.github.deliveries.mode = 'drop';
  const pull = await pullWithFiles(scm, { repository, person }, { 'app/main.tf': '# changed\n' });
  const effect = { kind: 'pull_request', external_id: String(repository.id), number: pull.number };
  const { applyDelivery } = createScmActivities(scm.worker.dependencies);
  const insert = async () => {
    const [row] = await queryAsOwner<{ id: string }>(
      scm.api.database.url,
      `insert into scm_deliveries (organization_id, scm_connection_id, delivery_id, event, effects)
       values ($1, $2, $3, 'pull_request', $4) returning id`,
      [organizationId, connectionId, randomUUID(), JSON.stringify([effect])],
    );
    return row?.id ?? '';
  };
  const apply = (subjectId: string) =>
    new MockActivityEnvironment().run(() =>
      applyDelivery({ organizationId, runId: randomUUID(), subjectId }),
    );
  const waiting = [await insert(), await insert(), await insert()];
  scm.github.resetCalls();
  for (const id of waiting) await apply(id);
  t.is(scm.github.calls()[route], 1);
  t.like((await pullRequestsOf(customer)).items, [{ title: pull.title }]);
  pull.title = 'Another title';
  pull.updatedAt = new Date(Date.now() + 1000);
  await apply(await insert());
  t.is(scm.github.calls()[route], 2);
  t.like((await pullRequestsOf(customer)).items, [{ title: 'Another title' }]);
  const statuses = await queryAsOwner(
    scm.api.database.url,
    "select from scm_deliveries where status <> 'succeeded'",
  );
  t.deepEqual(statuses, []);
  scm.github.deliveries.mode = 'send';
});
