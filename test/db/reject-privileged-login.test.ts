import test from 'ava';
import { createLoginRole } from '../../db/create-login-role.ts';
import { rejectPrivilegedLogin } from '../../db/reject-privileged-login.ts';
import { openDatabase } from '../../db/tenant.ts';
import { ConfigurationError } from '../../runtime/configuration.ts';
import { createLogger } from '../../runtime/logger.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestLoginRole } from '../support/test-login-role.ts';
import type { TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
test.before(async () => {
  database = await createTestDatabase();
});
test.after.always(() => database?.drop());

/** Opens the database with a URL, checks the role and closes it again. */
async function check(urls: { readonly url: string; readonly appUrl?: string }): Promise<void> {
  const opened = openDatabase({ ...urls, poolSize: 1 });
  try {
    await rejectPrivilegedLogin(opened, createLogger('test', 'silent'));
  } finally {
    await opened.close();
  }
}

/** Runs `work` with a new login role that is a member of the application role. */
async function withLoginRole(work: (url: string, name: string) => Promise<void>): Promise<void> {
  const role = await createTestLoginRole(database.url);
  try {
    await work(role.url, role.name);
  } finally {
    await role.drop();
  }
}

test('accepts a login role that is only a member of the application role', async (t) => {
  await withLoginRole(async (url) => {
    t.false(await createLoginRole(database.url, url), 'an existing role stays as it is');
    await t.notThrowsAsync(check({ url }));
    await t.notThrowsAsync(check({ url: database.url, appUrl: url }));
  });
});

test('rejects a superuser, also after SET ROLE', async (t) => {
  await t.throwsAsync(check({ url: database.url }), {
    instanceOf: ConfigurationError,
    message:
      /^DATABASE_URL, DATABASE_APP_URL: the database role ".*" is a superuser\. In production, set DATABASE_APP_URL/,
  });
});

test('rejects a member of the owner of the tables, and a role with BYPASSRLS', async (t) => {
  await withLoginRole(async (url, role) => {
    await queryAsOwner(database.url, `grant inventory_owner to ${role}`);
    await t.throwsAsync(check({ url }), { message: /owns tables, or is a member of their owner/ });
    await queryAsOwner(database.url, `revoke inventory_owner from ${role}`);
    await queryAsOwner(database.url, `alter role ${role} bypassrls`);
    await t.throwsAsync(check({ url }), { message: /has BYPASSRLS/ });
  });
});
