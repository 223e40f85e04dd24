import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createTrailKeys } from '../../../db/changes/trail-keys.ts';
import { oneRowOf } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const files = useTestDatabase();
const identifiers = ['arn:aws:sqs:eu-west-1:111122223333:orders', 'höhe', 'x'.repeat(1000)];

test('hashes identifiers of CloudTrail events with a key that is derived from the key of the organization', async (t) => {
  const database = openDatabase({ url: files.url, poolSize: 1 });
  const secret = randomBytes(32);
  const key = createHmac('sha256', secret).update('cloudtrail identifiers').digest();
  const hashed = async (given: Uint8Array, text: string) => {
    const expression = createTrailKeys(given).hash(sql`${text}::text`);
    const { hash } = await database.withTenant(randomUUID(), (tenant) =>
      oneRowOf<{ hash: string }>(tenant, sql`select ${expression} as hash`),
    );
    return hash;
  };
  for (const text of identifiers) {
    t.is(await hashed(secret, text), createHmac('sha256', key).update(text).digest('hex'));
    t.not(await hashed(secret, text), await hashed(randomBytes(32), text));
  }
  await database.close();
});
