import { openOwnerConnection } from './pool/open-owner-connection.ts';
import { applicationRole } from './roles.ts';

/**
 * Creates the login role of `appUrl`, with its password, as a member of the application role only. Connects with `ownerUrl`.
 * An existing role stays as it is. Returns whether the role was created.
 */
export async function createLoginRole(ownerUrl: string, appUrl: string): Promise<boolean> {
  const { username, password } = new URL(appUrl);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const owner = openOwnerConnection(ownerUrl);
  try {
    const { rows: existing } = await owner.raw<{ rows: unknown[] }>(
      'select 1 from pg_roles where rolname = ?',
      [name],
    );
    if (existing.length > 0) return false;
    // CREATE ROLE accepts no parameters; format() quotes the name and the password.
    const { rows } = await owner.raw<{ rows: { statement: string }[] }>(
      "select format('create role %I login password %L in role %I', ?::text, ?::text, ?::text) as statement",
      [name, secret, applicationRole],
    );
    await owner.raw(rows[0]?.statement.replaceAll('?', '\\?') ?? '');
    return true;
  } finally {
    await owner.destroy();
  }
}
