import { z } from 'zod';
import {
  endLoginChallenge,
  failLoginChallenge,
  findLoginChallenge,
  findSecondFactor,
  insertLoginChallenge,
} from '../../db/identity/second-factor-store.ts';
import { createSession, draftSession } from '../../db/identity/session-store.ts';
import { isPasswordRefused } from '../../db/identity/sso/sso-domain-store.ts';
import {
  findLogin,
  hasSignedInFrom,
  recordLogin,
  replacePasswordHash,
} from '../../db/identity/user-store.ts';
import type { Login } from '../../db/identity/user-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { errors } from '../../domain/errors.ts';
import type { CatalogueError } from '../../domain/errors.ts';
import type { HashCaller } from '../../runtime/password-hasher.ts';
import { auditOriginOf, recordRefusal } from '../http/audit.ts';
import { operation } from '../http/operation.ts';
import type { HandlerContext } from '../http/operation.ts';
import type { Services } from '../services.ts';
import { checkCode } from './check-code.ts';
import { refuseCredentials } from './check-own-password.ts';
import { issueTokens } from './issue-tokens.ts';
import { readLoginChallenge, signLoginChallenge } from './login-challenge-token.ts';
import { CodeRequired, codeInput, email, TokenIssuance, wrongCode } from './schemas.ts';
import { ipBlockOf, sessionOriginOf } from './session-origin.ts';

/** Verifies the password outside a transaction. An unknown email takes as long as a wrong password. */
export const loginOperation = operation({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  tag: 'Authentication',
  summary: 'Log in with email and password',
  description:
    'Sets the cookies of a session and returns the same tokens. A user with a second factor gets 202 with an `mfa_token`, which ' +
    '`POST /auth/login/mfa` takes with a code. Where single sign-on is enforced, the right password is refused with 403. Limits the attempts by address and by email; a limit returns 429 with `Retry-After`.',
  access: 'public',
  audit: 'session.started',
  transaction: false,
  limit: 'login_address',
  bodyLimit: 64 * 1024,
  body: z.strictObject({ email, password: z.string().min(1).max(1024) }),
  success: [200, TokenIssuance],
  otherStatus: 202,
  otherSchema: CodeRequired,
  sendsCsrfToken: true,
  errors: ['invalid_credentials', 'account_deactivated', 'forbidden', 'rate_limited', 'provider_unavailable'],
  async handle(context) {
    const { body, services, request, response, record, respondWith } = context;
    await services.rateLimits.take('login_account', request, response, body.email);
    // Another limit holds over all addresses, except those from which the user signed in: an attacker cannot exhaust it
    // for the owner of the account.
    if (!(await hasSignedInFrom(services.database, body.email, ipBlockOf(request)))) {
      await services.rateLimits.take('login_account_everywhere', request, response, body.email);
    }
    await services.rateLimits.take('login_attempts', request, response);
    const caller = { address: ipBlockOf(request), account: body.email };
    const found = await findLogin(services.database.outside, body.email);
    const passwordHash = found?.passwordHash;
    const matches = await services.passwordHasher.verify(passwordHash, body.password, caller);
    const refuse = (error: CatalogueError) => {
      if (found !== undefined) {
        recordRefusal(services, {
          ...auditOriginOf(context),
          organizationId: found.organizationId,
          id: found.userId,
          actorType: 'user',
          action: 'session.refused',
          details: { code: error.code },
        });
      }
      return error;
    };
    if (found === undefined || passwordHash === undefined || !matches)
      throw refuse(errors.invalidCredentials());
    if (found.userStatus !== 'active') throw refuse(errors.accountDeactivated());
    const current = await upgradeHash(services, { ...found, passwordHash }, body.password, caller);
    const challenge = await services.database.withTenant(found.organizationId, async (tenant) => {
      if (await isPasswordRefused(tenant, found.userId)) throw refuse(errors.forbidden(signInBySso));
      const factor = await findSecondFactor(tenant, found.userId);
      if (factor?.isConfirmed !== true) return undefined;
      const actor = { actorType: 'user', actorId: found.userId } as const;
      await record(tenant, { action: 'session.code_requested', actor, type: 'user', id: found.userId });
      return insertLoginChallenge(tenant, current);
    });
    if (challenge === undefined)
      return startSession(context, current, () => refuse(errors.invalidCredentials()));
    respondWith(202);
    const id = { organizationId: found.organizationId, challengeId: challenge.id };
    return {
      mfa_required: true,
      mfa_token: signLoginChallenge(services.configuration.jwtKeys, id, challenge.expiresAt),
    };
  },
});

