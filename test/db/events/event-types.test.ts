import { randomUUID } from 'node:crypto';
import test from 'ava';
import { listEvents, eventRange } from '../../../db/events/event-read-model.ts';
import type { EventRow } from '../../../db/events/event-read-model.ts';
import { numberEvents } from '../../../db/events/number-events.ts';
import { recordFreshnessEvents } from '../../../db/events/record-freshness.ts';
import { storeComparisons } from '../../../db/drift/drift-store.ts';
import { recordAudit } from '../../../db/organizations/audit-store.ts';
import { openIssue, resolveIssue } from '../../../db/ownership/issues/issue-store.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { eventTypes } from '../../../domain/events/event-types.ts';
import { insertAccount, insertResource } from '../../support/mapping/stored-resource.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const files = useTestDatabase();
const fixture = useFixture(
  () => Promise.resolve({ database: openDatabase({ url: files.url, poolSize: 4 }) }),
  ({ database }) => database.close(),
);

const asOwner = (text: string, values: readonly unknown[] = []) => queryAsOwner(files.url, text, values);

async function organization() {
  const id = randomUUID();
  await asOwner('insert into organizations (id, name, slug) values ($1, $2, $2)', [id, `o-${id}`]);
  const accountId = await insertAccount(files.url, id, '111111111111');
  /** Numbers events, and returns those after the ones that were returned before. */
  let read = 0;
  const told = async (): Promise<readonly EventRow[]> => {
    // Another test may be numbering, so that a call does nothing.
    await eventually('the positions', async () => {
      await numberEvents(fixture.database, 5);
      const rows = await asOwner(
        'select from events where organization_id = $1 and position is null limit 1',
        [id],
      );
      return rows.length === 0;
    });
    const { events, position } = await fixture.database.withTenant(id, (tenant) =>
      listEvents(tenant, read, eventTypes, 10_000),
    );
    read = position;
    return events;
  };
  return { id, accountId, told };
}

const typesOf = (events: readonly EventRow[]) => events.map(({ type }) => type);

test('a change, drift, its end, and the issue of a resource are told with the resource, and no value of it', async (t) => {
  const { id, accountId, told } = await organization();
  const resourceId = await insertResource(files.url, id, accountId, { nativeId: 'logs' });
  await asOwner(
    `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, revision, paths, diff)
     select $1, $2, $3, 'eu-west-1', 'AWS::S3::Bucket', kind, 'scan', 1, array(select '/configuration/' || n from generate_series(1, 30) n),
       '[{"path": "/configuration/1", "after": "canary"}]'
     from unnest(array['created', 'updated', 'deleted', 'reappeared']) with ordinality k (kind, place) order by place`,
    [id, resourceId, accountId],
  );
  const changes = await told();
  t.deepEqual(typesOf(changes).toSorted(), [
    'resource.created',
    'resource.deleted',
    'resource.reappeared',
    'resource.updated',
  ]);
  for (const { data, type } of changes) {
    t.like(data, {
      resource: {
        id: resourceId,
        name: 'logs',
        type: 'AWS::S3::Bucket',
        aws_account_id: accountId,
        account_id: '111111111111',
        region: 'eu-west-1',
        url: `/api/v1/resources/${resourceId}`,
      },
      kind: type.slice('resource.'.length),
    });
    t.is((data['changed_paths'] as string[]).length, 20);
    t.false(JSON.stringify(data).includes('canary'));
  }
  const compared = (outcome: 'drifted' | 'in_sync') =>
    fixture.database.withTenant(id, (tenant) =>
      storeComparisons(tenant, [
        { resourceId, outcome, differences: [], stateSourceIds: [], unreadSourceIds: [] },
      ]),
    );
  await compared('in_sync');
  t.deepEqual(await told(), []);
  await asOwner(
    `insert into drift_transitions (organization_id, resource_id, kind, attributes) values ($1, $2, 'drifted', '{aws_s3_bucket.acl}')`,
    [id, resourceId],
  );
  const [drifted] = await told();
  t.like(drifted, {
    type: 'resource.drifted',
    data: { attributes: ['aws_s3_bucket.acl'], resource: { id: resourceId } },
  });
  await asOwner(
    `insert into drift_transitions (organization_id, resource_id, kind, cause, attributes) values ($1, $2, 'resolved', 'muted', '{}')`,
    [id, resourceId],
  );
  t.like((await told())[0], { type: 'resource.drift_resolved', data: { cause: 'muted' } });
  await fixture.database.withTenant(id, async (tenant) => {
    await openIssue(tenant, 'unowned_resource', 'resource', resourceId, 'No owner.');
    await openIssue(tenant, 'unowned_resource', 'resource', resourceId, 'Still no owner.');
  });
  const opened = await told();
  t.deepEqual(typesOf(opened), ['ownership_issue.opened']);
  t.like(opened[0]?.data, {
    issue: { kind: 'unowned_resource' },
    target: { type: 'resource', id: resourceId },
  });
  await fixture.database.withTenant(id, (tenant) => resolveIssue(tenant, 'unowned_resource', [resourceId]));
  t.deepEqual(typesOf(await told()), ['ownership_issue.resolved']);
});

