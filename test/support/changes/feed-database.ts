import { randomInt, randomUUID } from 'node:crypto';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { createTestDatabase } from '../test-database.ts';
import { useFixture } from '../use-fixture.ts';

/** A database with accounts and CloudTrail feeds, but without an AWS emulator. */
export interface FeedDatabase {
  readonly url: string;
  readonly database: Database;
  createOrganization(): Promise<string>;
  /** Inserts a connected account and its connection. */
  createAccount(organizationId: string, values?: Partial<TestAccount>): Promise<string>;
  /** Inserts feeds that are due since `dueSeconds`, in regions `region-0`, `region-1` and so on. */
  createFeeds(
    organizationId: string,
    accountId: string,
    count: number,
    dueSeconds: number,
  ): Promise<readonly string[]>;
  feeds(accountId: string): Promise<readonly TestFeed[]>;
  close(): Promise<void>;
}

interface TestAccount {
  readonly status: string;
  readonly included: boolean;
  readonly regions: readonly string[];
  readonly partition: string;
}

interface TestFeed {
  readonly id: string;
  readonly region: string;
  readonly status: string;
  readonly last_error: string | null;
  readonly watermark: Date | null;
  /** Seconds until the next poll; `null` while the feed is paused. */
  readonly next_poll_seconds: number | null;
}

/** A {@link FeedDatabase} for the calling test file. See {@link useFixture}. */
export function useFeedDatabase(): FeedDatabase {
  return useFixture(openFeedDatabase, (database) => database.close());
}

async function openFeedDatabase(): Promise<FeedDatabase> {
  const created = await createTestDatabase();
  const { url } = created;
  const database = openDatabase({ url, poolSize: 8 });
  return {
    url,
    database,
    async createOrganization() {
      const id = randomUUID();
      await queryAsOwner(url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
        id,
        `o-${id}`,
      ]);
      return id;
    },
    async createAccount(organizationId, values = {}) {
      const { status = 'connected', included = true, regions = [], partition = 'aws' } = values;
      const awsAccountNumber = String(randomInt(1e11, 1e12 - 1));
      const [row] = await queryAsOwner<{ id: string }>(
        url,
        `with connection as (
           insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
           values ($1, 'Account ' || $2, 'standalone', 'external-id-' || $2, 'inventory', 'active') returning id)
         insert into aws_accounts
           (organization_id, connection_id, account_id, role_arn, status, included, effective_regions)
         select $1, id, $2, 'arn:' || $3 || ':iam::' || $2 || ':role/inventory', $4, $5, $6 from connection
         returning id`,
        [organizationId, awsAccountNumber, partition, status, included, regions],
      );
      return row?.id ?? '';
    },
    async createFeeds(organizationId, accountId, count, dueSeconds) {
      const rows = await queryAsOwner<{ id: string }>(
        url,
        `insert into cloudtrail_feeds (organization_id, aws_account_id, region, next_poll_at)
         select $1, $2, 'region-' || n, now() - make_interval(secs => $4) from generate_series(0, $3::int - 1) n
         returning id`,
        [organizationId, accountId, count, dueSeconds],
      );
      return rows.map(({ id }) => id);
    },
    feeds: (accountId) =>
      queryAsOwner<TestFeed>(
        url,
        `select id, region, status, last_error, watermark,
           extract(epoch from next_poll_at - now())::double precision as next_poll_seconds
         from cloudtrail_feeds where aws_account_id = $1 order by region`,
        [accountId],
      ),
    async close() {
      await database.close();
      await created.drop();
    },
  };
}
