import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { claimDueFeeds, reconcileFeeds } from '../../db/changes/feed-store.ts';
import type { FeedToPoll } from '../../db/changes/feed-store.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import { createCallLimiters } from '../discovery/aws/call-limiters.ts';
import type { WorkMetrics } from '../../runtime/metrics/work-metrics.ts';
import { maintenanceWork } from '../maintenance/maintenance-work.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { ingestFeed } from './ingest-feed.ts';
import type { IngestDependencies, IngestLimits } from './ingest-feed.ts';
import { pollDueFeeds } from './poll-due-feeds.ts';
import type { PollLimits, PollSummary } from './poll-due-feeds.ts';

/** Limits of a run, which reads a feed to the end. At AWS's limit of 100 events/s a window takes 30 minutes. */
const runLimits: IngestLimits = { windowMs: 30 * 60_000, throttleTimeoutMs: 120_000, skipsActiveRuns: false };
/** Limits of the periodic poll. Within 15 s it reads about 30 pages; a run reads the feeds with more. */
const pollLimits = { timeoutMs: 15_000, throttleTimeoutMs: 10_000, skipsActiveRuns: true };
const windowLimits: PollLimits = { feedsAtOnce: 20, feedsPerOrganization: 10, durationMs: 60_000 };

type ChangeDependencies = IngestDependencies &
  Launcher & {
    readonly workMetrics: WorkMetrics;
    /** Time after which the periodic poll leaves a feed to a run, in ms. Default: 15 s. */
    readonly pollTimeoutMs?: number;
  };

/** Activities that ingest CloudTrail events and attribute changes to them. */
export function createChangeActivities(dependencies: ChangeDependencies) {
  const { configuration, database, logger, temporal, workMetrics } = dependencies;
  const { pollTimeoutMs: timeoutMs = pollLimits.timeoutMs } = dependencies;
  const limiters = createCallLimiters(database, logger, configuration?.quotaFactor ?? 1);

  async function pollFeed(feed: FeedToPoll, signal: AbortSignal): Promise<void> {
    const { outcome, lagSeconds } = await ingestFeed(
      dependencies,
      limiters,
      feed,
      { ...pollLimits, timeoutMs },
      signal,
    );
    workMetrics.feedPolled(outcome, lagSeconds);
    if (outcome !== 'unfinished') return;
    await database.withTenant(feed.organizationId, (tenant) =>
      launchRun(tenant, { temporal, logger }, { kind: 'ingest_changes', subjectId: feed.feedId }),
    );
  }

  return {
    /** Ingests the feed of a run, whose id is `subjectId`. Returns the number of new events. */
    async ingestRunFeed({ organizationId, subjectId: feedId }: RunInput): Promise<number> {
      const { cancellationSignal: signal } = Context.current();
      const { added } = await withHeartbeat(
        () => ingestFeed(dependencies, limiters, { organizationId, feedId }, runLimits, signal),
        { reads: 'foreign content' },
      );
      return added;
    },

    /** Inserts missing feeds, and pauses and resumes feeds, in every organization. */
    reconcileFeeds: (): Promise<void> =>
      maintenanceWork(async () => {
        for (const { id } of await listOrganizations(database)) {
          try {
            await database.withTenant(id, reconcileFeeds);
          } catch (error) {
            // A failure in one organization must not stop the polls of the others.
            logger.warn({ err: error, organization_id: id }, 'failed to reconcile CloudTrail feeds');
          }
        }
      }),

    /** Polls due feeds of every organization for up to one minute. */
    async pollDueFeeds(): Promise<PollSummary> {
      const { cancellationSignal: signal } = Context.current();
      return maintenanceWork(() =>
        pollDueFeeds(
          {
            claim: (limit, excluded) =>
              claimDueFeeds(database, limit, excluded, configuration?.changesPollSeconds),
            poll: (feed) => pollFeed(feed, signal),
            onFailure: ({ organizationId, feedId }, error) =>
              logger.warn(
                { err: error, organization_id: organizationId, feed_id: feedId },
                'failed to poll a CloudTrail feed',
              ),
          },
          windowLimits,
          signal,
        ),
      );
    },
  };
}
