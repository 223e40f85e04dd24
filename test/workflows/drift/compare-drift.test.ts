import test from 'ava';
import type { ExecutionContext } from 'ava';
import { deleteOldHistory } from '../../../activities/maintenance/delete-old-history.ts';
import { compareDrift } from '../../../activities/drift/compare-drift.ts';
import { refreshMappings } from '../../../activities/maintenance/refresh-mappings.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { connectStateAccount, syncSource, untilSynced } from '../../support/mapping/state-fixture.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { terraformState } from '../../support/mapping/terraform-state.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';

const fixture = useScanFixture();
const key = 'live/terraform.tfstate';

/** An account with a queue that a state manages. Scans are of queues alone. */
async function makeQueue() {
  const own = await fixture.signUpOther();
  const { client, organizationId, owner } = own;
  const account = await connectStateAccount(own);
  const { QueueUrl: url } = (await account.call('sqs', 'CreateQueue', {
    QueueName: 'orders',
    Attributes: { DelaySeconds: '5', VisibilityTimeout: '45' },
    tags: { Team: 'platform' },
  })) as { QueueUrl: string };
  const arn = `arn:aws:sqs:eu-west-1:${account.awsAccountNumber}:orders`;
  let serial = 0;
  const stateOf = (changed: object = {}, others: Parameters<typeof terraformState>[0] = []) =>
    terraformState(
      [
        {
          type: 'aws_sqs_queue',
          name: 'orders',
          attributes: {
            arn,
            id: url,
            url,
            name: 'orders',
            delay_seconds: 5,
            visibility_timeout_seconds: 45,
            policy: '',
            tags: { Team: 'platform' },
            tags_all: { Team: 'platform' },
            ...changed,
          },
        },
        ...others,
      ],
      { serial: ++serial },
    );
  const put = (...given: Parameters<typeof stateOf>) => account.putState(key, stateOf(...given));
  await put();
  const { id: sourceId } = await dataOf(
    client.POST('/api/v1/state-sources', { body: { bucket: account.bucket, key } }),
  );
  await untilSynced(own, sourceId);
  // S3 tells the time of the write in seconds.
  const backdate = () =>
    owner.query(
      `update state_sources set modified_at = modified_at - interval '2 seconds', drift_sync_requested_at = null
      where organization_id = $1`,
      [organizationId],
    );
  const outcome = async () => {
    const { items } = await dataOf(
      client.GET('/api/v1/resources', { params: { query: { resource_type: 'AWS::SQS::Queue' } } }),
    );
    return items[0]?.drift;
  };
  const scan = async ({ backdated = true } = {}) => {
    if (backdated) await backdate();
    await own.scan({ aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'] });
  };
  return {
    ...own,
    account,
    url,
    arn,
    sourceId,
    stateOf,
    put,
    scan,
    backdate,
    sync: () => syncSource(own, sourceId),
    set: (Attributes: object) => account.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes }),
    until: (wanted: string) =>
      eventually(`the outcome ${wanted}`, async () => ((await outcome()) === wanted ? wanted : undefined)),
    drift: async (query: object = {}) => dataOf(client.GET('/api/v1/drift', { params: { query } })),
    transitions: () =>
      owner.query<{ kind: string; cause: string | null; attributes: string[] }>(
        'select kind, cause, attributes from drift_transitions where organization_id = $1 order by id',
        [organizationId],
      ),
  };
}

