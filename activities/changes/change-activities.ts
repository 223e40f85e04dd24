import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { listDueFeeds, insertMissingFeeds } from '../../db/changes/feed-store.ts';
import { listOrganizationsWithAccounts } from '../../db/changes/organizations-with-accounts.ts';
import type { Dependencies } from '../dependencies.ts';
import { createCallLimiters } from '../discovery/call-limiters.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { ingestFeed } from './ingest-feed.ts';
import type { FeedToIngest } from './ingest-feed.ts';

const pollIntervalSeconds = 300;
const maximumFeedsPerPoll = 500;

/** Activities that ingest CloudTrail events and attribute changes to them. */
export function createChangeActivities(dependencies: Dependencies) {
  const { database, logger } = dependencies;
  const limiters = createCallLimiters(database, logger);
  const ingest = (feed: FeedToIngest) =>
    withHeartbeat(() => ingestFeed(dependencies, limiters, feed, Context.current().cancellationSignal));
  return {
    /** Ingests the feed of a run, whose id is `subjectId`. Returns the number of new events. */
    ingestRunFeed: ({ organizationId, subjectId }: RunInput): Promise<number> =>
      ingest({ organizationId, feedId: subjectId }),

    /** Ingests a feed that is due. Returns the number of new events. */
    ingestDueFeed: (feed: FeedToIngest): Promise<number> => ingest(feed),

    /** Inserts the missing feeds of every organization, and returns the feeds that are due for a poll. */
    async findDueFeeds(): Promise<FeedToIngest[]> {
      for (const organizationId of await listOrganizationsWithAccounts(database)) {
        try {
          await database.withTenant(organizationId, insertMissingFeeds);
        } catch (error) {
          // A failure in one organization must not stop the polls of the others.
          logger.warn({ err: error, organization_id: organizationId }, 'failed to insert CloudTrail feeds');
        }
      }
      const due = await listDueFeeds(database, pollIntervalSeconds, maximumFeedsPerPoll);
      return due.map(({ organization_id: organizationId, id }) => ({ organizationId, feedId: id }));
    },
  };
}
