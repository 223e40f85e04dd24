import { createServer } from 'node:net';
import test from 'ava';
import { SMTPServer } from 'smtp-server';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApi } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';

const invite = (client: TestClient, email: string) =>
  client.POST('/api/v1/organization/invitations', { body: { email, roles: ['viewer'] } });

async function startMailServer() {
  const mails: { to: string[]; from: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = session.envelope.mailFrom;
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: from === false ? '' : from.address,
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { mails, port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

test('mails an invitation with the URL to accept it', async (t) => {
  const mail = await startMailServer();
  const api = await startTestApi({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'inventory@example.com',
    WEB_ORIGIN: 'https://app.example.com',
  });
  try {
    const { client } = await api.signUp();
    const body = { name: 'Line\r\nBcc: evil@example.com' };
    await dataOf(client.PATCH('/api/v1/organization', { body }));
    const { accept_url: acceptUrl } = await dataOf(invite(client, 'invited@example.com'));
    const received = await eventually('the mail', async () => mail.mails.at(0));
    t.deepEqual(received.to, ['invited@example.com']);
    t.is(received.from, 'inventory@example.com');
    const text = received.text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    t.true(text.includes(acceptUrl));
    t.regex(acceptUrl, /^https:\/\/app\.example\.com\/invitations\//);
    t.notRegex(received.text, /^Bcc:/im);
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
    const { client } = await api.signUp();
    t.is((await invite(client, 'x@example.com')).response.status, 201);
    await api.services.background.idle();
  } finally {
    await api.close();
  }
});
