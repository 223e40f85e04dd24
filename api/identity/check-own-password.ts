import type { Request, Response } from 'express';
import { getUser } from '../../db/identity/user-store.ts';
import type { User } from '../../db/identity/user.ts';
import { errors } from '../../domain/errors.ts';
import type { CatalogueError } from '../../domain/errors.ts';
import type { HashCaller } from '../../runtime/password-hasher.ts';
import type { Principal } from '../http/access/principal.ts';
import { auditOriginOf, recordRefusal } from '../http/audit.ts';
import type { Services } from '../services.ts';
import { ipBlockOf } from './session-origin.ts';

interface Exchange {
  readonly principal: Principal;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
}

/**
 * Compares a password with that of the caller, with the limits of failed logins. Call it outside of a transaction.
 * @throws CatalogueError `invalid_credentials`, which is audited; `rate_limited`; `forbidden` for a user without password.
 */
export async function checkOwnPassword(
  context: Exchange,
  password: string,
): Promise<{ readonly user: User & { readonly passwordHash: string }; readonly caller: HashCaller }> {
  const { principal, services, request, response } = context;
  for (const limit of ['login_account', 'login_account_everywhere'] as const)
    await services.rateLimits.take(limit, request, response, principal.id);
  const user = await services.database.withTenant(principal.organizationId, (tenant) =>
    getUser(tenant, principal.id),
  );
  const { passwordHash } = user;
  if (passwordHash === undefined)
    throw errors.forbidden('You sign in by single sign-on and have no password.');
  const caller = { address: ipBlockOf(request), account: principal.id };
  if (!(await services.passwordHasher.verify(passwordHash, password, caller)))
    throw refuseCredentials(context, principal);
  return { user: Object.assign(user, { passwordHash }), caller };
}

/** Records a refusal in the audit log. Returns the error of wrong credentials. */
export function refuseCredentials(
  context: Pick<Exchange, 'services' | 'request' | 'response' | 'requestId'>,
  { organizationId, id }: Pick<Principal, 'organizationId' | 'id'>,
  message?: string,
): CatalogueError {
  recordRefusal(context.services, {
    ...auditOriginOf(context),
    organizationId,
    id,
    actorType: 'user',
    action: 'session.refused',
    details: { code: 'invalid_credentials' },
  });
  return errors.invalidCredentials(message);
}
