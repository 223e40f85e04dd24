import { setMaxListeners } from 'node:events';
import { chooseEvent } from '../../domain/changes/choose-event.ts';
import { dueCellsOf } from '../../domain/changes/due-cells.ts';
import { pollWindows } from '../../domain/changes/poll-windows.ts';
import type { FeedStatus } from '../../domain/values.ts';
import { explainChanges } from '../../db/plans/explain/explain-changes.ts';
import {
  attributedRegions,
  listAttributionCandidates,
  updateAttributions,
} from '../../db/changes/attribution-store.ts';
import type { ChangePosition } from '../../db/changes/attribution-store.ts';
import {
  advanceWatermark,
  beginPoll,
  findFeed,
  insertEvents,
  pauseFeed,
  recordPoll,
} from '../../db/changes/feed-store.ts';
import type { BegunFeed, Feed, FeedToPoll } from '../../db/changes/feed-store.ts';
import { createTrailKeys } from '../../db/changes/trail-keys.ts';
import type { TrailKeys } from '../../db/changes/trail-keys.ts';
import { findScannableAccounts } from '../../db/connections/scannable-accounts.ts';
import type { ScannableAccount } from '../../db/connections/scannable-accounts.ts';
import { storeDueCells } from '../../db/discovery/due-cell-store.ts';
import { listActiveRunsOf } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitedCaller } from '../discovery/aws/limited-caller.ts';
import { roleOfScannableAccount } from '../connections/customer-roles.ts';
import type { CustomerRole } from '../../db/connections/role-check-store.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { RoleRefused } from '../connections/role-refused.ts';
import type { CallLimiters } from '../discovery/aws/call-limiters.ts';
import { LookupError, lookupEvents } from './lookup-events.ts';

export interface IngestDependencies extends Pick<Dependencies, 'database' | 'secretHashKeys'> {
  readonly roles: Pick<Dependencies['roles'], 'callerFor'>;
  /** Seconds until the next poll of a feed. Default: 300. */
  readonly configuration?: Pick<Dependencies['configuration'], 'changesPollSeconds' | 'quotaFactor'>;
}

export interface IngestLimits {
  /** Time after which the poll stops, in ms. Without it, the poll reads to the last page. */
  readonly timeoutMs?: number;
  /** Maximum length of a window, in ms. The watermark moves after each window, so a retry does not begin again. */
  readonly windowMs?: number;
  /** Time during which one throttled call is retried, in ms. */
  readonly throttleTimeoutMs: number;
  /** Skips a feed that has an active run. */
  readonly skipsActiveRuns: boolean;
}

export interface IngestResult {
  /**
   * Status stored in the feed's row; `skipped` when the account cannot be read or a run ingests the feed; `unfinished`
   * after `timeoutMs`.
   */
  readonly outcome: Exclude<FeedStatus, 'never'> | 'skipped' | 'unfinished';
  /** Number of new events. */
  readonly added: number;
  /** Time between the watermark of the feed and the start of the poll. `undefined` when it was skipped or is the first one. */
  readonly lagSeconds: number | undefined;
}

/**
 * Reads the CloudTrail events of one account and region since the watermark, stores them with the cells that they make due, and
 * attributes changes to them. Idempotent: events are unique by event id, and the attribution of a change depends on the
 * events, not on the order in which CloudTrail delivers them. A failed call to AWS is stored in the feed's row and not thrown.
 * @throws the reason of `signal` when it aborts, and errors of the database.
 */
export async function ingestFeed(
  dependencies: IngestDependencies,
  limiters: Pick<CallLimiters, 'of'>,
  { organizationId, feedId }: FeedToPoll,
  limits: IngestLimits,
  signal: AbortSignal,
): Promise<IngestResult> {
  const { database, roles } = dependencies;
  const found = await database.withTenant(organizationId, (tenant) =>
    findReadableFeed(tenant, feedId, limits),
  );
  if (found === undefined) return { outcome: 'skipped', added: 0, lagSeconds: undefined };
  const { feed, account } = found;
  const { begunAt: started } = feed;
  const pollSeconds = dependencies.configuration?.changesPollSeconds;
  const keys = createTrailKeys(await dependencies.secretHashKeys(organizationId));
  const lagSeconds =
    feed.watermark === undefined ? undefined : (started.getTime() - feed.watermark.getTime()) / 1000;
  let added = 0;
  let pages = 0;
  let lastEventAt: Date | undefined;
  const timeout = abortAfter(limits.timeoutMs, signal);
  try {
    const caller = limitedCaller({
      caller: await callerFor(roles, roleOfScannableAccount(organizationId, account)),
      limiter: limiters.of(organizationId, {
        accountId: feed.awsAccountId,
        region: feed.region,
        service: 'cloudtrail',
      }),
      signal: timeout.signal,
      concurrency: 1,
      throttleTimeoutMs: limits.throttleTimeoutMs,
    });
    for (const window of pollWindows(feed.watermark, started, limits.windowMs)) {
      for await (const events of lookupEvents(caller, feed.region, window)) {
        pages += 1;
        if (events.length === 0) continue;
        const due = dueCellsOf(events, account.accountId);
        added += await database.withTenant(organizationId, async (tenant) => {
          await storeDueCells(tenant, account.id, due);
          return insertEvents(tenant, feed, events, keys);
        });
        for (const { occurredAt } of events)
          if (lastEventAt === undefined || occurredAt > lastEventAt) lastEventAt = occurredAt;
      }
      if (window.end < started)
        await database.withTenant(organizationId, (tenant) => advanceWatermark(tenant, feed, window.end));
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RoleRefused) {
      const refused: FailedPoll = { status: 'denied', error: error.message };
      await database.withTenant(organizationId, (tenant) => recordPoll(tenant, feed, refused, pollSeconds));
      return { outcome: 'denied', added, lagSeconds };
    }
    if (!(error instanceof LookupError)) throw error;
    if (timeout.signal.aborted && pages > 0) return { outcome: 'unfinished', added, lagSeconds };
    const failure = failureOf(error, timeout.signal.aborted ? limits.timeoutMs : undefined);
    await database.withTenant(organizationId, (tenant) => recordPoll(tenant, feed, failure, pollSeconds));
    return { outcome: failure.status, added, lagSeconds };
  } finally {
    timeout.clear();
  }
  await attributeChanges(dependencies, organizationId, feed, keys, signal);
  await database.withTenant(organizationId, (tenant) =>
    recordPoll(tenant, feed, { status: 'ok', watermark: started, lastEventAt }, pollSeconds),
  );
  return { outcome: 'ok', added, lagSeconds };
}

