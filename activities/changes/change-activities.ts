import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { listDueFeeds, insertMissingFeeds } from '../../db/changes/feed-store.ts';
import { listOrganizationsWithAccounts } from '../../db/changes/organizations-with-accounts.ts';
import type { Dependencies } from '../dependencies.ts';
import { createCallLimiters } from '../discovery/call-limiters.ts';
import { ingestFeed } from './ingest-feed.ts';
import type { FeedToIngest } from './ingest-feed.ts';

const pollSeconds = 300;
const feedsAtOnce = 500;

/** Reads who changed what from CloudTrail. */
export function createChangeActivities(dependencies: Dependencies) {
  const limiters = createCallLimiters(dependencies.database, dependencies.logger);
  const ingest = (feed: FeedToIngest) => {
    const { cancellationSignal, heartbeat } = Context.current();
    const beat = setInterval(() => heartbeat(), 5000);
    return ingestFeed(dependencies, limiters, feed, cancellationSignal).finally(() => clearInterval(beat));
  };
  return {
    /** The run's subject is the feed. */
    ingestRunFeed: ({ organizationId, subjectId }: RunInput): Promise<number> =>
      ingest({ organizationId, feedId: subjectId }),
    ingestDueFeed: (feed: FeedToIngest): Promise<number> => ingest(feed),
    /** Makes the feeds that are missing, and answers with those to poll now. */
    async findDueFeeds(): Promise<FeedToIngest[]> {
      const { database } = dependencies;
      for (const organizationId of await listOrganizationsWithAccounts(database)) {
        await database.withTenant(organizationId, insertMissingFeeds);
      }
      const due = await listDueFeeds(database, pollSeconds, feedsAtOnce);
      return due.map(({ organization_id: organizationId, id }) => ({ organizationId, feedId: id }));
    },
  };
}
