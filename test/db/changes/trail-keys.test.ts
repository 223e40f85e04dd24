import { createHmac, randomBytes } from 'node:crypto';
import test from 'ava';
import { createTrailKeys } from '../../../db/changes/trail-keys.ts';

test('hashes types and identifiers with a key that is derived from the key of the organization', (t) => {
  const secret = randomBytes(32);
  const key = createHmac('sha256', secret).update('cloudtrail identifiers').digest();
  for (const identifier of ['arn:aws:sqs:eu-west-1:111122223333:orders', 'höhe', 'x'.repeat(1000)]) {
    const queue = { resourceType: 'AWS::SQS::Queue', identifier };
    const hash = createTrailKeys(secret).hash(queue);
    t.is(hash, createHmac('sha256', key).update(`AWS::SQS::Queue ${identifier}`).digest('hex'));
    t.not(hash, createTrailKeys(randomBytes(32)).hash(queue));
    t.not(hash, createTrailKeys(secret).hash({ ...queue, resourceType: 'AWS::SNS::Topic' }));
  }
});
