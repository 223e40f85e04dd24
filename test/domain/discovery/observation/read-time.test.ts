import test from 'ava';
import {
  earliestTime,
  readObservedTime,
} from '../../../../domain/discovery/observation/read-observed-time.ts';

test('reads the forms of times that AWS APIs use', (t) => {
  const time = '2026-02-03T04:05:06.000Z';
  const forms = [
    '2026-02-03T04:05:06Z',
    '2026-02-03T04:05:06.000Z',
    '2026-02-03T04:05:06.000123456Z',
    // Lambda, CreatedDate of a layer version.
    '2026-02-03T04:05:06.000+0000',
    '2026-02-03T06:05:06+02:00',
    // EC2, CreationTime of a client VPN endpoint.
    '2026-02-03T04:05:06',
    // RDS, SubscriptionCreationTime of an event subscription.
    '2026-02-03 04:05:06.000',
    // SQS, CreatedTimestamp.
    '1770091506',
    1770091506,
    // CloudWatch Logs, creationTime.
    1770091506000,
  ];
  for (const form of forms) t.is(readObservedTime(form), time, String(form));
  t.is(readObservedTime('2026-02-03'), '2026-02-03T00:00:00.000Z');
  t.is(readObservedTime('2026-02-03T04:05Z'), '2026-02-03T04:05:00.000Z');
  t.is(readObservedTime(1770091506.789), '2026-02-03T04:05:06.789Z');
});

test('returns null for other values, and for times before 2000', (t) => {
  const others = ['', 'yesterday', '2026-13-03T04:05:06Z', '12345', 0, -1, 1e300, null, true, undefined, {}];
  for (const other of others) t.is(readObservedTime(other), undefined, JSON.stringify(other));
  t.is(readObservedTime('1970-01-01T00:00:00Z'), undefined);
  t.is(readObservedTime(`2026-02-03T04:05:06.${'0'.repeat(100)}Z`), undefined);
});

test('returns the earliest of several times', (t) => {
  const interfaces = ['2026-02-03T04:05:06Z', '2025-02-03T04:05:06Z', 'never'].map((AttachTime) => ({
    Attachment: { AttachTime },
  }));
  const path = 'NetworkInterfaces[].Attachment.AttachTime';
  t.is(earliestTime({ NetworkInterfaces: interfaces }, path), '2025-02-03T04:05:06.000Z');
  t.is(earliestTime({}, path), undefined);
});
