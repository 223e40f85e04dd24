import { randomUUID } from 'node:crypto';
import test from 'ava';
import { postDelivery, pushBody, signedHeaders } from '../../support/scm/gitlab-delivery.ts';
import { connectGroup, useGitlabApi } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi();
const unverifiedPerMinute = 300;

test('limits unverified deliveries of an address, and never refuses a verified one', async (t) => {
  const connected = await connectGroup(api);
  const body = pushBody(1);
  let limited: Awaited<ReturnType<typeof postDelivery>> | undefined;
  // Two windows: the first one can end while the test runs.
  for (let sent = 0; sent < 2 * unverifiedPerMinute + 20 && limited === undefined; sent += 20) {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => postDelivery(connected.webhookUrl, body, { 'x-gitlab-token': 'no' })),
    );
    t.true(responses.every(({ status }) => status === 401 || status === 429));
    limited = responses.find(({ status }) => status === 429);
  }
  t.is(limited?.body['code'], 'rate_limited');
  t.regex(limited?.headers['retry-after'] ?? '', /^\d+$/);
  const verified = await postDelivery(connected.webhookUrl, body, {
    ...signedHeaders(connected.webhookSecret, body),
    'idempotency-key': randomUUID(),
  });
  t.is(verified.status, 202);
});
