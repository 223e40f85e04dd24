import test from 'ava';
import { claimDueFeeds, findFeed, insertEvents, reconcileFeeds } from '../../../db/changes/feed-store.ts';
import { createTrailKeys } from '../../../db/changes/trail-keys.ts';
import { blockRegion, findBlockedRegion } from '../../../db/discovery/policy-block-store.ts';
import type { TrailReference } from '../../../domain/changes/read-references.ts';
import type { TypedEvent } from '../../../domain/changes/read-typed-event.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useFeedDatabase } from '../../support/changes/feed-database.ts';

const feeds = useFeedDatabase();

const referenceTo = (identifier: string): TrailReference => ({
  resourceType: 'AWS::Lambda::Function',
  identifier,
  kind: 'name',
  via: '{functionName}',
});
const reconcile = (organizationId: string) => feeds.database.withTenant(organizationId, reconcileFeeds);
/** Claims feeds; returns the ids of those of the given organizations. */
async function claim(limit: number, organizations: readonly string[], excluded: readonly string[] = []) {
  const claimed = await claimDueFeeds(feeds.database, limit, excluded);
  return claimed.filter(({ organizationId }) => organizations.includes(organizationId));
}
/** Makes the feeds of earlier tests not due. */
test.beforeEach(() => queryAsOwner(feeds.url, 'update cloudtrail_feeds set next_poll_at = null'));

test.serial('claims a feed of a connected account behind 600 older feeds of dead accounts', async (t) => {
  const organization = await feeds.createOrganization();
  for (const values of [{ status: 'departed' }, { included: false }, { status: 'unreachable' }])
    await feeds.createFeeds(organization, await feeds.createAccount(organization, values), 200, 100_000);
  const account = await feeds.createAccount(organization);
  const [live] = await feeds.createFeeds(organization, account, 1, 1);
  t.deepEqual(await claim(20, [organization]), [{ organizationId: organization, feedId: live }]);
});

test.serial('an organization with thousands of due feeds leaves a share to the others', async (t) => {
  const [large, small] = [await feeds.createOrganization(), await feeds.createOrganization()];
  await feeds.createFeeds(large, await feeds.createAccount(large), 3000, 100_000);
  const [only] = await feeds.createFeeds(small, await feeds.createAccount(small), 1, 1);
  const first = await claim(20, [large, small]);
  t.true(first.some(({ feedId }) => feedId === only));
  t.is(first.length, 11);
  t.is((await claim(20, [large, small])).length, 20, 'the share of organizations without due feeds is free');
  t.deepEqual(await claim(20, [large, small], [large]), [], 'excluded organizations get nothing');
});

test.serial('a claimed feed is due again only after five minutes', async (t) => {
  const organization = await feeds.createOrganization();
  const account = await feeds.createAccount(organization);
  await feeds.createFeeds(organization, account, 1, 10);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(20, [organization])));
  t.is(claims.flat().length, 1, 'concurrent claims return different feeds');
  const [feed] = await feeds.feeds(account);
  t.true((feed?.next_poll_seconds ?? 0) > 250);
  t.true((feed?.next_poll_seconds ?? 0) <= 300);
});

test.serial('every account has a feed in the regions of its partition for global events', async (t) => {
  const organization = await feeds.createOrganization();
  for (const [partition, regions, expected] of [
    ['aws', ['eu-west-1'], ['eu-west-1', 'us-east-1']],
    ['aws', ['us-east-1'], ['us-east-1']],
    ['aws', [], ['us-east-1']],
    ['aws-cn', ['cn-northwest-1'], ['cn-north-1', 'cn-northwest-1']],
    ['aws-cn', ['cn-north-1'], ['cn-north-1', 'cn-northwest-1']],
    ['aws-cn', [], ['cn-north-1', 'cn-northwest-1']],
    ['aws-us-gov', ['us-gov-east-1'], ['us-gov-east-1', 'us-gov-west-1']],
  ] as const) {
    const account = await feeds.createAccount(organization, { partition, regions });
    await reconcile(organization);
    t.deepEqual(
      (await feeds.feeds(account)).map(({ region }) => region),
      [...expected],
    );
  }
});

test.serial('pauses the feeds of an account that cannot be read, and resumes them', async (t) => {
  const organization = await feeds.createOrganization();
  const account = await feeds.createAccount(organization, { regions: ['eu-west-1', 'eu-north-1'] });
  const paused = async () =>
    (await feeds.feeds(account))
      .filter(({ next_poll_seconds: seconds }) => seconds === null)
      .map(({ region }) => region);
  await reconcile(organization);
  t.deepEqual(await paused(), []);
  await queryAsOwner(feeds.url, "update aws_accounts set effective_regions = '{eu-west-1}' where id = $1", [
    account,
  ]);
  await reconcile(organization);
  t.deepEqual(await paused(), ['eu-north-1']);
  await queryAsOwner(feeds.url, "update aws_accounts set status = 'suspended' where id = $1", [account]);
  await reconcile(organization);
  t.deepEqual(await paused(), ['eu-north-1', 'eu-west-1', 'us-east-1']);
  await queryAsOwner(feeds.url, "update aws_accounts set status = 'connected' where id = $1", [account]);
  await reconcile(organization);
  t.deepEqual(await paused(), ['eu-north-1']);
  t.is((await claim(20, [organization])).length, 2);
});

