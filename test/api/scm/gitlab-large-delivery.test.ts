import { randomUUID } from 'node:crypto';
import test from 'ava';
import { postDelivery, pushBody, signedHeaders } from '../../support/scm/gitlab-delivery.ts';
import { connectGroup, useGitlabApi } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi();

test('accepts a body whose parsing would exhaust its thread, and processes the next one', async (t) => {
  const { webhookSecret, webhookUrl } = await connectGroup(api);
  const count = 6 * 1024 * 1024;
  const post = (body: string) =>
    postDelivery(webhookUrl, body, {
      ...signedHeaders(webhookSecret, body),
      'idempotency-key': randomUUID(),
    });
  // V8 does not terminate a thread inside JSON.parse, and aborts the process when such a thread exhausts its memory.
  for (const commits of [`${'['.repeat(count)}${']'.repeat(count)}`, `[${'[],'.repeat(count)}1]`])
    t.is((await post(`{"commits":${commits}}`)).status, 202);
  t.is((await post(pushBody(1))).status, 202);
});