test('a change by hand is drift after the state was read again, is muted by a rule, and ends with the change', async (t) => {
  const queue = await makeQueue();
  const { client } = queue;
  await queue.scan();
  await queue.until('in_sync');
  t.is((await queue.drift()).total, 0);

  // A read that began before the observation can have read the state of before an apply, although it ended later.
  const setTimes = (times: string) =>
    queue.owner.query(`update state_sources set ${times} where organization_id = $1`, [queue.organizationId]);
  await queue.set({ DelaySeconds: '90' });
  await setTimes('drift_sync_requested_at = now()');
  await queue.scan({ backdated: false });
  await setTimes(
    `last_success_at = now() + interval '1 minute', read_begun_at = now() - interval '1 minute'`,
  );
  const compare = () =>
    compareDrift(queue.api.services, queue.organizationId, { stateSourceId: queue.sourceId });
  await compare();
  t.is((await queue.drift()).total, 0);
  await setTimes('read_begun_at = last_success_at');
  await compare();
  await queue.until('drifted');
  await queue.set({ DelaySeconds: '5' });
  await queue.scan();
  await queue.until('in_sync');

  await queue.set({ DelaySeconds: '90' });
  await queue.account.call('sqs', 'TagQueue', {
    QueueUrl: queue.url,
    Tags: { Backup: 'weekly', 'aws:made': 'by AWS' },
  });
  await queue.scan();
  // The difference requests a sync of the source, because the last one is older than the observation.
  await queue.until('drifted');
  const { items, total, facets } = await queue.drift();
  t.is(total, 1);
  const [item] = items;
  t.like(item, {
    name: 'orders',
    address: 'aws_sqs_queue.orders',
    account_id: queue.account.awsAccountNumber,
  });
  t.deepEqual(
    item?.attributes.map(({ attribute, path, expected, actual }) => [attribute, path, expected, actual]),
    [
      ['delay_seconds', 'Attributes.DelaySeconds', '5', '90'],
      ['tags.Backup', 'tags.Backup', undefined, 'weekly'],
    ],
  );
  t.is(item?.changes.length, 3);
  t.deepEqual(facets.attribute, [
    { value: 'delay_seconds', count: 1 },
    { value: 'tags.Backup', count: 1 },
  ]);
  t.is((await queue.drift({ attribute: 'visibility_timeout_seconds' })).total, 0);
  const params = { path: { id: item?.resource_id ?? '' } };
  const mapping = await dataOf(client.GET('/api/v1/resources/{id}/code-mapping', { params }));
  t.like(mapping.drift, { outcome: 'drifted' });
  t.is(mapping.drift?.attributes.length, 2);

  const body = {
    name: 'backup tags',
    conditions: { attribute: 'tags.Back*' },
    reason: 'Set by the backup job',
  };
  t.deepEqual(
    await dataOf(client.POST('/api/v1/drift-rules/preview', { body: { conditions: body.conditions } })),
    { differences: 1, resources: 1 },
  );
  const rule = await dataOf(client.POST('/api/v1/drift-rules', { body }));
  t.like(rule, { muted: 1, enabled: true });
  await expectError(t, client.POST('/api/v1/drift-rules', { body }), 409, 'conflict');
  await queue.owner.query(
    `insert into drift_rules (organization_id, name, conditions, reason, enabled)
     select $1, 'rule ' || n, '{"attribute": "none"}', 'none', true from generate_series(2, 200) n`,
    [queue.organizationId],
  );
  await expectError(
    t,
    client.POST('/api/v1/drift-rules', { body: { ...body, name: 'rule 201' } }),
    409,
    'conflict',
  );
  await queue.owner.query(`delete from drift_rules where organization_id = $1 and name like 'rule %'`, [
    queue.organizationId,
  ]);
  await expectError(
    t,
    client.POST('/api/v1/drift-rules', { body: { ...body, name: 'empty', conditions: {} } }),
    400,
    'validation_failed',
  );
  t.is(await queue.until('drifted'), 'drifted');
  await queue.set({ DelaySeconds: '5' });
  await queue.scan();
  await queue.until('in_sync');
  const summary = await dataOf(client.GET('/api/v1/mapping/summary'));
  t.deepEqual(summary.drift, { drifted: 0, in_sync: 1, unknown: 0, muted: 1 });
  t.is((await queue.drift()).total, 0);
  t.is((await queue.drift({ muted: 'true' })).total, 1);

  await dataOf(
    client.PATCH('/api/v1/drift-rules/{id}', { params: { path: { id: rule.id } }, body: { enabled: false } }),
  );
  await queue.until('drifted');
  await dataOf(client.DELETE('/api/v1/drift-rules/{id}', { params: { path: { id: rule.id } } }));
  // An apply writes the tag into the state.
  await queue.put({ tags_all: { Team: 'platform', Backup: 'weekly' } });
  await queue.sync();
  t.is(await queue.until('drifted'), 'drifted', 'the resource keeps its outcome until it is observed again');
  await queue.scan();
  await queue.until('in_sync');
  t.deepEqual(
    (await queue.transitions()).map(({ kind, cause }) => [kind, cause]),
    [
      ['drifted', null],
      ['resolved', 'in_sync'],
      ['drifted', null],
      ['resolved', 'muted'],
      ['drifted', null],
      ['resolved', 'in_sync'],
    ],
  );
});

