import { attributeChange } from '../../domain/changes/attribute-change.ts';
import { readTrailEvent } from '../../domain/changes/read-trail-event.ts';
import type { LookupEvent, TrailEvent } from '../../domain/changes/read-trail-event.ts';
import { listAttributionCandidates, updateAttributions } from '../../db/changes/attribution-store.ts';
import { recordPoll, findFeed, insertEvents } from '../../db/changes/feed-store.ts';
import type { Feed } from '../../db/changes/feed-store.ts';
import { createTrailKeys } from '../../db/changes/trail-keys.ts';
import type { TrailKeys } from '../../db/changes/trail-keys.ts';
import { findScannableAccounts } from '../../db/connections/scannable-accounts.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitedCaller } from '../discovery/limited-caller.ts';
import { callerForAccount } from '../connections/caller-for-account.ts';
import type { CallLimiters } from '../discovery/call-limiters.ts';

export interface FeedToIngest {
  readonly organizationId: string;
  readonly feedId: string;
}

/** CloudTrail delivers events up to 15 minutes late, so each poll starts that long before the watermark. */
const deliveryDelayMs = 15 * 60_000;
const initialLookbackMs = 24 * 60 * 60_000;
const throttleTimeoutMs = 120_000;

/**
 * Reads the CloudTrail events of one account and region since the watermark, stores them, and attributes changes to
 * them. Idempotent: events are unique by event id, and an attributed change keeps its attribution. A failed call to AWS
 * is stored in the feed's row and not thrown. Returns the number of new events.
 */
export async function ingestFeed(
  dependencies: Dependencies,
  limiters: CallLimiters,
  { organizationId, feedId }: FeedToIngest,
  signal: AbortSignal,
): Promise<number> {
  const { database, aws } = dependencies;
  const found = await database.withTenant(organizationId, async (tenant) => {
    const feed = await findFeed(tenant, feedId);
    return feed === undefined
      ? undefined
      : { feed, accounts: await findScannableAccounts(tenant, { accountId: feed.aws_account_id }) };
  });
  const [account] = found?.accounts ?? [];
  if (found === undefined || account === undefined) return 0;
  const { feed } = found;
  const bucket = { accountId: feed.aws_account_id, region: feed.region, service: 'cloudtrail' };
  const caller = limitedCaller({
    caller: callerForAccount(aws, account),
    limiter: limiters.of(organizationId, bucket),
    signal,
    concurrency: 1,
    throttleTimeoutMs,
  });
  const keys = createTrailKeys(await dependencies.secretHashKeys(organizationId));
  const started = new Date();
  let added = 0;
  let lastEventAt: Date | null = null;
  try {
    for await (const events of pages(caller, feed, started)) {
      added += await database.withTenant(organizationId, (tenant) =>
        insertEvents(tenant, feed, events, keys),
      );
      for (const { occurredAt } of events)
        if (lastEventAt === null || occurredAt > lastEventAt) lastEventAt = occurredAt;
    }
  } catch (error) {
    signal.throwIfAborted();
    const { outcome, message } = classifyAwsError(error);
    const status = outcome === 'denied' || outcome === 'throttled' ? outcome : 'error';
    await database.withTenant(organizationId, (tenant) =>
      recordPoll(tenant, feed, { status, error: message }),
    );
    return added;
  }
  await attributeChanges(dependencies, organizationId, feed, keys);
  await database.withTenant(organizationId, (tenant) =>
    recordPoll(tenant, feed, { status: 'ok', watermark: started, lastEventAt }),
  );
  return added;
}

async function* pages(caller: AwsCaller, feed: Feed, now: Date): AsyncGenerator<readonly TrailEvent[]> {
  const from =
    feed.watermark === null ? now.getTime() - initialLookbackMs : feed.watermark.getTime() - deliveryDelayMs;
  let token: string | undefined;
  do {
    const response: { Events?: readonly LookupEvent[]; NextToken?: string } = await caller.call({
      client: 'cloudtrail',
      region: feed.region,
      operation: 'LookupEvents',
      input: {
        StartTime: new Date(from),
        EndTime: now,
        LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
        MaxResults: 50,
        ...(token === undefined ? {} : { NextToken: token }),
      },
    });
    yield (response.Events ?? []).flatMap((event) => readTrailEvent(event) ?? []);
    token = response.NextToken;
  } while (token !== undefined && token !== '');
}

/** Attributes changes in batches, until no change of a batch can be attributed. */
async function attributeChanges(
  { database }: Dependencies,
  organizationId: string,
  feed: Feed,
  keys: TrailKeys,
): Promise<void> {
  for (;;) {
    const attributed = await database.withTenant(organizationId, async (tenant) => {
      const candidates = await listAttributionCandidates(tenant, feed, keys);
      const found = candidates.flatMap(({ id, change, events }) => {
        const cause = attributeChange(change, events);
        return cause === undefined ? [] : [{ id, cause }];
      });
      await updateAttributions(tenant, found);
      return found.length;
    });
    if (attributed === 0) return;
  }
}
