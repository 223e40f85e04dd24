import test from 'ava';
import { createRegionGuards } from '../../../../activities/discovery/aws/region-guards.ts';
import type { AwsCaller, AwsRequest } from '../../../../clients/aws/aws-caller.ts';
import { cellOutcomeOf, classifyAwsError } from '../../../../clients/aws/classify-aws-error.ts';
import { findBlockedRegion, replaceBlocks } from '../../../../db/discovery/policy-block-store.ts';
import { regionProbeServices } from '../../../../domain/discovery/regions/organization-policies.ts';
import { serviceCollectors } from '../../../../domain/discovery/declaration/resource-types.ts';
import { createLogger } from '../../../../runtime/logger.ts';
import { storedRegion, useStoredScans } from '../../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../../support/inventory/stored-scan.ts';

const scans = useStoredScans();
const logger = createLogger('test', 'silent');
const message =
  'User: arn:aws:sts::123456789012:assumed-role/inventory/x is not authorized to perform: sns:ListTopics with an explicit deny in a service control policy';

/** A caller for which a service control policy denies the clients that `isDenied` accepts. `calls` has all calls. */
function awsWith(isDenied: (client: string) => boolean): AwsCaller & { readonly calls: AwsRequest[] } {
  const calls: AwsRequest[] = [];
  return {
    calls,
    async call(request) {
      calls.push(request);
      await Promise.resolve();
      if (isDenied(request.client))
        throw Object.assign(new Error(message), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
      return {};
    },
  };
}

const guardOf = ({ organizationId, accountId }: StoredAccount) =>
  createRegionGuards(scans.database, logger).of(organizationId, { accountId, region: storedRegion });

const blockOf = ({ organizationId, accountId }: StoredAccount) =>
  scans.database.withTenant(organizationId, (tenant) =>
    findBlockedRegion(tenant, { accountId, region: storedRegion }),
  );

const list = (service: string) => ({ client: service, region: storedRegion, operation: 'List' });
const outcomeOf = (error: unknown) => cellOutcomeOf(classifyAwsError(error));

test('blocks a denied region after one probe of each probe service, and pauses its feed', async (t) => {
  const account = await scans.makeAccount();
  await scans.owner.query(
    `insert into cloudtrail_feeds (organization_id, aws_account_id, region, next_poll_at) values ($1, $2, $3, now())`,
    [account.organizationId, account.accountId, storedRegion],
  );
  const aws = awsWith(() => true);
  const guard = guardOf(account);
  await guard.open(aws, 'aws');
  t.is(guard.refusalOf('sns'), undefined);
  const refused = await Promise.allSettled(
    ['sns', 'sqs', 'dynamodb'].map((service) => guard.guard(service, aws, 'aws').call(list(service))),
  );
  for (const result of refused)
    t.is(result.status === 'rejected' && outcomeOf(result.reason), 'blocked_by_scp');
  const lists = ['dynamodb List', 'sns List', 'sqs List'];
  const probes = regionProbeServices.map((name) => {
    const service = serviceCollectors(name);
    return `${service?.client} ${service?.probe.operation}`;
  });
  t.deepEqual(
    aws.calls.map(({ client, operation }) => `${client} ${operation}`).toSorted(),
    [...lists, ...probes].toSorted(),
  );
  t.is(guard.refusalOf('sns'), message);
  t.is(guard.refusalOf('kms'), undefined, 'policies that deny regions exempt it');
  const error = await t.throwsAsync(guard.guard('ecs', aws, 'aws').call(list('ecs')));
  t.is(outcomeOf(error), 'blocked_by_scp');
  t.is(aws.calls.length, lists.length + probes.length, 'a blocked region is not called');
  t.deepEqual(await blockOf(account), { error: message, expired: false });
  const [feed] = await scans.owner.query<Record<string, unknown>>(
    `select status, last_error, next_poll_at, blocked_until > now() as is_blocked from cloudtrail_feeds
     where organization_id = $1`,
    [account.organizationId],
  );
  t.deepEqual(feed, { status: 'blocked_by_scp', last_error: message, next_poll_at: null, is_blocked: true });
});

test('does not block a region in which a call to another service succeeds', async (t) => {
  const account = await scans.makeAccount();
  const aws = awsWith((client) => client === 'sns');
  const guard = guardOf(account);
  await guard.open(aws, 'aws');
  const error = await t.throwsAsync(guard.guard('sns', aws, 'aws').call(list('sns')));
  t.is(outcomeOf(error), 'blocked_by_scp');
  t.is(guard.refusalOf('sns'), undefined);
  t.is(await blockOf(account), undefined);
  t.is(aws.calls.length, 1 + regionProbeServices.length);
  await t.throwsAsync(guard.guard('sns', aws, 'aws').call(list('sns')));
  t.is(aws.calls.length, 2 + regionProbeServices.length, 'the region is not probed again');
});

test('probes a region again on the next day and after a validation', async (t) => {
  const account = await scans.makeAccount();
  const denied = awsWith(() => true);
  await t.throwsAsync(guardOf(account).guard('sns', denied, 'aws').call(list('sns')));
  const sameDay = awsWith(() => true);
  const guard = guardOf(account);
  await guard.open(sameDay, 'aws');
  t.is(guard.refusalOf('sns'), message);
  t.is(sameDay.calls.length, 0);

  const nextDay = () =>
    scans.owner.query(`update blocked_regions set blocked_until = now() where organization_id = $1`, [
      account.organizationId,
    ]);
  await nextDay();
  await guard.open(sameDay, 'aws');
  t.is(sameDay.calls.length, regionProbeServices.length);
  t.deepEqual(await blockOf(account), { error: message, expired: false });

  await nextDay();
  const allowed = awsWith(() => false);
  await guard.open(allowed, 'aws');
  t.is(guard.refusalOf('sns'), undefined);
  t.is(await blockOf(account), undefined);

  const { organizationId, accountId } = account;
  const validated = (regions: ReadonlyMap<string, string>) =>
    scans.database.withTenant(organizationId, (tenant) => replaceBlocks(tenant, accountId, regions));
  await validated(new Map([[storedRegion, message]]));
  await guard.open(allowed, 'aws');
  t.is(guard.refusalOf('sns'), message);
  await validated(new Map());
  await guard.open(allowed, 'aws');
  t.is(guard.refusalOf('sns'), undefined);
});

test('blocks a denied cell until the end of the UTC day or the next validation, and skips its task', async (t) => {
  const account = await scans.makeAccount();
  const { organizationId, accountId } = account;
  const type = 'AWS::SQS::Queue';
  const task = await account.begin([type]);
  await task.finish([{ resourceType: type, outcome: 'blocked_by_scp', error: message }], []);
  const cell = async () => {
    const [row] = await scans.owner.query<Record<string, unknown>>(
      `select outcome, blocked_until = date_trunc('day', now(), 'UTC') + interval '24 hours' as until_midnight,
         last_complete_at from coverage_cells where organization_id = $1`,
      [organizationId],
    );
    return row;
  };
  t.deepEqual(await cell(), { outcome: 'blocked_by_scp', until_midnight: true, last_complete_at: null });
  const [stored] = await scans.owner.query<Record<string, unknown>>(
    `select status, failures from scan_tasks where organization_id = $1`,
    [organizationId],
  );
  t.deepEqual(stored, { status: 'skipped', failures: [] });
  await scans.database.withTenant(organizationId, (tenant) => replaceBlocks(tenant, accountId, new Map()));
  t.deepEqual(await cell(), { outcome: 'blocked_by_scp', until_midnight: null, last_complete_at: null });
  const other = await account.begin([type]);
  await other.finish([{ resourceType: type, outcome: 'blocked_by_scp', error: message, partial: true }], []);
  const [known] = await scans.owner.query<Record<string, unknown>>(
    'select outcome, blocked_until from coverage_cells where organization_id = $1',
    [organizationId],
  );
  t.deepEqual(known, { outcome: 'blocked_by_scp', blocked_until: null }, 'the policy denies some lists only');
});