test('an attribute that another entry manages is compared with that entry', async (t) => {
  const queue = await makeQueue();
  const policy = (action: string) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: { Effect: 'Allow', Principal: '*', Action: action, Resource: queue.arn },
    });
  await queue.set({ Policy: policy('sqs:SendMessage') });
  const managed = { type: 'aws_sqs_queue_policy', name: 'orders' };
  await queue.put({}, [
    { ...managed, attributes: { id: queue.url, queue_url: queue.url, policy: policy('sqs:SendMessage') } },
  ]);
  await queue.sync();
  await queue.scan();
  await queue.until('in_sync');

  await queue.set({ Policy: policy('sqs:ReceiveMessage') });
  await queue.scan();
  await queue.until('drifted');
  t.deepEqual(
    (await queue.drift()).items.flatMap(({ attributes }) =>
      attributes.map(({ attribute, address }) => [attribute, address]),
    ),
    [['policy', 'aws_sqs_queue_policy.orders']],
  );
  await compareRepositories(t, queue);
  await dataOf(
    queue.client.PATCH('/api/v1/state-sources/{id}', {
      params: { path: { id: queue.sourceId } },
      body: { disabled: true },
    }),
  );
  await queue.scan();
  await eventually(
    'the end of the outcome',
    async () => (await queue.transitions()).at(-1)?.cause === 'unclaimed',
  );
});

/** Names of repositories are unique in a region. */
async function compareRepositories(t: ExecutionContext, queue: Awaited<ReturnType<typeof makeQueue>>) {
  const { owner, organizationId } = queue;
  const attributes = { id: 'main', repository: 'main', policy: '{"rules":["a"]}' };
  await queue.put({}, [{ type: 'aws_ecr_lifecycle_policy', name: 'main', attributes }]);
  await queue.sync();
  await queue.backdate();
  for (const [region, policy] of Object.entries({
    'eu-west-1': '{"rules":["a"]}',
    'us-east-1': '{"rules":["b"]}',
  }))
    await owner.query(
      `with c as (
         insert into resources (organization_id, aws_account_id, region, resource_type, native_id, name, config_hash, rule_set)
         values ($1, $2, $3, 'AWS::ECR::Repository', 'main', 'main', 'h', 1) returning organization_id, id
       ), d as (
         insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
         select organization_id, id, 1, $4, '{}', '{}' from c
       )
       insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, last_attempt_at,
         last_complete_at, last_complete_begun_at)
       values ($1, $2, $3, 'AWS::ECR::Repository', 'complete', now(), now(), now())`,
      [organizationId, queue.account.id, region, JSON.stringify({ lifecyclePolicyText: policy })],
    );
  const outcomes = () =>
    owner.query(
      `select r.region, d.outcome from resource_drift d join resources r on r.id = d.resource_id
       where r.organization_id = $1 and r.resource_type = 'AWS::ECR::Repository'`,
      [organizationId],
    );
  await queue.sync();
  t.deepEqual(await outcomes(), [{ region: 'eu-west-1', outcome: 'in_sync' }]);
  await owner.query(
    `update state_entries set region = null
     where organization_id = $1 and terraform_type = 'aws_ecr_lifecycle_policy'`,
    [organizationId],
  );
  await queue.sync();
  t.deepEqual(await outcomes(), [{ region: 'eu-west-1', outcome: 'in_sync' }], 'one of two is not guessed');
}