/** Completes a login whose password was right. */
export const loginWithCodeOperation = operation({
  id: 'loginWithCode',
  method: 'POST',
  path: '/auth/login/mfa',
  tag: 'Authentication',
  summary: 'Complete a login with a code',
  description:
    'Takes the token of a login that was answered with 202, and a code of the authenticator app or a recovery code. The token ends with ' +
    'the first right code, the fifth wrong one, and after five minutes.',
  access: 'public',
  audit: 'session.started',
  transaction: false,
  limit: 'login_address',
  bodyLimit: 64 * 1024,
  body: z.strictObject({
    mfa_token: z.string().min(1).max(2048).describe('The token of the login'),
    code: codeInput,
  }),
  success: [200, TokenIssuance],
  sendsCsrfToken: true,
  errors: ['invalid_credentials', 'invalid_token', 'forbidden', 'rate_limited', 'provider_unavailable'],
  async handle(context) {
    const { body, services } = context;
    const { database, configuration } = services;
    const { organizationId, challengeId } = readLoginChallenge(configuration.jwtKeys, body.mfa_token);
    const found = await database.withTenant(organizationId, async (tenant) => {
      const challenge = await findLoginChallenge(tenant, challengeId);
      const factor = challenge && (await findSecondFactor(tenant, challenge.userId));
      return challenge !== undefined && factor?.isConfirmed === true ? { challenge, factor } : undefined;
    });
    if (found === undefined) throw errors.invalidToken();
    const { userId, email: account, passwordHash } = found.challenge;
    const use = await checkCode(context, { organizationId, userId, account }, found.factor, body.code);
    const refuse = () => refuseCredentials(context, { organizationId, id: userId }, wrongCode);
    const accepted = await database.withTenant(organizationId, async (tenant) => {
      if (await use(tenant)) return (await endLoginChallenge(tenant, challengeId)) ? 'accepted' : 'ended';
      await failLoginChallenge(tenant, challengeId);
      return 'wrong';
    });
    if (accepted === 'ended') throw errors.invalidToken();
    if (accepted === 'wrong') throw refuse();
    return startSession(context, { organizationId, userId, passwordHash, userStatus: 'active' }, refuse);
  },
});

type Exchange = Pick<HandlerContext<never, never, never>, 'services' | 'request' | 'response' | 'record'>;
type PasswordLogin = Login & { readonly passwordHash: string };

const signInBySso = 'Your organization requires single sign-on: continue with GET /auth/sso.';

/** Starts a session, unless the user was deactivated or the password changed since it was compared. */
async function startSession(
  context: Exchange,
  login: PasswordLogin,
  refuse: () => CatalogueError,
): Promise<unknown> {
  const { services, request, record } = context;
  const draft = await draftSession(services.encryption, login.organizationId);
  const issued = await services.database.withTenant(login.organizationId, async (tenant) => {
    const user = await recordLogin(tenant, login);
    if (user === undefined) return undefined;
    if (await isPasswordRefused(tenant, user.id)) throw errors.forbidden(signInBySso);
    const session = await createSession(tenant, user.id, draft, sessionOriginOf(request));
    const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
    await record(tenant, { actor, type: 'session', id: session.id });
    return { session, user, organization: await getOrganization(tenant) };
  });
  if (issued === undefined) throw refuse();
  return issueTokens(context, { ...issued.session, key: draft.key }, issued.user, issued.organization);
}

/** Replaces a password hash that was created with outdated parameters. */
async function upgradeHash(
  services: Services,
  found: PasswordLogin,
  password: string,
  caller: HashCaller,
): Promise<PasswordLogin> {
  if (!services.passwordHasher.isOutdated(found.passwordHash)) return found;
  const newHash = await services.passwordHasher.hash(password, caller);
  const replaced = await services.database.withTenant(found.organizationId, (tenant) =>
    replacePasswordHash(tenant, found.userId, found.passwordHash, newHash),
  );
  return replaced ? { ...found, passwordHash: newHash } : found;
}
