import { createServer } from 'node:net';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { startTestApi } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';
import { verifyEmail } from '../../support/verify-email.ts';

const invite = (client: TestClient, email: string) =>
  client.POST('/api/v1/organization/invitations', { body: { email, roles: ['viewer'] } });

test('mails an invitation whose only link is the URL to accept it', async (t) => {
  const mail = await startMailServer();
  const api = await startTestApi({
    SMTP_URL: mail.url,
    MAIL_FROM: 'inventory@example.com',
    WEB_ORIGIN: 'https://app.example.com',
  });
  try {
    const { client, email } = await api.signUp();
    await verifyEmail(api, mail, email);
    const name = 'Win a prize at https://evil.example.net or evil.example.net\r\nBcc: evil@example.com';
    await dataOf(client.PATCH('/api/v1/organization', { body: { name } }));
    const { accept_url: acceptUrl } = await dataOf(invite(client, 'invited@example.com'));
    const received = await mail.mailTo('invited@example.com');
    t.deepEqual(received.to, ['invited@example.com']);
    t.is(received.from, 'inventory@example.com');
    t.regex(acceptUrl, /^https:\/\/app\.example\.com\/invitations\//);
    t.true(received.text.includes(acceptUrl));
    t.deepEqual(received.text.match(/https?:\/\/\S+/g), [acceptUrl]);
    t.notRegex(received.text, /evil|prize/i);
    t.notRegex(received.raw, /^Bcc:/im);
  } finally {
    await api.close();
    await mail.stop();
  }
});

test('creates an invitation although the mail server is unavailable', async (t) => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const address = closed.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  const api = await startTestApi({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  try {
    const { client, userId } = await api.signUp();
    await queryAsOwner(api.database.url, 'update users set email_verified_at = now() where id = $1', [
      userId,
    ]);
    t.is((await invite(client, 'x@example.com')).response.status, 201);
    await api.services.background.idle();
  } finally {
    await api.close();
  }
});

test('limits the invitations that are mailed to a recipient over all organizations', async (t) => {
  const mail = await startMailServer();
  const api = await startTestApi({
    SMTP_URL: mail.url,
    WEB_ORIGIN: 'https://app.example.com',
    RATE_LIMIT_INVITATIONS_RECEIVED: '2',
  });
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { client, email } = await api.signUp();
      await verifyEmail(api, mail, email);
      statuses.push((await invite(client, 'flooded@example.com')).response.status);
    }
    t.deepEqual(statuses, [201, 201, 429]);
  } finally {
    await api.close();
    await mail.stop();
  }
});
