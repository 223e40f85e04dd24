import { randomInt } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../dev/api-client/create-typed-client.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { insertAccounts, putResources } from '../support/graph/insert-resources.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startWorkerProcess } from './support/worker-process.ts';

/** Each step has its own database and task queues, so that the tests run at the same time. */
for (const { step, table } of [
  { step: 'the extraction of references', table: 'graph_references' },
  { step: 'the resolution of references', table: 'relationships' },
])
  test(`a worker that is killed during ${step} leaves no edge, and another one completes the run`, async (t) => {
    t.timeout(240_000);
    const fixture = await startScanFixture({ worker: false });
    const { api, client, organizationId, owner } = fixture;
    const number = String(randomInt(1e11, 9e11));
    const [accountId = ''] = await insertAccounts(owner, organizationId, [number]);
    const arnOf = (name: string) => `arn:aws:sqs:eu-west-1:${number}:${name}`;
    await putResources(
      owner,
      organizationId,
      Array.from({ length: 30 }, (_, index) => ({
        accountId,
        type: 'AWS::SQS::Queue',
        nativeId: `https://sqs/${number}/${index}`,
        arn: arnOf(String(index)),
        configuration: { Attributes: { RedrivePolicy: { deadLetterTargetArn: arnOf(String(index + 1)) } } },
      })),
    );
    const edges = () =>
      owner.query<{ edge: string }>(
        `select s.arn || ' ' || e.relationship_type || ' ' || coalesce(r.arn, x.identifier) || ' ' || e.status || ' ' ||
           (select count(*) from relationship_periods p where p.relationship_id = e.id) as edge
         from relationships e join resources s on s.id = e.source_id
         left join resources r on r.id = e.target_id left join external_nodes x on x.id = e.target_id order by 1`,
      );
    const extract = async () => {
      const body = { aws_account_id: accountId };
      return (await dataOf(client.POST('/api/v1/graph/extraction-runs', { body }))).run_id;
    };
    const untilSucceeded = (id: string) =>
      eventually(
        'the run to succeed',
        async () => {
          const [run] = await owner.query<{ status: string }>('select status from runs where id = $1', [id]);
          return run?.status === 'succeeded';
        },
        120,
      );
    // The run waits at its first write to the table.
    const lock = await queryAsOwner.hold(api.database.url, `lock table ${table} in share mode`, []);
    let worker = startWorkerProcess(api.configuration);
    try {
      const run = await extract();
      await lock.untilWaiting(1);
      await worker.kill();
      await lock.release();
      t.deepEqual(await edges(), []);
      worker = startWorkerProcess(api.configuration);
      await untilSucceeded(run);
      const stored = await edges();
      t.deepEqual(
        stored.map(({ edge }) => edge),
        Array.from(
          { length: 30 },
          (_, index) => `${arnOf(String(index))} dead_letters_to ${arnOf(String(index + 1))} active 1`,
        ).toSorted(),
      );
      await untilSucceeded(await extract());
      t.deepEqual(await edges(), stored);
    } finally {
      await lock.release();
      await worker.kill();
      await fixture.close();
    }
  });
