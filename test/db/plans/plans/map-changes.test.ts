import { randomUUID } from 'node:crypto';
import test from 'ava';
import { mapChanges } from '../../../../db/plans/plans/map-changes.ts';
import { planOf, queueChange, readBody } from '../../../commands/plans/read/support.ts';
import { insertAccount, insertResource } from '../../../support/mapping/stored-resource.ts';
import { seedState } from '../../../support/mapping/seed-state.ts';
import { insertRepository, insertS3Project } from '../../../support/mapping/stored-projects.ts';
import { useOpenDatabase } from '../../../support/use-open-database.ts';

const fixture = useOpenDatabase({ poolSize: 4 });

const number = '123456789012';
const arnOf = (name: string) => `arn:aws:sqs:eu-west-1:${number}:${name}`;
const queue = (name: string, change: object = {}, fields: object = {}) =>
  queueChange({ before: { arn: arnOf(name) }, ...change }, { address: `aws_sqs_queue.${name}`, ...fields });

/** An organization with a connected account, and a project with a state that counts. */
async function withProject() {
  const organizationId = randomUUID();
  const { url, owner, database } = fixture;
  await owner.query('insert into organizations (id, name, slug) values ($1, $2, $2)', [
    organizationId,
    `o-${organizationId}`,
  ]);
  const accountId = await insertAccount(url, organizationId, number);
  const repositoryId = await insertRepository(owner, organizationId);
  const projectId = await insertS3Project(owner, organizationId, repositoryId, { path: 'a', backend: {} });
  return {
    organizationId,
    accountId,
    projectId,
    otherProject: () => insertS3Project(owner, organizationId, repositoryId, { path: 'b', backend: {} }),
    /** Inserts the resource of a queue. Returns its id. */
    addQueue: (name: string, given: object = {}) =>
      insertResource(url, organizationId, accountId, {
        type: 'AWS::SQS::Queue',
        nativeId: `https://sqs.eu-west-1.amazonaws.com/${number}/${name}`,
        arn: arnOf(name),
        ...given,
      }),
    correct: (
      action: 'link' | 'unlink',
      resourceId: string,
      address: string | null,
      ofProject: string | null,
    ) =>
      owner.query(
        `insert into mapping_corrections (organization_id, resource_id, action, iac_project_id, address)
         values ($1, $2, $3, $4, $5)`,
        [organizationId, resourceId, action, ofProject, address],
      ),
    /** Inserts a state of the project that maps the instance `<code address>[0]` to the resource. */
    record: async (codeAddress: string, resourceId: string, iacProjectId = projectId) => {
      const id = await seedState({ ...owner, organizationId }, { iacProjectId }, [codeAddress]);
      await owner.query('update state_sources set counted = true where id = $1', [id]);
      await owner.query(
        `update state_entries set resource_id = $2, class = 'matched', method = 'arn', confidence = 'high'
         where state_source_id = $1`,
        [id, resourceId],
      );
    },
    /** Stores that the queues of eu-west-1 were listed with this outcome. */
    scan: (outcome: string) =>
      owner.query(
        `insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, last_attempt_at)
         values ($1, $2, 'eu-west-1', 'AWS::SQS::Queue', $3, now())
         on conflict on constraint coverage_cells_pkey do update set outcome = excluded.outcome`,
        [organizationId, accountId, outcome],
      ),
    /** Returns the resource id or the reason of each change. */
    map: async (changes: readonly object[], ofProject: string | null = projectId) => {
      const { changes: planned } = await readBody(planOf(changes));
      const mapped = await database.withTenant(organizationId, (tenant) =>
        mapChanges(tenant, ofProject ?? undefined, planned),
      );
      return mapped.map(({ resourceId, unmappedReason }) => resourceId ?? unmappedReason);
    },
  };
}

test('maps by the ARN, in the order of the plan', async (t) => {
  const { addQueue, map } = await withProject();
  const ids = [await addQueue('a'), await addQueue('b')];
  t.deepEqual(await map([queue('b'), queue('a')]), ids.toReversed());
});

test('maps an import by its identity', async (t) => {
  const { addQueue, map } = await withProject();
  const id = await addQueue('a');
  const importing = { identity: { arn: arnOf('a') } };
  t.deepEqual(await map([queue('a', { before: {}, actions: ['no-op'], importing })]), [id]);
});

test('a correction takes precedence over the ARN', async (t) => {
  const { addQueue, correct, map, projectId } = await withProject();
  await addQueue('a');
  const corrected = await addQueue('b');
  await correct('link', corrected, 'aws_sqs_queue.a', projectId);
  t.deepEqual(await map([queue('a')]), [corrected]);
});

test('a correction of another project has no effect', async (t) => {
  const { addQueue, correct, map, otherProject } = await withProject();
  const id = await addQueue('a');
  await correct('link', await addQueue('b'), 'aws_sqs_queue.a', await otherProject());
  t.deepEqual(await map([queue('a')]), [id]);
});

