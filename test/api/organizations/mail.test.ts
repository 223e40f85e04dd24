import { createServer } from 'node:net';
import test from 'ava';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../../support/eventually.ts';
import { startTestApi } from '../../support/test-api.ts';

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
    await client.patch('/organization', { name: 'Line\r\nBcc: evil@example.com' });
    const { body } = await client.post<{ accept_url: string }>('/organization/invitations', {
      email: 'invited@example.com',
      roles: ['viewer'],
    });
    const received = await eventually('the mail', async () => mail.mails.at(0));
    t.deepEqual(received.to, ['invited@example.com']);
    t.is(received.from, 'inventory@example.com');
    const text = received.text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    t.true(text.includes(body.accept_url));
    t.regex(body.accept_url, /^https:\/\/app\.example\.com\/invitations\//);
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
    const answer = await client.post('/organization/invitations', {
      email: 'x@example.com',
      roles: ['viewer'],
    });
    t.is(answer.status, 201);
    await api.services.background.idle();
  } finally {
    await api.close();
  }
});
