import { randomBytes } from 'node:crypto';
import { createLoginRole } from '../../db/create-login-role.ts';
import { queryAsOwner } from './query-as-owner.ts';

export interface TestLoginRole {
  readonly name: string;
  /** URL of the database for the role. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a login role that is only a member of the application role, as the processes use it in production. */
export async function createTestLoginRole(databaseUrl: string): Promise<TestLoginRole> {
  const url = new URL(databaseUrl);
  url.username = `service_${randomBytes(6).toString('hex')}`;
  // Characters that the statement must escape.
  url.password = encodeURIComponent("it's a ?password?");
  await createLoginRole(databaseUrl, url.href);
  return {
    name: url.username,
    url: url.href,
    drop: async () => {
      await queryAsOwner(databaseUrl, `drop role if exists ${url.username}`);
    },
  };
}
