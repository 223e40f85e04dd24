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

/** Returns a mailer for the configured SMTP server; `undefined` if none is configured. */
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
      // As an object, the address is not parsed as a list of recipients.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, from: options.mailFrom });
    },
    close: () => transport.close(),
  };
}
