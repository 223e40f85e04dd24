import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { findLogin, getUser } from '../../db/users/user-store.ts';
import { operation } from '../http/operation.ts';
import { issueTokens } from './issue-tokens.ts';
import { email, TokenIssuance } from './schemas.ts';

/** The hash is compared outside any transaction; an unknown email takes as long as a wrong password. */
export const login = operation({
  method: 'POST',
  path: '/auth/login',
  tag: 'Authentication',
  summary: 'Log in with email and password',
  access: 'public',
  audit: 'session.started',
  transaction: false,
  bodyLimit: 64 * 1024,
  body: z.strictObject({ email, password: z.string().max(1024) }),
  success: [200, TokenIssuance],
  errors: ['invalid_credentials', 'account_deactivated', 'rate_limited'],
  async handle({ body, services }) {
    const found = await findLogin(services.database, body.email);
    const matches = await services.passwordHasher.verify(found?.password_hash, body.password);
    if (found === undefined || !matches) throw errors.invalidCredentials();
    if (found.user_status !== 'active') throw errors.accountDeactivated();
    return services.database.withTenant(found.organization_id, async (tenant) =>
      issueTokens(tenant, services, await getUser(tenant, found.user_id), await getOrganization(tenant)),
    );
  },
});
