import { z } from 'zod';
import {
  getOrganization,
  readLockedOrganization,
  updateOrganization,
} from '../../db/organizations/organization-store.ts';
import { errors } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { mergePatch } from '../../domain/json/merge-patch.ts';
import { operation } from '../http/operation.ts';
import { freeForm, shortText, slug } from '../http/schemas.ts';
import { OrganizationSchema, presentOrganization } from '../identity/schemas.ts';

const settingsBytes = 64 * 1024;

export const organizationOperations = [
  operation({
    id: 'getOrganization',
    method: 'GET',
    path: '/organization',
    tag: 'Organization',
    summary: 'Get the organization',
    description: 'Returns the organization of the credential.',
    access: 'organization:read',
    success: [200, OrganizationSchema],
    handle: async ({ tenant }) => presentOrganization(await getOrganization(tenant)),
  }),
  operation({
    id: 'updateOrganization',
    method: 'PATCH',
    path: '/organization',
    versioned: 'organizations',
    tag: 'Organization',
    summary: 'Update the organization',
    description:
      '`settings` is a JSON Merge Patch (RFC 7396). The merged settings must not exceed 64 KB. With `require_mfa: true`, sessions of ' +
      'users without a second factor can only enrol one.',
    access: 'organization:update',
    audit: 'organization.updated',
    body: z.strictObject({
      name: shortText.optional(),
      slug: slug.optional(),
      settings: freeForm.optional(),
    }),
    success: [200, OrganizationSchema],
    errors: ['slug_taken'],
    async handle({ body, tenant, audit }) {
      const before = await readLockedOrganization(tenant);
      audit({
        type: 'organization',
        id: before.id,
        name: before.name,
        details: { fields: Object.keys(body) },
      });
      const { name, slug: newSlug, settings } = body;
      if (name === undefined && newSlug === undefined && settings === undefined)
        return presentOrganization(before);
      const merged = settings === undefined ? undefined : mergePatch(before.settings, settings as JsonObject);
      const requireMfa = merged?.['require_mfa'];
      if (requireMfa !== undefined && typeof requireMfa !== 'boolean')
        throw errors.validationFailed('settings.require_mfa', 'must be true or false');
      if (merged !== undefined && Buffer.byteLength(JSON.stringify(merged)) > settingsBytes) {
        throw errors.validationFailed('settings', 'must not exceed 64 KB');
      }
      const after = await updateOrganization(tenant, {
        ...(name === undefined ? {} : { name }),
        ...(newSlug === undefined ? {} : { slug: newSlug }),
        ...(merged === undefined ? {} : { settings: merged }),
      });
      return presentOrganization(after);
    },
  }),
];
