import { z } from 'zod';
import { slugFrom } from '../../domain/organizations/slug.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { newId } from '../../db/new-id.ts';
import { createOrganization } from '../../db/organizations/organization-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { createUser } from '../../db/users/user-store.ts';
import { operation } from '../http/operation.ts';
import { shortText, slug } from '../http/schemas.ts';
import { issueTokens } from './issue-tokens.ts';
import { email, newPassword, TokenIssuance } from './schemas.ts';

const SignupBody = z.strictObject({
  organization_name: shortText,
  organization_slug: slug.optional(),
  name: shortText,
  email,
  password: newPassword,
});

const attempts = 50;

/** Creates an organization and its first platform administrator. */
export const signup = operation({
  method: 'POST',
  path: '/auth/signup',
  tag: 'Authentication',
  summary: 'Create an organization and its first administrator',
  access: 'public',
  audit: 'user.signed_up',
  transaction: false,
  bodyLimit: 64 * 1024,
  body: SignupBody,
  success: [201, TokenIssuance],
  errors: ['email_taken', 'slug_taken', 'rate_limited'],
  async handle({ body, services }) {
    const passwordHash = await services.passwordHasher.hash(body.password);
    const wanted = body.organization_slug ?? slugFrom(body.organization_name);
    const create = (chosen: string) =>
      services.database.withTenant(newId(), async (tenant: Tenant) => {
        const organization = await createOrganization(tenant, body.organization_name, chosen);
        const user = await createUser(tenant, {
          email: body.email,
          name: body.name,
          passwordHash,
          roles: ['platform_admin'],
        });
        return issueTokens(tenant, services, user, organization);
      });
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await create(attempt === 1 ? wanted : `${wanted}-${attempt}`);
      } catch (error) {
        const taken = error instanceof CatalogueError && error.code === 'slug_taken';
        if (!taken || body.organization_slug !== undefined || attempt === attempts) throw error;
      }
    }
  },
});
