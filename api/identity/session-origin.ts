import { ipKeyGenerator } from 'express-rate-limit';
import type { Request } from 'express';
import type { SessionOrigin } from '../../db/identity/session-store.ts';

const maximumUserAgent = 512;

/** Returns the address and user agent of a request that signs in. */
export function sessionOriginOf(request: Request): SessionOrigin {
  const userAgent = request.headers['user-agent'];
  return {
    ip: request.ip,
    ipBlock: request.ip === undefined ? undefined : ipBlockOf(request),
    userAgent: userAgent === undefined || userAgent === '' ? undefined : userAgent.slice(0, maximumUserAgent),
  };
}

/**
 * Returns the address under which limits count a client: of IPv6 the /56 network, because one client has many addresses.
 * Empty when the connection is closed.
 */
export function ipBlockOf(request: Request): string {
  return ipKeyGenerator(request.ip ?? '');
}