test.serial('stores an event with texts that Postgres rejects', async (t) => {
  const organization = await feeds.createOrganization();
  const account = await feeds.createAccount(organization);
  const [id = ''] = await feeds.createFeeds(organization, account, 1, 1);
  const hostile = 'a\0b\ud800';
  const event: TypedEvent = {
    eventId: 'e1',
    eventName: 'UpdateFunctionConfiguration',
    eventSource: 'lambda',
    occurredAt: new Date(),
    region: 'eu-west-1',
    otherRegions: [],
    actor: { type: 'IAMUser', arn: undefined, name: hostile, via: undefined },
    references: [referenceTo(hostile), referenceTo('orders')],
  };
  const inserted = await feeds.database.withTenant(organization, async (tenant) => {
    const feed = await findFeed(tenant, id);
    return feed && insertEvents(tenant, feed, [event], createTrailKeys(Buffer.alloc(32)));
  });
  t.is(inserted, 1);
});

test.serial('blocks a region with a message that is cut within a character', async (t) => {
  const organization = await feeds.createOrganization();
  const place = { accountId: await feeds.createAccount(organization), region: 'eu-west-1' };
  const block = await feeds.database.withTenant(organization, async (tenant) => {
    await blockRegion(tenant, place, `${'x'.repeat(499)}😀`);
    return findBlockedRegion(tenant, place);
  });
  t.like(block, { error: `${'x'.repeat(499)}\ufffd`, expired: false });
});

test.serial(
  'reads the keys of a stored event again when another version of the table had read them',
  async (t) => {
    const organization = await feeds.createOrganization();
    const account = await feeds.createAccount(organization);
    const [id = ''] = await feeds.createFeeds(organization, account, 1, 1);
    const keys = createTrailKeys(Buffer.alloc(32));
    const insert = (identifiers: readonly string[]) =>
      feeds.database.withTenant(organization, async (tenant) => {
        const feed = await findFeed(tenant, id);
        const event: TypedEvent = {
          eventId: 'e1',
          eventName: 'UpdateFunctionConfiguration20150331v2',
          eventSource: 'lambda',
          occurredAt: new Date(),
          region: 'region-0',
          otherRegions: [],
          actor: { type: 'IAMUser', arn: 'arn:aws:iam::1:user/ann', name: 'ann', via: undefined },
          references: identifiers.map(referenceTo),
        };
        return feed && insertEvents(tenant, feed, [event, event], keys);
      });
    const stored = async () =>
      (
        await queryAsOwner<{ key: string }>(
          feeds.url,
          `select k.key from cloudtrail_event_keys k join cloudtrail_events e on e.organization_id = k.organization_id and e.id = k.event_row_id
         where k.organization_id = $1 and k.key = any (e.keys)`,
          [organization],
        )
      ).map(({ key }) => key);
    const hashes = (...identifiers: readonly string[]) =>
      identifiers.map((one) => keys.hash(referenceTo(one)));
    t.is(await insert(['orders', 'payments']), 1);
    t.deepEqual((await stored()).toSorted(), hashes('orders', 'payments').toSorted());
    t.is(await insert(['other']), 0);
    t.deepEqual(
      (await stored()).toSorted(),
      hashes('orders', 'payments').toSorted(),
      'the version is the same',
    );
    await queryAsOwner(
      feeds.url,
      'update cloudtrail_events set table_version = null where organization_id = $1',
      [organization],
    );
    t.is(await insert(['orders', 'refunds']), 0);
    t.deepEqual((await stored()).toSorted(), hashes('orders', 'refunds').toSorted());
  },
);

test.serial('an account with accelerators has a feed in the region of their trail', async (t) => {
  const organization = await feeds.createOrganization();
  const account = await feeds.createAccount(organization, { regions: ['eu-west-1'] });
  await queryAsOwner(
    feeds.url,
    `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
     values ($1, $2, 'global', 'AWS::GlobalAccelerator::Accelerator', 'a', 'h', 1)`,
    [organization, account],
  );
  await reconcile(organization);
  t.deepEqual(
    (await feeds.feeds(account)).map(({ region }) => region),
    ['eu-west-1', 'us-east-1', 'us-west-2'],
  );
});
