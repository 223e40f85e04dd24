import '../runtime/check-node.mjs';
import { messageOf } from '../domain/text/message-of.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { runProcess } from '../runtime/run-process.ts';
import { createPasswordHasher } from '../runtime/password-hasher.ts';
import { randomPassword } from '../runtime/random-password.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { organizationIdOf } from './organizations/organization-store.ts';
import { recoverAdministrator } from './organizations/recover-administrator.ts';
import { openDatabase } from './tenant.ts';
import type { Database } from './tenant.ts';

/** A command of `npm run admin`. Returns the text for the operator. */
interface Command {
  readonly parameters: readonly string[];
  run(database: Database, url: string, given: readonly string[]): Promise<string>;
}

const commands: Readonly<Record<string, Command>> = {
  /** Restores an administrator and prints the new password. */
  recover: {
    parameters: ['<organization>', '<email>'],
    async run(database, _url, [organization = '', email = '']) {
      const password = randomPassword();
      const passwordHash = await createPasswordHasher().hash(password, {
        address: 'console',
        account: 'console',
      });
      await recoverAdministrator(database, organization, email, passwordHash);
      return `${email} is an active administrator of ${organization}.\nPassword: ${password}\n`;
    },
  },
  /** Deletes an organization with all its data and prints the head of its audit chain. */
  'delete-organization': {
    parameters: ['<organization>'],
    async run(database, url, [organization = '']) {
      const id = await organizationIdOf(database, organization);
      const { slug, sequence, hash } = await deleteOrganization(url, id);
      return `Deleted the organization ${slug} (${id}).\nHead of its audit chain: sequence ${sequence}, hash ${hash}\n`;
    },
  },
};

const [name = '', ...given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined || given.length !== command.parameters.length) {
  for (const [known, { parameters }] of Object.entries(commands))
    process.stderr.write(`usage: npm run admin -- ${[known, ...parameters].join(' ')}\n`);
  process.exit(2);
}
await runProcess(async () => {
  const { databaseUrl: url, databaseAppUrl: appUrl } = readConfiguration(process.env);
  const database = openDatabase({ url, appUrl, poolSize: 2 });
  try {
    process.stdout.write(await command.run(database, url, given));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
});
