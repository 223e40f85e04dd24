import { z } from 'zod';
import { normalizeEmail } from '../../domain/identity/normalize-email.ts';
import { permissions } from '../../domain/identity/permissions.ts';
import { userStatuses } from '../../domain/values.ts';
import type { Organization } from '../../db/organizations/organization.ts';
import type { User as UserRow } from '../../db/identity/user.ts';
import { freeForm, id, iso, timestamp, recordVersion } from '../http/schemas.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The roles of a user or of an invitation. */
export const heldRoles = z
  .array(z.string())
  .describe('Names of built-in roles, as in `GET /organization/roles`, and ids of custom roles');

export const User = z
  .object({
    id,
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    status: z.enum(userStatuses),
    created_at: timestamp,
  })
  .meta({ id: 'User' });

export const OrganizationSchema = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    settings: freeForm,
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'Organization' });

export const TokenIssuance = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    access_expires_at: timestamp,
    refresh_expires_at: timestamp,
    user: User,
    organization: OrganizationSchema,
    roles: heldRoles,
    permissions: z.array(z.enum(permissions)),
  })
  .meta({ id: 'TokenIssuance' });

/** The response of a login of a user with a second factor. */
export const CodeRequired = z
  .object({
    mfa_required: z.literal(true).describe('The login needs a code'),
    mfa_token: z.string().describe('Takes the place of the password for five minutes, with a code'),
  })
  .meta({ id: 'CodeRequired' });

export const CurrentUser = z
  .object({
    user: User.optional().describe('Absent for an API token'),
    token: z
      .object({ id, name: z.string(), expires_at: timestamp })
      .meta({ id: 'CurrentToken' })
      .optional()
      .describe('The API token of the request'),
    organization: OrganizationSchema,
    roles: TokenIssuance.shape.roles,
    permissions: TokenIssuance.shape.permissions,
  })
  .meta({ id: 'CurrentUser' });

export const Session = z
  .object({
    id,
    created_at: timestamp,
    last_used_at: timestamp.describe('Time of the login or of the last refresh'),
    expires_at: timestamp,
    ip: z.string().optional(),
    user_agent: z.string().optional(),
    current: z.boolean().describe('Whether the request was made with this session'),
  })
  .meta({ id: 'UserSession' });

/** The response of an operation that sets a password. */
export const PasswordChanged = z.object({ changed: z.literal(true) }).meta({ id: 'PasswordChanged' });

/** A token from a mail. Unknown tokens are rejected later, with `invalid_token`. */
export const oneTimeToken = z.string().min(1).max(200);

/** A code of an authenticator app, or a recovery code. */
export const codeInput = z
  .string()
  .trim()
  .min(6)
  .max(40)
  .describe('Six digits of the authenticator app, or a recovery code');
export const wrongCode = 'The code is wrong, was used before, or has expired.';

/** Normalizes emails (NFKC, lower case), so that they compare equal. */
export const email = z.string().trim().max(254).transform(normalizeEmail).pipe(z.email());

export const newPassword = z
  .string()
  .min(12)
  .max(128)
  .refine((password) => !isCommonPassword(password), 'is too common');

export function presentUser(user: UserRow): z.input<typeof User> {
  return {
    id: user.id,
    email: user.email,
    email_verified: user.emailVerifiedAt !== undefined,
    name: user.name,
    status: user.status as 'active',
    created_at: iso(user.createdAt),
  };
}

export function presentOrganization(organization: Organization): z.input<typeof OrganizationSchema> {
  const { id: organizationId, name, slug, settings, createdAt, updatedAt, version } = organization;
  return {
    id: organizationId,
    name,
    slug,
    settings,
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    version,
  };
}
