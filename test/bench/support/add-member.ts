import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { signUp } from './sign-up.ts';

/** Adds an administrator to an organization that was loaded without users. `url` is the origin of the API. */
export async function addMember(
  url: string,
  databaseUrl: string,
  organizationId: string,
): Promise<{ readonly email: string; readonly password: string }> {
  const { email, password } = await signUp(url);
  const copy = `${randomUUID()}@example.com`;
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(
    `insert into users (organization_id, email, name, password_hash, roles)
     select $1, $2, name, password_hash, roles from users where email = $3`,
    [organizationId, copy, email],
  );
  await owner.end();
  return { email: copy, password };
}