test('consent of the code, running executions, expired mutes and overdue sources decide what counts', async (t) => {
  const queue = await makeQueue();
  const { client, owner, organizationId, sourceId } = queue;
  const set = (statement: string, ...values: unknown[]) =>
    owner.query(statement, [organizationId, ...values]);
  const repositoryId = await insertRepository(owner, organizationId);
  const projectId = await insertS3Project(owner, organizationId, repositoryId, { path: 'live', backend: {} });
  await set(
    `update iac_projects set provider_locations = $2 where organization_id = $1`,
    JSON.stringify([{ source: 'hashicorp/aws', ignoredTags: { keys: ['Cost'], prefixes: ['auto:'] } }]),
  );
  await set('update state_sources set iac_project_id = $2 where organization_id = $1', projectId);
  const ignore = (ignored: readonly string[]) =>
    set(
      `insert into code_locations (organization_id, iac_project_id, code_address, repository_id, file, line, confidence, ignored)
       values ($1, $2, 'aws_sqs_queue.orders', $3, 'main.tf', 1, 'high', $4)
       on conflict (organization_id, iac_project_id, code_address) do update set ignored = excluded.ignored`,
      projectId,
      repositoryId,
      ignored,
    );
  // The locations of the project are up to date, so that no sync computes them.
  await set(
    'insert into code_location_states (organization_id, iac_project_id, located_version) values ($1, $2, 1)',
    projectId,
  );
  // The execution that wrote the state still runs.
  await set(
    `insert into executions (organization_id, external_id, kind, provider, status, iac_project_id, started_at)
     values ($1, 'apply-1', 'apply', 'other', 'running', $2, now())`,
    projectId,
  );
  await ignore(['delay_seconds', 'tags.Owner']);
  await queue.scan();
  await queue.set({ DelaySeconds: '90', VisibilityTimeout: '60' });
  await queue.account.call('sqs', 'TagQueue', {
    QueueUrl: queue.url,
    Tags: { Owner: 'someone', Cost: '1', 'auto:scan': 'yes' },
  });
  await queue.scan();
  await queue.sync();
  t.deepEqual(
    await owner.query('select outcome from resource_drift where organization_id = $1', [organizationId]),
    [],
    'nothing is compared while an execution of the project runs',
  );
  await set(`update executions set status = 'succeeded' where organization_id = $1`);
  await queue.sync();
  await queue.until('drifted');
  const attributes = async () =>
    (await queue.drift()).items.flatMap((item) => item.attributes.map(({ attribute }) => attribute));
  t.deepEqual(await attributes(), ['visibility_timeout_seconds']);

  await set(
    `update changes set attribution = 'exact', actor_type = 'user', actor_arn = 'arn:aws:iam::111122223333:user/ana',
       actor_name = 'ana' where organization_id = $1 and kind = 'updated'`,
  );
  const [change] = await owner.query<{ id: string; occurred_at: Date }>(
    `select id, occurred_at from changes where organization_id = $1 and kind = 'updated'`,
    [organizationId],
  );
  const [item] = (await queue.drift()).items;
  t.deepEqual(item?.changes, [change?.id ?? '']);
  t.is(item?.since, change?.occurred_at.toISOString());
  t.deepEqual(item?.actor, { type: 'user', arn: 'arn:aws:iam::111122223333:user/ana', name: 'ana' });
  // The state is written again after the change, and still differs: the change is listed no more.
  const since = async () => Date.parse((await queue.drift()).items[0]?.since ?? '');
  await set(`update changes set occurred_at = now() - interval '1 hour' where organization_id = $1`);
  await set(`update state_sources set modified_at = now() - interval '2 hours' where organization_id = $1`);
  await queue.sync();
  t.true((await since()) < Date.now() - 3_500_000, 'the change is known after the difference');
  await set(
    `update state_sources set modified_at = now() - interval '30 minutes' where organization_id = $1`,
  );
  await queue.sync();
  t.true((await since()) > Date.now() - 1_500_000, 'the difference was seen after the write');
  await set(`update state_sources set modified_at = now() - interval '2 hours' where organization_id = $1`);

  await ignore([]);
  await queue.sync();
  await eventually(
    'the attributes that the code does not ignore any more',
    async () => (await attributes()).length === 3 || undefined,
  );
  t.deepEqual(await attributes(), ['delay_seconds', 'visibility_timeout_seconds', 'tags.Owner']);

  // Who changed only what is muted did not make the drift that counts.
  await set(`update changes set paths = '{/tags/Owner}' where organization_id = $1 and kind = 'updated'`);
  const ownerTags = { name: 'owner tags', conditions: { attribute: 'tags.Owner' }, reason: 'Set by hand' };
  const { id: ruleId } = await dataOf(client.POST('/api/v1/drift-rules', { body: ownerTags }));
  const [counted] = (await queue.drift()).items;
  t.deepEqual([counted?.changes, counted?.actor], [[], undefined]);
  const [muted] = (await queue.drift({ muted: 'true' })).items;
  t.deepEqual([muted?.changes, muted?.actor?.name], [[change?.id ?? ''], 'ana']);
  await dataOf(client.DELETE('/api/v1/drift-rules/{id}', { params: { path: { id: ruleId } } }));

  const body = {
    name: 'while the queue is moved',
    conditions: { terraform_type: 'aws_sqs_queue' },
    reason: 'A move',
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  t.like(await dataOf(client.POST('/api/v1/drift-rules', { body })), { muted: 3 });
  await queue.until('in_sync');
  await set(`update drift_rules set expires_at = now() where organization_id = $1`);
  const refresh = () => refreshMappings(queue.api.services, new AbortController().signal);
  await refresh();
  await queue.until('drifted');
  t.deepEqual(
    (await queue.transitions()).map(({ kind, cause }) => [kind, cause]),
    [
      ['drifted', null],
      ['resolved', 'muted'],
      ['drifted', null],
    ],
  );

  await set(
    `update state_sources set last_success_at = now() - interval '25 hours' where organization_id = $1`,
  );
  await refresh();
  await queue.until('unknown');
  t.is((await queue.drift()).total, 0);
  const params = { path: { id: item?.resource_id ?? '' } };
  const mapping = await dataOf(client.GET('/api/v1/resources/{id}/code-mapping', { params }));
  t.like(mapping.drift, { outcome: 'unknown', attributes: [] });
  await queue.sync();
  await queue.until('drifted');
  await ignore(['*']);
  await queue.sync();
  await queue.until('unknown');

  // A second state that manages the queue with another value.
  await ignore([]);
  await queue.sync();
  await queue.until('drifted');
  await set(
    `insert into state_sources (organization_id, bucket, key, origin, status, counted, last_success_at, modified_at)
     values ($1, 'other', 'other', 'manual', 'synced', true, now(), now() - interval '1 hour')`,
  );
  const copy = (table: string, columns: string, values = columns) =>
    set(
      `insert into ${table} (organization_id, state_source_id, ${columns})
       select organization_id, (select id from state_sources where organization_id = $1 and bucket = 'other'), ${values}
       from ${table} where organization_id = $1 and state_source_id = $2`,
      sourceId,
    );
  await copy(
    'state_entries',
    'address, code_address, terraform_type, provider, role, identity, candidates, class, resource_id, method, confidence',
  );
  await copy(
    'state_entry_attributes',
    'address, terraform_type, has_tags, holders, forms',
    `address, terraform_type, has_tags, holders, forms || '{"aws_sqs_queue.delay_seconds": "7"}'`,
  );
  await queue.sync();
  await queue.until('unknown');
  t.deepEqual((await dataOf(client.GET('/api/v1/mapping/summary'))).drift, {
    drifted: 0,
    in_sync: 0,
    unknown: 1,
    muted: 0,
  });

  await set(
    `update drift_transitions set occurred_at = now() - interval '10 years' where organization_id = $1`,
  );
  await deleteOldHistory(queue.api.services, new AbortController().signal);
  t.is((await queue.transitions()).length, 1, 'the last transition of a resource stays');
});

test('a difference to a pushed state counts after the state was pushed again', async (t) => {
  const queue = await makeQueue();
  const { client, owner, organizationId } = queue;
  await dataOf(
    client.PATCH('/api/v1/state-sources/{id}', {
      params: { path: { id: queue.sourceId } },
      body: { disabled: true },
    }),
  );
  const { token } = await signUpSender(queue.api, queue);
  const body = queue.stateOf();
  const push = async () => {
    const response = await fetch(`${queue.api.url}/api/v1/ingest/states?name=orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    const { id } = (await response.json()) as { id: string };
    await untilSynced(queue, id);
    return response.status;
  };
  const waits = () =>
    eventually('the difference to wait for the next push', async () => {
      const waiting = await owner.query(
        `select from state_sources
         where organization_id = $1 and kind = 'pushed' and drift_sync_requested_at > last_success_at`,
        [organizationId],
      );
      return waiting.length > 0;
    });
  t.is(await push(), 201);
  await queue.scan();
  await queue.until('in_sync');

  await queue.set({ DelaySeconds: '90' });
  await queue.scan();
  await waits();
  t.is((await queue.drift()).total, 0);
  t.is(await push(), 200);
  await queue.until('drifted');

  // Within five minutes of the first one.
  await queue.set({ VisibilityTimeout: '60' });
  await queue.scan({ backdated: false });
  await waits();
  t.is(await push(), 200);
  await eventually('both attributes', async () => (await queue.drift()).items[0]?.attributes.length === 2);
});

test('instances with keys, default tags, equal policies, two managers and secrets are in sync, and changes of them are found', async (t) => {
  const own = await fixture.signUpOther();
  const { client, owner, organizationId } = own;
  const account = await connectStateAccount(own);
  const { awsAccountNumber: number } = account;
  const secret = 'correct-horse-battery-staple';
  const call = <T = object>(service: string, operation: string, input: object) =>
    account.call(service, operation, input) as Promise<T>;
  const tags = { Team: 'platform', ManagedBy: 'terraform' };
  const tagList = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const urls: Record<string, string> = {};
  for (const QueueName of ['a', 'b'])
    urls[QueueName] = (
      await call<{ QueueUrl: string }>('sqs', 'CreateQueue', {
        QueueName,
        Attributes: { DelaySeconds: '5' },
        tags,
      })
    ).QueueUrl;
  const trust = (service: string) => ({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['sts:AssumeRole', 'sts:TagSession'],
        Principal: { Service: [service], AWS: [`arn:aws:iam::${number}:root`] },
        Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
      },
    ],
  });
  await call('iam', 'CreateRole', {
    RoleName: 'service',
    Path: '/',
    MaxSessionDuration: 3600,
    AssumeRolePolicyDocument: JSON.stringify(trust('ecs.amazonaws.com')),
    Tags: tagList,
  });
  const { GroupId: groupId } = await call<{ GroupId: string }>('ec2', 'CreateSecurityGroup', {
    GroupName: 'web',
    Description: 'web',
    TagSpecifications: [{ ResourceType: 'security-group', Tags: tagList }],
  });
  const ports = { IpProtocol: 'tcp', FromPort: 443, ToPort: 443 };
  await call('ec2', 'AuthorizeSecurityGroupIngress', {
    GroupId: groupId,
    IpPermissions: [{ ...ports, IpRanges: [{ CidrIp: '10.0.0.0/8' }] }],
  });
  const { SecurityGroups: groups } = await call<{ SecurityGroups: { VpcId?: string }[] }>(
    'ec2',
    'DescribeSecurityGroups',
    { GroupIds: [groupId] },
  );
  await call('ssm', 'PutParameter', { Name: '/app/key', Type: 'SecureString', Value: secret, Tags: tagList });

  const queue = (module: string, key: string) => ({
    type: 'aws_sqs_queue',
    name: 'this',
    module,
    key,
    attributes: {
      arn: `arn:aws:sqs:eu-west-1:${number}:${key}`,
      id: urls[key],
      url: urls[key],
      name: key,
      delay_seconds: 5,
      redrive_policy: '',
      // The tags of the provider's default_tags are in tags_all alone.
      tags: { Team: 'platform' },
      tags_all: tags,
    },
  });
  const state = (module: string, serial: number) =>
    terraformState(
      [
        queue(module, 'a'),
        queue(module, 'b'),
        {
          type: 'aws_iam_role',
          name: 'service',
          key: 0,
          attributes: {
            arn: `arn:aws:iam::${number}:role/service`,
            id: 'service',
            name: 'service',
            path: '/',
            description: '',
            max_session_duration: 3600,
            // The same policy as people write it.
            assume_role_policy: JSON.stringify({
              Statement: {
                Condition: { Bool: { 'aws:MultiFactorAuthPresent': true } },
                Principal: { AWS: number, Service: 'ecs.amazonaws.com' },
                Action: ['sts:TagSession', 'sts:AssumeRole'],
                Effect: 'Allow',
              },
              Version: '2012-10-17',
            }),
            tags_all: tags,
          },
        },
        {
          type: 'aws_security_group',
          name: 'web',
          attributes: {
            arn: `arn:aws:ec2:eu-west-1:${number}:security-group/${groupId}`,
            id: groupId,
            name: 'web',
            description: 'web',
            vpc_id: groups[0]?.VpcId ?? '',
            // Inline rules of an earlier apply, beside a rule of its own.
            ingress: [{ from_port: 80, to_port: 80, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'] }],
            tags_all: tags,
          },
        },
        {
          type: 'aws_ssm_parameter',
          name: 'key',
          sensitive: ['value'],
          attributes: {
            arn: `arn:aws:ssm:eu-west-1:${number}:parameter/app/key`,
            id: '/app/key',
            name: '/app/key',
            type: 'SecureString',
            value: `${secret}-of-an-earlier-apply`,
            description: '',
            tier: 'Standard',
            data_type: 'text',
            tags_all: tags,
          },
        },
      ],
      { serial },
    );
  const key = 'field/terraform.tfstate';
  await account.putState(key, state('module.queues', 1));
  const { id: sourceId } = await dataOf(
    client.POST('/api/v1/state-sources', { body: { bucket: account.bucket, key } }),
  );
  await untilSynced(own, sourceId);
  const types = ['AWS::SQS::Queue', 'AWS::IAM::Role', 'AWS::EC2::SecurityGroup', 'AWS::SSM::Parameter'];
  const scan = async () => {
    await owner.query(
      `update state_sources set modified_at = modified_at - interval '2 seconds', drift_sync_requested_at = null
       where organization_id = $1`,
      [organizationId],
    );
    await own.scan({ aws_account_id: account.id, resource_types: types });
  };
  const summary = async () => (await dataOf(client.GET('/api/v1/mapping/summary'))).drift;
  const differences = async () =>
    (await dataOf(client.GET('/api/v1/drift', { params: { query: {} } }))).items
      .flatMap(({ attributes, address, name }) =>
        attributes.map(({ attribute }) => [name, address, attribute].join(' ')),
      )
      .toSorted();
  await scan();
  await eventually('five resources in sync', async () => {
    const counts = await summary();
    return counts.in_sync + counts.drifted === 5;
  });
  t.deepEqual(await differences(), []);

  await call('sqs', 'SetQueueAttributes', { QueueUrl: urls['b'], Attributes: { DelaySeconds: '90' } });
  await call('iam', 'UpdateAssumeRolePolicy', {
    RoleName: 'service',
    PolicyDocument: JSON.stringify(trust('batch.amazonaws.com')),
  });
  await call('ec2', 'DeleteTags', { Resources: [groupId], Tags: [{ Key: 'ManagedBy' }] });
  await call('ssm', 'AddTagsToResource', {
    ResourceType: 'Parameter',
    ResourceId: '/app/key',
    Tags: [{ Key: 'team', Value: 'other' }],
  });
  await scan();
  await eventually('four drifted resources', async () => (await summary()).drifted === 4);
  const expected = (module: string) => [
    '/app/key aws_ssm_parameter.key tags.team',
    `b ${module}.aws_sqs_queue.this["b"] delay_seconds`,
    'service aws_iam_role.service[0] assume_role_policy',
    'web aws_security_group.web tags.ManagedBy',
  ];
  t.deepEqual(await differences(), expected('module.queues'));
  const shown = JSON.stringify(await dataOf(client.GET('/api/v1/drift', { params: { query: {} } })));
  t.false(shown.includes(secret));
  const filtered = await dataOf(
    client.GET('/api/v1/resources', { params: { query: { drift: ['drifted'] } } }),
  );
  t.is(filtered.items.length, 4);

  const repositoryId = await insertRepository(owner, organizationId);
  const projectId = await insertS3Project(owner, organizationId, repositoryId, {
    path: 'field',
    backend: {},
  });
  await owner.query('update state_sources set iac_project_id = $2 where organization_id = $1', [
    organizationId,
    projectId,
  ]);
  const list = (query: object) => dataOf(client.GET('/api/v1/drift', { params: { query } }));
  t.is((await list({ iac_project_id: projectId })).total, 4);
  t.is((await list({ resource_type: ['AWS::SQS::Queue', 'AWS::IAM::Role'] })).total, 2);
  t.is((await list({ attribute: ['tags.team'] })).total, 1);
  t.is((await list({ tag: 'Team=platform', region: 'global' })).total, 1);
  const project = await dataOf(
    client.GET('/api/v1/iac-projects/{id}', { params: { path: { id: projectId } } }),
  );
  t.is(project.drifted, 4);
  const previews = [];
  for (const conditions of [
    { terraform_type: 'aws_iam_role' },
    { attribute: 'tags.*' },
    { address: 'module.*.aws_sqs_queue.*' },
    { aws_account_id: account.id },
    { tag: 'team' },
    { tag: 'team=platform' },
    { terraform_type: 'aws_sqs_queue', attribute: 'tags.*' },
  ])
    previews.push(
      (await dataOf(client.POST('/api/v1/drift-rules/preview', { body: { conditions } }))).differences,
    );
  t.deepEqual(previews, [1, 2, 1, 4, 1, 0, 0]);

  // Other rows of the table: the state is read again in spite of its ETag, and the attributes of the resources are made again.
  await owner.query(`update state_sources set rules_version = 'earlier' where organization_id = $1`, [
    organizationId,
  ]);
  await owner.query(`update state_entry_attributes set forms = '{}' where organization_id = $1`, [
    organizationId,
  ]);
  await owner.query(
    `update resource_attributes set forms = '{}', rules_version = 'earlier' where organization_id = $1`,
    [organizationId],
  );
  await syncSource(own, sourceId);
  t.deepEqual(await differences(), expected('module.queues'));
  const versions = await owner.query(
    `select from resource_attributes where organization_id = $1 and rules_version = 'earlier'`,
    [organizationId],
  );
  t.is(versions.length, 0);

  // `moved` blocks give the entries other addresses.
  await account.putState(key, state('module.sqs', 2));
  await syncSource(own, sourceId);
  await scan();
  await eventually('the new address', async () =>
    (await differences()).join() === expected('module.sqs').join() ? true : undefined,
  );

  // A second state with the queue, with the value that AWS returns: the claims disagree.
  const { token } = await signUpSender(own.api, own);
  const other = queue('module.copy', 'b');
  await fetch(`${own.api.url}/api/v1/ingest/states?name=copy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: terraformState([{ ...other, attributes: { ...other.attributes, delay_seconds: 90 } }], {
      lineage: '99999999-2222-3333-4444-555555555555',
    }),
  });
  await scan();
  await eventually('the claims to disagree', async () => {
    const { drifted, unknown } = await summary();
    return drifted === 3 && unknown === 1;
  });
  t.pass();
});
