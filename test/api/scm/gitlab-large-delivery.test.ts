import { randomUUID } from 'node:crypto';
import test from 'ava';
import { postDelivery, pushBody, signedHeaders } from '../../support/scm/gitlab-delivery.ts';
import { connectGroup, useGitlabApi } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi();

test('accepts a body that exhausts the memory of its thread, and processes the next one', async (t) => {
  t.timeout(300_000);
  const { webhookSecret, webhookUrl } = await connectGroup(api);
  const depth = 6 * 1024 * 1024;
  const nested = `{"commits":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const post = (body: string) =>
    postDelivery(webhookUrl, body, {
      ...signedHeaders(webhookSecret, body),
      'idempotency-key': randomUUID(),
    });
  t.is((await post(nested)).status, 202);
  t.is((await post(pushBody(1))).status, 202);
});
