import { z } from 'zod';
import { createSession, draftSession } from '../../db/identity/session-store.ts';
import { requireFreeDomain } from '../../db/identity/sso/sso-domain-store.ts';
import { createUser } from '../../db/identity/user-store.ts';
import { insertBuiltInQueries } from '../../db/queries/saved-query-store.ts';
import { newId } from '../../db/new-id.ts';
import { createOrganization, findFreeOrganizationSlug } from '../../db/organizations/organization-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { slugFrom } from '../../domain/text/slug.ts';
import { operation } from '../http/operation.ts';
import { shortText, slug } from '../http/schemas.ts';
import { issueTokens } from './issue-tokens.ts';
import { email, newPassword, TokenIssuance } from './schemas.ts';
import { sendVerification } from './send-verification.ts';
import { ipBlockOf, sessionOriginOf } from './session-origin.ts';

const SignupBody = z.strictObject({
  organization_name: shortText,
  organization_slug: slug.optional(),
  name: shortText,
  email,
  password: newPassword,
});

export const signupOperation = operation({
  id: 'signup',
  method: 'POST',
  path: '/auth/signup',
  tag: 'Authentication',
  summary: 'Create an organization and its first platform administrator',
  description: 'If SMTP is configured, a token to verify the email address is mailed to the user.',
  access: 'public',
  audit: 'user.signed_up',
  transaction: false,
  limit: 'signup',
  bodyLimit: 64 * 1024,
  body: SignupBody,
  success: [201, TokenIssuance],
  sendsCsrfToken: true,
  errors: ['email_taken', 'slug_taken', 'forbidden', 'rate_limited', 'provider_unavailable'],
  async handle(context) {
    const { body, services, request, response, record } = context;
    await services.rateLimits.check('email_taken', request);
    await requireFreeDomain(services.database.outside, body.email, undefined);
    const passwordHash = await services.passwordHasher.hash(body.password, {
      address: ipBlockOf(request),
      account: body.email,
    });
    const derivedSlug = body.organization_slug ?? slugFrom(body.organization_name);
    const organizationId = newId();
    const draft = await draftSession(services.encryption, organizationId);
    const create = (slugToTry: string) =>
      services.database.withTenant(organizationId, async (tenant: Tenant) => {
        const organization = await createOrganization(tenant, body.organization_name, slugToTry);
        await insertBuiltInQueries(tenant);
        const { email: address, name } = body;
        const user = await createUser(tenant, {
          email: address,
          name,
          passwordHash,
          roles: ['platform_admin'],
          emailVerified: services.mailer === undefined,
        });
        await sendVerification(services, tenant, user);
        const session = await createSession(tenant, user.id, draft, sessionOriginOf(request));
        const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
        await record(tenant, { actor, type: 'user', id: user.id, name: user.name });
        return { session, user, organization };
      });
    for (let slugToTry = derivedSlug; ;) {
      try {
        const created = await create(slugToTry);
        return issueTokens(
          context,
          { ...created.session, key: draft.key },
          created.user,
          created.organization,
        );
      } catch (error) {
        const code = error instanceof CatalogueError ? error.code : undefined;
        // The response reveals that an account exists, so it is limited per address.
        if (code === 'email_taken') await services.rateLimits.take('email_taken', request, response);
        if (code !== 'slug_taken' || body.organization_slug !== undefined) throw error;
        // Repeats only if a concurrent signup took the number.
        slugToTry = await findFreeOrganizationSlug(services.database, derivedSlug);
      }
    }
  },
});
