import { z } from 'zod';
import { isCommonPassword } from '../../domain/identity/common-passwords.ts';
import { permissions } from '../../domain/identity/permissions.ts';
import { roleNames } from '../../domain/identity/roles.ts';
import { userStatuses } from '../../domain/values.ts';
import type { Organization } from '../../db/organizations/organization.ts';
import type { User as UserRow } from '../../db/identity/user.ts';
import { freeForm, id, iso, timestamp } from '../http/schemas.ts';

export const User = z
  .object({ id, email: z.string(), name: z.string(), status: z.enum(userStatuses), created_at: timestamp })
  .meta({ id: 'User' });

export const OrganizationSchema = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    settings: freeForm,
    created_at: timestamp,
    updated_at: timestamp,
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
    roles: z.array(z.enum(roleNames)),
    permissions: z.array(z.enum(permissions)),
  })
  .meta({ id: 'TokenIssuance' });

export const CurrentUser = TokenIssuance.pick({
  user: true,
  organization: true,
  roles: true,
  permissions: true,
}).meta({ id: 'CurrentUser' });

/** Normalizes emails (NFKC, lower case), so that they compare equal. */
export const email = z
  .string()
  .trim()
  .max(254)
  .transform((text) => text.normalize('NFKC').toLowerCase())
  .pipe(z.email());

export const newPassword = z
  .string()
  .min(12)
  .max(128)
  .refine((password) => !isCommonPassword(password), 'is too common');

export function presentUser(user: UserRow): z.input<typeof User> {
  const { id: userId, email: address, name, status, created_at } = user;
  return { id: userId, email: address, name, status: status as 'active', created_at: iso(created_at) };
}

export function presentOrganization(organization: Organization): z.input<typeof OrganizationSchema> {
  const { id: organizationId, name, slug, settings, created_at, updated_at } = organization;
  return {
    id: organizationId,
    name,
    slug,
    settings,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}