test('a correction of an address without keys applies to its only instance', async (t) => {
  const { addQueue, correct, map, projectId } = await withProject();
  const corrected = await addQueue('b');
  await correct('link', corrected, 'aws_sqs_queue.a', projectId);
  const one = queue('a', {}, { address: 'aws_sqs_queue.a[0]' });
  const two = queue('a2', {}, { address: 'aws_sqs_queue.a[1]' });
  t.deepEqual(await map([one]), [corrected]);
  t.deepEqual(await map([one, two]), ['not_scanned', 'not_scanned']);
});

test('a resource that is unlinked from the address is not a match', async (t) => {
  const { addQueue, correct, map, scan, projectId } = await withProject();
  const id = await addQueue('a');
  await scan('complete');
  await correct('unlink', id, 'aws_sqs_queue.a', projectId);
  t.deepEqual(await map([queue('a')]), ['not_in_inventory']);
  t.deepEqual(await map([queue('a', {}, { address: 'aws_sqs_queue.other' })]), [id]);
});

test('the entry of the address in the state of the project is the last source', async (t) => {
  const { addQueue, record, map, otherProject } = await withProject();
  const id = await addQueue('a');
  await record('aws_sqs_queue.x', id);
  await record('aws_sqs_queue.y', id, await otherProject());
  const unknown = (address: string, fields: object = {}) =>
    queueChange({ before: { delay_seconds: 1 } }, { address, ...fields });
  t.deepEqual(
    await map([
      unknown('aws_sqs_queue.x[0]'),
      unknown('aws_sqs_queue.y[0]'),
      unknown('aws_sqs_queue.z', { previous_address: 'aws_sqs_queue.x[0]' }),
    ]),
    [id, 'identity_unknown', id],
  );
  t.deepEqual(await map([unknown('aws_sqs_queue.x[0]')], null), ['identity_unknown']);
});

test('an address with several resources in the states of the project is ambiguous', async (t) => {
  const { addQueue, record, map } = await withProject();
  await record('aws_sqs_queue.x', await addQueue('a'));
  await record('aws_sqs_queue.x', await addQueue('b'));
  t.deepEqual(await map([queueChange({ before: {} }, { address: 'aws_sqs_queue.x[0]' })]), ['ambiguous']);
});

test('returns the reason for which a change has no resource', async (t) => {
  const { map, scan, addQueue } = await withProject();
  const change = (type: string, provider: string, before: object = {}) =>
    queueChange({ before }, { address: `${type}.a`, type, provider_name: provider });
  const aws = 'registry.terraform.io/hashicorp/aws';
  t.deepEqual(
    await map([
      queue('new', { actions: ['create'], before: null }),
      change('random_id', 'registry.terraform.io/hashicorp/random'),
      change('aws_no_such_type', aws),
      change('aws_sqs_queue_policy', aws),
      queueChange({ before: { delay_seconds: 1 } }),
      queue('gone'),
      change('aws_sqs_queue', aws, { arn: 'arn:aws:sqs:eu-west-1:999999999999:a' }),
    ]),
    [
      'not_created_yet',
      'other_provider',
      'unsupported_type',
      'association',
      'identity_unknown',
      'not_scanned',
      'not_scanned',
    ],
  );
  await scan('error');
  t.deepEqual(await map([queue('gone')]), ['not_scanned']);
  await scan('complete');
  t.deepEqual(await map([queue('gone')]), ['not_in_inventory']);
  await addQueue('lost', { status: 'unobserved' });
  t.deepEqual(await map([queue('lost')]), ['not_scanned']);
});

test('a generated id that two regions have is ambiguous', async (t) => {
  const { organizationId, accountId, map } = await withProject();
  for (const region of ['eu-west-1', 'us-east-1'])
    await insertResource(fixture.url, organizationId, accountId, {
      type: 'AWS::EC2::Instance',
      nativeId: 'i-0123456789abcdef0',
      region,
    });
  const change = queueChange(
    { before: { id: 'i-0123456789abcdef0' } },
    { address: 'aws_instance.a', type: 'aws_instance' },
  );
  t.deepEqual(await map([change]), ['ambiguous']);
});

test('maps many changes in pages', async (t) => {
  const { addQueue, map } = await withProject();
  const id = await addQueue('q7000');
  const changes = Array.from({ length: 7_500 }, (_, index) => queue(`q${index}`));
  const mapped = await map(changes);
  t.is(mapped.length, 7_500);
  t.is(mapped.indexOf(id), 7_000);
  t.is(mapped.filter((one) => one === 'not_scanned').length, 7_499);
});

test('finds no resource of another organization', async (t) => {
  const [one, other] = [await withProject(), await withProject()];
  await other.addQueue('a');
  t.deepEqual(await one.map([queue('a')]), ['not_scanned']);
});
