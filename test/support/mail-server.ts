import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  /** The message as received, with headers. */
  readonly raw: string;
  /** The message without soft line breaks of quoted-printable. */
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Waits for the first mail to this address whose text matches. */
  mailTo(address: string, pattern?: RegExp): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** Starts an SMTP server on a free port that keeps the mails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = session.envelope.mailFrom;
        const raw = Buffer.concat(chunks).toString();
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: from === false ? '' : from.address,
          raw,
          text: raw.replaceAll('=\r\n', '').replaceAll('=3D', '='),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo: (recipient, pattern = /./) =>
      eventually(`a mail to ${recipient}`, async () =>
        mails.find(({ to, text }) => to.includes(recipient) && pattern.test(text)),
      ),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
