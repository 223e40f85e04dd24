import { z } from 'zod';
import { flag } from '../../commands/inventory/parameter-values.ts';
import {
  createApiToken,
  listApiTokens,
  renameApiToken,
  revokeApiToken,
} from '../../db/organizations/api-token-store.ts';
import type { ApiToken as ApiTokenRow } from '../../db/organizations/api-token-store.ts';
import { errors } from '../../domain/errors.ts';
import { permissions, tokenPermissions } from '../../domain/identity/permissions.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import { apiTokenRevocations } from '../../domain/values.ts';
import type { Principal } from '../http/access/principal.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Deleted, id, iso, timestamp } from '../http/schemas.ts';
import { grantedPermissions } from './granted-permissions.ts';
import { createTokenText } from './token-text.ts';

const ApiToken = z
  .object({
    id,
    name: z.string(),
    prefix: z.string(),
    permissions: z.array(z.enum(permissions)),
    created_by: id,
    created_at: timestamp,
    expires_at: timestamp,
    last_used_at: timestamp.optional(),
    last_used_ip: z.string().optional(),
    revoked_at: timestamp.optional(),
    revoked_reason: z.enum(apiTokenRevocations).optional(),
  })
  .meta({ id: 'ApiToken' });

const tokenName = z.string().trim().min(1).max(100);
const maximumPermissions = 60;
const maximumDays = 365;
/** A directory cannot renew its token by itself. */
const maximumDaysOfDirectory = 1095;

export const apiTokenOperations = [
  operation({
    id: 'listApiTokens',
    method: 'GET',
    path: '/organization/api-tokens',
    tag: 'Organization',
    summary: 'List API tokens, newest first',
    description:
      'Lists the tokens of programs, without their secrets. Revoked and expired ones are included for 400 days.',
    access: 'api_tokens:read',
    query: z.strictObject({
      active: flag
        .optional()
        .describe('`true`: tokens that are neither revoked nor expired; `false`: the others'),
      ...pagingParameters,
    }),
    success: [200, listOf(ApiToken)],
    async handle(context) {
      const { request, envelope } = pager(context, 'api-tokens', context.query);
      const rows = await listApiTokens(context.tenant, {
        active: context.query.active,
        limit: request.limit,
        before: request.after?.[0]?.toString(),
      });
      return envelope(
        cutPage(rows, request.limit, (token) => [token.id]),
        presentApiToken,
      );
    },
  }),
  operation({
    id: 'createApiToken',
    method: 'POST',
    path: '/organization/api-tokens',
    tag: 'Organization',
    summary: 'Create an API token',
    description:
      '`token` is returned once. A request with `Authorization: Bearer <token>` is allowed what `permissions` allow. The ' +
      'permissions are a subset of those of the caller, without the ones with which a program could give itself or others ' +
      'more rights. The token is independent of later changes of the roles of its creator, and is revoked when the creator ' +
      'is deactivated. An organization has at most 100 active tokens. The permission `scim` makes the token of a directory, which is ' +
      'a credential of SCIM (`/scim/v2`) only: it is given alone, by a user with `sso:manage`, and outlives its creator.',
    access: 'api_tokens:manage',
    audit: 'api_token.created',
    errors: ['conflict'],
    body: z.strictObject({
      name: tokenName.describe('Unique among the tokens that are not revoked'),
      permissions: z
        .array(z.enum(permissions))
        .min(1)
        .max(maximumPermissions)
        .describe('Names of permissions, as in `GET /organization/roles`'),
      expires_in_days: z
        .int()
        .min(1)
        .max(maximumDaysOfDirectory)
        .default(90)
        .describe('Days until the token expires; more than 365 only for a token with the permission `scim`'),
    }),
    returnsSecret: true,
    success: [201, ApiToken.extend({ token: z.string() }).meta({ id: 'CreatedApiToken' })],
    async handle({ body, principal, tenant, audit }) {
      const granted = permissionsOfToken(body, principal);
      const { token, prefix, tokenHash } = createTokenText('api_token');
      const row = await createApiToken(tenant, {
        name: body.name,
        prefix,
        tokenHash,
        permissions: granted,
        createdBy: principal.id,
        expiresInDays: body.expires_in_days,
      });
      audit({
        id: row.id,
        name: row.name,
        details: { permissions: granted, expires_at: iso(row.expiresAt) },
      });
      return { ...presentApiToken(row), token };
    },
  }),
  operation({
    id: 'renameApiToken',
    method: 'PATCH',
    path: '/organization/api-tokens/{id}',
    tag: 'Organization',
    summary: 'Rename an API token',
    description: 'Only the name of a token can change. Its permissions and its expiry cannot.',
    access: 'api_tokens:manage',
    audit: 'api_token.renamed',
    errors: ['conflict'],
    body: z.strictObject({ name: tokenName }),
    success: [200, ApiToken],
    async handle({ params, body, tenant, audit }) {
      const row = await renameApiToken(tenant, params.id, body.name);
      audit({ id: row.id, name: row.name });
      return presentApiToken(row);
    },
  }),
  operation({
    id: 'revokeApiToken',
    method: 'DELETE',
    path: '/organization/api-tokens/{id}',
    tag: 'Organization',
    summary: 'Revoke an API token',
    description:
      'The next request with the token is refused. The token stays in the list with `revoked_at` for 400 days.',
    access: 'api_tokens:manage',
    audit: 'api_token.revoked',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const row = await revokeApiToken(tenant, params.id);
      audit({ id: row.id, name: row.name, details: { reason: row.revokedReason } });
      return { id: row.id, deleted: true };
    },
  }),
];

/** @throws CatalogueError `validation_failed` for permissions or days that the token cannot have */
function permissionsOfToken(
  body: { readonly permissions: readonly Permission[]; readonly expires_in_days: number },
  principal: Principal,
): readonly Permission[] {
  if (body.permissions.includes('scim')) {
    if (body.permissions.length > 1)
      throw errors.validationFailed('permissions', 'a token with scim has no other permission');
    // The caller has to hold both, although the token has one.
    grantedPermissions(['scim', 'sso:manage'], principal, ['scim', 'sso:manage'], 'API token');
    return ['scim'];
  }
  if (body.expires_in_days > maximumDays)
    throw errors.validationFailed('expires_in_days', `must be at most ${maximumDays}`);
  return grantedPermissions(body.permissions, principal, tokenPermissions, 'API token');
}

function presentApiToken(token: ApiTokenRow): z.input<typeof ApiToken> {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    permissions: permissions.filter((name) => token.permissions.includes(name)),
    created_by: token.createdBy,
    created_at: iso(token.createdAt),
    expires_at: iso(token.expiresAt),
    last_used_at: iso(token.lastUsedAt),
    last_used_ip: token.lastUsedIp,
    revoked_at: iso(token.revokedAt),
    revoked_reason: token.revokedReason,
  };
}
