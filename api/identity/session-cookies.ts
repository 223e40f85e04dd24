import type { CookieOptions, Response } from 'express';

/** Names and paths are fixed by the interface specification. */
export const cookieNames = { access: 'svc_at', refresh: 'svc_rt', csrf: 'svc_csrf' } as const;

const paths = { access: '/api/v1', refresh: '/api/v1/auth', csrf: '/' } as const;

export interface CookieValues {
  readonly access: { readonly value: string; readonly expires: Date };
  readonly refresh: { readonly value: string; readonly expires: Date };
  readonly csrf: { readonly value: string; readonly expires: Date };
}

export function setSessionCookies(response: Response, values: CookieValues, secure: boolean): void {
  for (const kind of kinds) {
    response.cookie(cookieNames[kind], values[kind].value, {
      ...optionsOf(kind, secure),
      expires: values[kind].expires,
    });
  }
}

export function clearSessionCookies(response: Response, secure: boolean): void {
  for (const kind of kinds) response.clearCookie(cookieNames[kind], optionsOf(kind, secure));
}

const kinds = ['access', 'refresh', 'csrf'] as const;

/** Only the CSRF cookie is readable by scripts. */
function optionsOf(kind: (typeof kinds)[number], secure: boolean): CookieOptions {
  return { path: paths[kind], httpOnly: kind !== 'csrf', sameSite: 'strict', secure };
}
