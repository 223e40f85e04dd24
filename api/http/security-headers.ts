import helmet from 'helmet';
import type { RequestHandler } from 'express';

const oneYearSeconds = 31_536_000;

/** A JSON API loads nothing, is framed by nobody, and is spoken to over TLS for a year. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: { maxAge: oneYearSeconds, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
  });
}
