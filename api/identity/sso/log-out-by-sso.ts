import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { SsoFault } from '../../../clients/sso/sso-fault.ts';
import { findSsoClients } from '../../../db/identity/sso/sso-configuration-store.ts';
import { endSessionsOfProvider, useLogoutToken } from '../../../db/identity/sso/sso-identity-store.ts';
import { defined } from '../../../domain/defined.ts';
import { errors } from '../../../domain/errors.ts';
import { operation } from '../../http/operation.ts';
import { parseUntrusted } from '../../http/request/parse-untrusted.ts';
import { readRawBody } from '../../http/request/read-body.ts';

/** Source: OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const bodyBytes = 64 * 1024;
const maximumText = 255;
/** A token is accepted for this time after it was issued, and its `jti` is remembered for longer. */
const acceptedSeconds = 10 * 60;
const rememberedMs = 2 * acceptedSeconds * 1000;

export const logOutBySsoOperation = operation({
  id: 'logOutBySso',
  method: 'POST',
  path: '/auth/sso/backchannel-logout',
  tag: 'Authentication',
  summary: 'End sessions that ended at the identity provider',
  description:
    'For identity providers: takes a form with a `logout_token` (OpenID Connect Back-Channel Logout 1.0) and ends the sessions of its ' +
    '`sid` or `sub`. A token is accepted once.',
  access: 'public',
  audit: 'session.revoked',
  transaction: false,
  limit: 'sso_logout',
  bodyKind: 'raw',
  success: [200, z.object({ logged_out: z.literal(true) }).meta({ id: 'SsoLogout' })],
  async handle({ request, response, services, record, skipAudit }) {
    const body = await readRawBody(request, response, bodyBytes);
    const token = parseUntrusted(
      'logout_token',
      () => new URLSearchParams(body.toString()).get('logout_token') ?? undefined,
    );
    const { issuer, clientIds } = parseUntrusted('logout_token', () => addressOf(token));
    let isKnown = false;
    for (const clientId of clientIds) {
      const organizations = await findSsoClients(services.database, issuer, clientId);
      if (organizations.length === 0) continue;
      isKnown = true;
      const payload = await services.sso.verifyToken({ issuer, clientId }, token).catch((error: unknown) => {
        if (error instanceof SsoFault && error.kind === 'unavailable')
          throw errors.providerUnavailable('The keys of the identity provider cannot be read.', error);
        throw errors.validationFailed('logout_token', 'is not a valid logout token');
      });
      const { tokenHash, ...subjects } = parseUntrusted('logout_token', () =>
        readLogoutToken(payload, clientId),
      );
      for (const organizationId of organizations) {
        await services.database.withTenant(organizationId, async (tenant) => {
          if (!(await useLogoutToken(tenant, tokenHash, new Date(Date.now() + rememberedMs))))
            throw errors.validationFailed('logout_token', 'was used before');
          for (const userId of await endSessionsOfProvider(tenant, { issuer, clientId }, subjects)) {
            const actor = {
              actorType: 'system',
              actorId: undefined,
              actorName: 'identity provider',
            } as const;
            await record(tenant, { actor, type: 'member', id: userId, details: { method: 'sso' } });
          }
        });
      }
    }
    if (!isKnown) throw errors.validationFailed('logout_token', 'is not a valid logout token');
    skipAudit();
    return { logged_out: true };
  },
});

/** Returns whom an unverified token names. No key is read for an issuer that no organization has. */
function addressOf(
  token: string,
): { readonly issuer: string; readonly clientIds: readonly string[] } | undefined {
  const { typ } = decodeProtectedHeader(token);
  const { iss, aud } = decodeJwt(token);
  if (typ !== undefined && !/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ)) return undefined;
  const clientIds = (Array.isArray(aud) ? aud : [aud]).filter(isText);
  return isText(iss) && clientIds.length === 1 ? { issuer: iss, clientIds } : undefined;
}

/** Returns the sessions that a verified token ends; `undefined` for a token that is no logout token, such as an ID token. */
function readLogoutToken(
  payload: JWTPayload,
  clientId: string,
): { readonly tokenHash: Buffer; readonly subject?: string; readonly providerSession?: string } | undefined {
  const { iss, sub, jti, iat = 0, sid, events, nonce } = payload;
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  const isFresh = Date.now() / 1000 - iat <= acceptedSeconds;
  if (!isLogout || !isFresh || nonce !== undefined || !isText(jti)) return undefined;
  const [subject, providerSession] = [sub, sid].map((value) => (isText(value) ? value : undefined));
  if (subject === undefined && providerSession === undefined) return undefined;
  const tokenHash = createHash('sha256')
    .update(JSON.stringify([iss, clientId, jti]))
    .digest();
  return { tokenHash, ...defined({ subject, providerSession }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maximumText;
}
