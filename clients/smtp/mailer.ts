import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Mails through the SMTP server that is configured; `undefined` without one. */
export function createMailer(options: { smtpUrl: string | undefined; mailFrom: string }): Mailer | undefined {
  if (options.smtpUrl === undefined) return undefined;
  const transport = createTransport(options.smtpUrl, {
    from: options.mailFrom,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  return {
    async send({ to, subject, text }) {
      // An address object: nothing in it is parsed as a list of recipients.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, from: options.mailFrom });
    },
    close: () => transport.close(),
  };
}
