import { messageOf } from '../domain/message-of.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { runProcess } from '../runtime/run-process.ts';
import { createPasswordHasher } from '../runtime/password-hasher.ts';
import { randomPassword } from '../runtime/random-password.ts';
import { recoverAdministrator } from './organizations/recover-administrator.ts';
import { openDatabase } from './tenant.ts';

/** `npm run admin -- recover <organization> <email>` restores an administrator and prints the new password. */
const [command, organization, email] = process.argv.slice(2);
if (command !== 'recover' || organization === undefined || email === undefined) {
  process.stderr.write('usage: npm run admin -- recover <organization> <email>\n');
  process.exit(2);
}
await runProcess(async () => {
  const { databaseUrl: url, databaseAppUrl: appUrl } = readConfiguration(process.env);
  const database = openDatabase({ url, appUrl, poolSize: 2 });
  try {
    const password = randomPassword();
    const passwordHash = await createPasswordHasher().hash(password);
    await recoverAdministrator(database, organization, email, passwordHash);
    process.stdout.write(`${email} is an active administrator of ${organization}.\nPassword: ${password}\n`);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
});
