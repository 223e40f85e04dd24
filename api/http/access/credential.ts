import type { Request } from 'express';
import { errors } from '../../../domain/errors.ts';
import { hashOfToken, tokenKindOf } from '../../organizations/token-text.ts';
import type { AccessClaims, AccessTokens } from '../../identity/access-tokens.ts';
import { cookieNames } from '../../identity/session-cookies.ts';
import { acceptsApiTokens } from '../operation.ts';
import type { Operation } from '../operation.ts';
import { parseUntrusted } from '../request/parse-untrusted.ts';

/** The credential of a request, verified as far as possible without the database. */
export type Credential =
  | { readonly kind: 'session'; readonly claims: AccessClaims; readonly fromCookie: boolean }
  | { readonly kind: 'api_token'; readonly tokenHash: string }
  | { readonly kind: 'ingest_token'; readonly tokenHash: string };

/**
 * Reads the credential from the headers. If there is an `Authorization` header, cookies are ignored.
 * @throws CatalogueError `unauthorized` for no or several credentials, and for a token of programs that the operation does not
 * accept; `invalid_token` for a malformed, forged or expired token.
 */
export function readCredential(
  request: Request,
  operation: Pick<Operation, 'access' | 'callers' | 'cookies'>,
  tokens: AccessTokens,
): Credential {
  const bearer = readBearer(request);
  const kind = bearer === undefined ? undefined : tokenKindOf(bearer);
  const isIngest = operation.access === 'ingest';
  if (kind === 'api_token' && !acceptsApiTokens(operation)) throw errors.unauthorized();
  if (bearer !== undefined && (isIngest || kind === 'api_token')) {
    const expected = isIngest ? 'ingest_token' : 'api_token';
    return { kind: expected, tokenHash: parseUntrusted(expected, () => hashOfToken(expected, bearer)) };
  }
  if (isIngest || kind === 'ingest_token') throw errors.unauthorized();
  if (bearer !== undefined) return { kind: 'session', claims: tokens.verify(bearer), fromCookie: false };
  const cookie = operation.cookies === false ? undefined : readCookie(request, cookieNames.access);
  if (cookie === undefined) throw errors.unauthorized();
  return { kind: 'session', claims: tokens.verify(cookie), fromCookie: true };
}

/** Returns the value of a cookie, or `undefined` if it is absent or empty. */
export function readCookie(request: Request, name: string): string | undefined {
  const value = (request.cookies as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function hasAuthorization(request: Request): boolean {
  return request.headers.authorization !== undefined;
}

/** Rejects several Authorization headers. Counts them in `rawHeaders`, because `headers` has only the first one. */
function readBearer(request: Request): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const { rawHeaders } = request;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') count += 1;
  }
  const token = count === 1 ? /^Bearer +([^\s]+)$/i.exec(header)?.[1] : undefined;
  if (token === undefined) throw errors.unauthorized();
  return token;
}
