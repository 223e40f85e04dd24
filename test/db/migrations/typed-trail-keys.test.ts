import knex from 'knex';
import test from 'ava';
import { migrateDatabase } from '../../../db/migrate-database.ts';
import { down, up } from '../../../db/migrations/0002-typed-trail-keys.ts';
import { createEmptyDatabase } from '../../support/test-database.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

test('the feeds of a database of the release before read the last two days again', async (t) => {
  const database = await createEmptyDatabase();
  const owner = knex({
    client: 'pg',
    connection: { connectionString: database.url },
    pool: { min: 1, max: 1 },
  });
  try {
    await migrateDatabase(database.url);
    await owner.raw('set role inventory_owner');
    await down(owner);
    await queryAsOwner(
      database.url,
      `with organization as (insert into organizations (name, slug) values ('a', 'a') returning id)
       insert into cloudtrail_feeds (organization_id, aws_account_id, region, watermark)
       select id, gen_random_uuid(), region, watermark from organization,
         (values ('eu-west-1', '2026-01-10T12:00:00Z'::timestamptz), ('eu-north-1', null)) feed(region, watermark)`,
    );
    await up(owner);
    const feeds = await queryAsOwner(
      database.url,
      'select region, watermark, attributed_until from cloudtrail_feeds order by region',
    );
    t.deepEqual(feeds, [
      { region: 'eu-north-1', watermark: null, attributed_until: null },
      { region: 'eu-west-1', watermark: new Date('2026-01-08T12:00:00Z'), attributed_until: null },
    ]);
  } finally {
    await owner.destroy();
    await database.drop();
  }
});
