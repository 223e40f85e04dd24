import type { Request, Response } from 'express';
import { findSession, openSessionKey } from '../../db/identity/session-store.ts';
import { hasAuthorization, readCookie } from '../http/access/credential.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';
import type { Services } from '../services.ts';
import { isSignatureValid, readRefreshToken } from './refresh-token.ts';
import { cookieNames } from './session-cookies.ts';

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly services: Services;
}

/**
 * Sends the CSRF token of a new session in the header `X-CSRF-Token`: a page on another host than the API cannot read the cookie
 * `svc_csrf`, whose value it sends back.
 */
export function sendCsrfToken(exchange: Exchange, token: string): void {
  if (mayReadToken(exchange)) exchange.response.setHeader('X-CSRF-Token', token);
}

/** Sends the value of the cookie, if it belongs to the session. */
export function sendCsrfCookie(exchange: Exchange, sessionId: string): void {
  const token = readCookie(exchange.request, cookieNames.csrf);
  if (token !== undefined && exchange.services.csrfTokens.matches(token, token, sessionId))
    sendCsrfToken(exchange, token);
}

/** Sends the value of the cookie, if the cookie `svc_rt` has the current refresh token of a session that has not ended. */
export async function sendCsrfCookieOfRefreshToken(exchange: Exchange): Promise<void> {
  const { request, services } = exchange;
  const text = readCookie(request, cookieNames.refresh);
  if (text === undefined || readCookie(request, cookieNames.csrf) === undefined || !mayReadToken(exchange))
    return;
  const token = tryParse(() => readRefreshToken(text));
  if (token === undefined) return;
  const found = await services.database.withSession(
    token.sessionId,
    async (principal, tenant) => {
      if (principal?.userStatus !== 'active' || tenant === undefined) return undefined;
      const session = await findSession(tenant, token.sessionId);
      return session === undefined ? undefined : { session, organizationId: principal.organizationId };
    },
    { readOnly: true },
  );
  if (found === undefined || found.session.ended || found.session.counter !== token.counter) return;
  const key = await openSessionKey(services.encryption, found.organizationId, found.session);
  if (isSignatureValid(key, token)) sendCsrfCookie(exchange, token.sessionId);
}

/**
 * Returns whether a response may have the token: to a request without a bearer token, from a page of `WEB_ORIGIN` or of the
 * API's own origin. A browser sends no `Origin` with a GET of the own origin.
 */
function mayReadToken({ request, services }: Exchange): boolean {
  if (hasAuthorization(request)) return false;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin';
  const { webOrigin, publicUrl } = services.configuration;
  return [webOrigin, new URL(publicUrl).origin, `${request.protocol}://${host}`].includes(origin);
}