/** @throws RoleRefused when the check of the role fails, LookupError when AWS cannot be reached. */
async function callerFor(roles: IngestDependencies['roles'], role: CustomerRole): Promise<AwsCaller> {
  try {
    return await roles.callerFor(role);
  } catch (error) {
    if (error instanceof RoleRefused || error instanceof CatalogueError) throw error;
    throw new LookupError(error);
  }
}

/** Returns the feed and its account. Pauses the feed and returns `undefined` when the account cannot be read. */
async function findReadableFeed(
  tenant: Tenant,
  feedId: string,
  { skipsActiveRuns }: IngestLimits,
): Promise<{ readonly feed: BegunFeed; readonly account: ScannableAccount } | undefined> {
  const feed = await findFeed(tenant, feedId);
  if (feed === undefined) return undefined;
  const [account] = await findScannableAccounts(tenant, { accountId: feed.awsAccountId });
  if (account === undefined) {
    await pauseFeed(tenant, feedId);
    return undefined;
  }
  if (skipsActiveRuns && (await listActiveRunsOf(tenant, [feedId], ['ingest_changes'])).length > 0)
    return undefined;
  const begun = await beginPoll(tenant, feedId);
  return begun === undefined ? undefined : { feed: begun, account };
}

interface FailedPoll {
  readonly status: 'denied' | 'throttled' | 'error' | 'blocked_by_scp';
  readonly error: string;
}

/** @param timeoutMs - given when the poll was aborted because its time was over */
function failureOf({ cause }: LookupError, timeoutMs: number | undefined): FailedPoll {
  const { outcome, message, deniedByScp } = classifyAwsError(cause);
  if (deniedByScp === true) return { status: 'blocked_by_scp', error: message };
  if (outcome === 'denied' || outcome === 'throttled') return { status: outcome, error: message };
  if (timeoutMs === undefined) return { status: 'error', error: message };
  return { status: 'error', error: `LookupEvents returned no page within ${timeoutMs / 1000} seconds.` };
}

/** Returns a signal that aborts with `signal` or after `milliseconds`. Call `clear` when it is no longer used. */
function abortAfter(
  milliseconds: number | undefined,
  signal: AbortSignal,
): { readonly signal: AbortSignal; clear(): void } {
  if (milliseconds === undefined) return { signal, clear: () => undefined };
  const controller = new AbortController();
  // Node warns at more than 10 listeners. Each call in flight adds some.
  setMaxListeners(0, controller.signal);
  const abort = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new Error('timeout')), milliseconds);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

/** Attributes the changes of the feed's account and region, in pages. */
async function attributeChanges(
  { database }: Pick<Dependencies, 'database'>,
  organizationId: string,
  feed: Feed,
  keys: TrailKeys,
  signal: AbortSignal,
): Promise<void> {
  for (const region of attributedRegions(feed)) {
    let after: ChangePosition | undefined;
    do {
      signal.throwIfAborted();
      const from = after;
      after = await database.withTenant(organizationId, (tenant) =>
        attributePage(tenant, feed, region, keys, from),
      );
    } while (after !== undefined);
  }
}

/** @returns the position of the next page */
async function attributePage(
  tenant: Tenant,
  feed: Feed,
  region: string,
  keys: TrailKeys,
  after: ChangePosition | undefined,
): Promise<ChangePosition | undefined> {
  const { candidates, next } = await listAttributionCandidates(tenant, feed, region, keys, after);
  const found = candidates.flatMap(({ id, change, events, isTruncated, isAttributed }) => {
    const cause = chooseEvent(change, events, isTruncated);
    return cause === undefined && !isAttributed ? [] : [{ id, cause }];
  });
  const changeIds = await updateAttributions(tenant, found);
  // An exact attribution tells the time of the change, which excludes some explanations.
  if (changeIds.length > 0) await explainChanges(tenant, { changeIds });
  return next;
}
