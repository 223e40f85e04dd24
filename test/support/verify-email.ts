import { dataOf } from '../../api-client/create-typed-client.ts';
import type { MailServer } from './mail-server.ts';
import type { TestApi } from './test-api.ts';

/** Verifies the address of a new user with the token of the mail. Requires `WEB_ORIGIN`. Returns the token. */
export async function verifyEmail(api: TestApi, mail: MailServer, email: string): Promise<string> {
  const { text } = await mail.mailTo(email, /verify-email/);
  const token = /\/verify-email\/([\w-]+)/.exec(text)?.[1] ?? '';
  await dataOf(api.anonymous.POST('/api/v1/auth/verify-email', { body: { token } }));
  return token;
}