test('a change of a status, a finished scan, a suspended rule and an audit entry are told once', async (t) => {
  const { id, accountId, told } = await organization();
  await asOwner("update aws_accounts set status = 'unreachable', name = 'shop' where id = $1", [accountId]);
  await asOwner("update aws_accounts set status = 'unreachable', name = 'store' where id = $1", [accountId]);
  const [account, ...none] = await told();
  t.deepEqual(none, []);
  t.like(account, {
    type: 'account.status_changed',
    data: {
      account: {
        id: accountId,
        name: 'shop',
        account_id: '111111111111',
        url: `/api/v1/aws/accounts/${accountId}`,
      },
      from: 'connected',
      to: 'unreachable',
    },
  });
  await asOwner("update aws_connections set status = 'error' where organization_id = $1", [id]);
  t.like((await told())[0], { type: 'connection.status_changed', data: { from: 'active', to: 'error' } });
  await asOwner(
    `insert into scm_connections (organization_id, provider, external_org_id, external_org_slug, external_org_kind, base_url, installation_id)
     values ($1, 'github', '1', 'acme', 'organization', 'https://github.com', 7)`,
    [id],
  );
  await asOwner("update scm_connections set status = 'revoked' where organization_id = $1", [id]);
  t.like((await told())[0], {
    type: 'scm_connection.status_changed',
    data: { scm_connection: { name: 'acme', type: 'github' }, from: 'active', to: 'revoked' },
  });
  await asOwner(
    `insert into state_sources (organization_id, kind, bucket, key, region, aws_account_id, origin)
     values ($1, 's3', 'states', 'shop.tfstate', 'eu-west-1', $2, 'manual')`,
    [id, accountId],
  );
  await asOwner("update state_sources set status = 'synced' where organization_id = $1", [id]);
  await asOwner('update state_sources set disabled = true where organization_id = $1', [id]);
  t.deepEqual(
    (await told()).map(({ type, data }) => [type, data['from'], data['to']]),
    [
      ['state_source.status_changed', 'pending', 'synced'],
      ['state_source.status_changed', 'synced', 'disabled'],
    ],
  );
  const scanId = randomUUID();
  await asOwner(
    "insert into runs (organization_id, id, kind, subject_id, status, started_at) values ($1, $2, 'scan', $2, 'running', now())",
    [id, scanId],
  );
  await asOwner(
    "insert into scans (organization_id, id, trigger, status, aws_account_id) values ($1, $2, 'manual', 'running', $3)",
    [id, scanId, accountId],
  );
  await asOwner("update runs set status = 'partial', finished_at = now() where id = $1", [scanId]);
  const finished = await told();
  t.is(finished.length, 1);
  t.like(finished[0], {
    type: 'scan.finished',
    data: { scan: { id: scanId }, status: 'partial', failures: 0 },
  });
  t.deepEqual(Object.keys(finished[0]?.data['counts'] as object).toSorted(), [
    'created',
    'deleted',
    'seen',
    'unchanged',
    'updated',
  ]);
  const ruleId = randomUUID();
  await asOwner(
    "insert into inference_rules (organization_id, id, name, conditions, outcome) values ($1, $2, 'by tag', '{}', '{}')",
    [id, ruleId],
  );
  await asOwner('update inference_rules set suspended_at = now() where id = $1', [ruleId]);
  await asOwner('update inference_rules set suspended_at = now() where id = $1', [ruleId]);
  t.like(await told(), {
    length: 1,
    0: { type: 'rule.suspended', data: { rule: { id: ruleId, name: 'by tag' } } },
  });
  await fixture.database.withTenant(id, (tenant) =>
    recordAudit(tenant, {
      actorType: 'system',
      actorId: undefined,
      action: 'thing.changed',
      details: { a: 'canary' },
    }),
  );
  const [entry] = await told();
  t.like(entry, {
    type: 'audit.entry',
    data: { action: 'thing.changed', outcome: 'success', actor: { type: 'system' } },
  });
  t.false(JSON.stringify(entry).includes('canary'));
});

test('an account that becomes stale or fresh is told once, and its first evaluation tells nothing', async (t) => {
  const { id, accountId, told } = await organization();
  const evaluate = () => fixture.database.withTenant(id, recordFreshnessEvents);
  const scanned = (interval: string) =>
    asOwner(
      `insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
       values ($1, $2, clock_timestamp() - interval '1 second', now() - $3::interval)`,
      [id, accountId, interval],
    );
  await evaluate();
  t.deepEqual(await told(), []);
  await scanned('1 minute');
  await Promise.all([evaluate(), evaluate()]);
  t.like(await told(), { length: 1, 0: { type: 'account.fresh', data: { account: { id: accountId } } } });
  await scanned('3 days');
  await evaluate();
  await evaluate();
  t.deepEqual(typesOf(await told()), ['account.stale']);
});

test('positions follow the order of commits, without gaps, and no organization waits for a long transaction of another', async (t) => {
  const [one, other] = [await organization(), await organization()];
  const insert = `insert into events (organization_id, type, data) values ($1, 'rule.suspended', '{"n": 1}')`;
  const open = await queryAsOwner.hold(files.url, insert, [one.id]);
  await asOwner(insert.replace('1}', '2}'), [one.id]);
  await asOwner(insert.replace('1}', '3}'), [other.id]);
  t.deepEqual(
    (await one.told()).map(({ data, position }) => [data['n'], position]),
    [[2, 1]],
  );
  t.deepEqual(
    (await other.told()).map(({ data, position }) => [data['n'], position]),
    [[3, 1]],
  );
  await open.commit();
  t.deepEqual(
    (await one.told()).map(({ data, position }) => [data['n'], position]),
    [[1, 2]],
  );
  await asOwner(
    "insert into events (organization_id, type, data) select $1, 'rule.suspended', '{}' from generate_series(1, 4500)",
    [one.id],
  );
  const [, rest] = await Promise.all([numberEvents(fixture.database, 5), one.told()]);
  t.deepEqual(
    rest.map(({ position }) => position),
    Array.from({ length: 4500 }, (_, index) => index + 3),
  );
  t.deepEqual(await fixture.database.withTenant(one.id, eventRange), { head: 4502, before: 0 });
});
