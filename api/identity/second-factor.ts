import { z } from 'zod';
import { revokeSessionsOf } from '../../db/identity/session-store.ts';
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  openFactorSecret,
  sealFactorSecret,
} from '../../db/identity/second-factor-store.ts';
import { getUser } from '../../db/identity/user-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import { checkCode } from './check-code.ts';
import { checkOwnPassword, refuseCredentials } from './check-own-password.ts';
import { enrolmentOf, newFactorSecret, newRecoveryCodes, periodOfCode } from './one-time-password.ts';
import { codeInput, wrongCode } from './schemas.ts';

const password = z.string().min(1).max(1024).describe('The password of the user');
const bodyLimit = 64 * 1024;

export const secondFactorOperations = [
  operation({
    id: 'getSecondFactor',
    method: 'GET',
    path: '/auth/mfa',
    tag: 'Authentication',
    summary: 'Get the state of your second factor',
    description: 'With `required` and without `enrolled`, other operations are refused until you enrol one.',
    access: 'authenticated',
    withoutSecondFactor: true,
    success: [
      200,
      z
        .object({
          enrolled: z.boolean().describe('Whether a login needs a code'),
          recovery_codes_left: z.int().describe('Recovery codes that were not used'),
          required: z.boolean().describe('Whether the organization requires a second factor'),
        })
        .meta({ id: 'SecondFactorState' }),
    ],
    async handle({ principal, tenant }) {
      const factor = await findSecondFactor(tenant, principal.id);
      const { settings } = await getOrganization(tenant);
      return {
        enrolled: factor?.isConfirmed === true,
        recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
        required: settings['require_mfa'] === true,
      };
    },
  }),
  operation({
    id: 'enrolSecondFactor',
    method: 'POST',
    path: '/auth/mfa/totp',
    tag: 'Authentication',
    summary: 'Get a secret for an authenticator app',
    description:
      'Add the secret to an app (RFC 6238, six digits, 30 seconds) and confirm it with a code. Until then, logins need no code.',
    access: 'authenticated',
    withoutSecondFactor: true,
    audit: 'second_factor.requested',
    transaction: false,
    bodyLimit,
    body: z.strictObject({ password }),
    success: [
      200,
      z
        .object({
          secret: z.string().describe('The secret in base 32'),
          uri: z.string().describe('The secret as an `otpauth:` URI'),
          qr: z.string().describe('The URI as a QR code in SVG'),
        })
        .meta({ id: 'SecondFactorEnrolment' }),
    ],
    errors: ['invalid_credentials', 'forbidden', 'conflict', 'rate_limited', 'provider_unavailable'],
    async handle(context) {
      const { body, principal, services, record } = context;
      const { user } = await checkOwnPassword(context, body.password);
      const secret = newFactorSecret();
      const sealed = await sealFactorSecret(services.encryption, principal.organizationId, user.id, secret);
      await services.database.withTenant(principal.organizationId, async (tenant) => {
        await insertSecondFactor(tenant, user.id, sealed);
        await record(tenant, { type: 'user', id: user.id, name: user.name });
      });
      return enrolmentOf(secret, user.email);
    },
  }),
  operation({
    id: 'confirmSecondFactor',
    method: 'POST',
    path: '/auth/mfa/totp/confirm',
    tag: 'Authentication',
    summary: 'Confirm the second factor with a code of the app',
    description:
      'From now on a login needs a code. Returns ten recovery codes, once; each replaces one code of the app. Ends all other sessions.',
    access: 'authenticated',
    withoutSecondFactor: true,
    audit: 'second_factor.enrolled',
    transaction: false,
    bodyLimit,
    body: z.strictObject({ code: codeInput }),
    success: [
      200,
      z
        .object({ recovery_codes: z.array(z.string()).describe('Keep them where the app is not') })
        .meta({ id: 'RecoveryCodes' }),
    ],
    errors: ['invalid_credentials', 'conflict', 'rate_limited'],
    async handle(context) {
      const { body, principal, services, request, response, record } = context;
      const { organizationId, id: userId } = principal;
      for (const limit of ['code_account', 'code_account_everywhere'] as const)
        await services.rateLimits.take(limit, request, response, userId);
      const factor = await services.database.withTenant(organizationId, (tenant) =>
        findSecondFactor(tenant, userId),
      );
      if (factor === undefined || factor.isConfirmed)
        throw errors.conflict('There is no second factor to confirm.');
      const secret = await openFactorSecret(services.encryption, organizationId, userId, factor);
      const period = periodOfCode(secret, body.code);
      if (period === undefined) throw refuseCredentials(context, principal, wrongCode);
      const codes = newRecoveryCodes();
      const hashes = codes.map(({ hash }) => hash);
      const isConfirmed = await services.database.withTenant(organizationId, async (tenant) => {
        if (!(await confirmSecondFactor(tenant, userId, factor, period, hashes))) return false;
        await revokeSessionsOf(tenant, userId, principal.sessionId ?? undefined);
        const { name } = await getUser(tenant, userId);
        await record(tenant, { type: 'user', id: userId, name });
        return true;
      });
      if (!isConfirmed) throw errors.conflict('There is no second factor to confirm.');
      return { recovery_codes: codes.map(({ code }) => code) };
    },
  }),
  operation({
    id: 'deleteSecondFactor',
    method: 'DELETE',
    path: '/auth/mfa/totp',
    tag: 'Authentication',
    summary: 'Remove your second factor',
    description: 'Needs the password and a code of the app, or a recovery code.',
    access: 'authenticated',
    withoutSecondFactor: true,
    audit: 'second_factor.removed',
    transaction: false,
    bodyLimit,
    body: z.strictObject({ password, code: codeInput }),
    success: [200, z.object({ removed: z.literal(true) }).meta({ id: 'SecondFactorRemoved' })],
    errors: [
      'invalid_credentials',
      'forbidden',
      'not_found',
      'conflict',
      'rate_limited',
      'provider_unavailable',
    ],
    async handle(context) {
      const { body, principal, services, record } = context;
      const { organizationId } = principal;
      const { user } = await checkOwnPassword(context, body.password);
      const factor = await services.database.withTenant(organizationId, (tenant) =>
        findSecondFactor(tenant, user.id),
      );
      if (factor?.isConfirmed !== true) throw errors.notFound();
      const code = { organizationId, userId: user.id, account: user.id };
      const use = await checkCode(context, code, factor, body.code);
      const isRemoved = await services.database.withTenant(organizationId, async (tenant) => {
        if (!(await use(tenant))) return false;
        await requireNoBreakGlass(tenant, user.id);
        await deleteSecondFactor(tenant, user.id);
        await record(tenant, { type: 'user', id: user.id, name: user.name });
        return true;
      });
      if (!isRemoved) throw refuseCredentials(context, principal, wrongCode);
      return { removed: true };
    },
  }),
  operation({
    id: 'removeMemberSecondFactor',
    method: 'DELETE',
    path: '/organization/members/{user_id}/mfa',
    tag: 'Organization',
    summary: "Remove a member's second factor",
    description:
      'For a member who lost the app and the recovery codes. The member is told by mail. Ends the sessions of the member.',
    access: 'members:manage',
    callers: 'users',
    audit: 'member.second_factor_removed',
    success: [200, Deleted],
    errors: ['conflict'],
    async handle({ params, principal, tenant, services, audit }) {
      if (params.user_id === principal.id)
        throw errors.forbidden('Remove your own second factor with your password and a code.');
      const user = await getUser(tenant, params.user_id);
      await requireNoBreakGlass(tenant, user.id);
      if (!(await deleteSecondFactor(tenant, user.id))) throw errors.notFound();
      await revokeSessionsOf(tenant, user.id);
      audit({ type: 'member', id: user.id, name: user.name });
      const { mailer, background } = services;
      tenant.afterCommit(async () => {
        if (mailer === undefined) return;
        background.run('telling a member that the second factor was removed', () =>
          mailer.send({
            to: user.email,
            subject: 'Your second factor was removed',
            text: [
              'An administrator of your organization removed the second factor of your account of Cloud Inventory.',
              '',
              'Your next login needs the password only. If you did not ask for this, tell your administrators.',
            ].join('\n'),
          }),
        );
      });
      return { id: user.id, deleted: true };
    },
  }),
];

/** @throws CatalogueError `conflict` for a break-glass user, who has to have a second factor. */
async function requireNoBreakGlass(tenant: Tenant, userId: string): Promise<void> {
  if ((await getUser(tenant, userId)).breakGlass)
    throw errors.conflict('A break-glass user keeps the second factor. End the mark first.');
}
