import type { TestResponse } from './test-api.ts';

/** HTTP client that stores and sends cookies like a browser, and sends the CSRF cookie's value as a header. */
export interface BrowserClient {
  request<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; csrf?: boolean },
  ): Promise<TestResponse<T>>;
  /** Name → the cookie as last set. */
  readonly cookies: ReadonlyMap<string, StoredCookie>;
  /** Returns a client with a copy of the cookies. */
  copy(): BrowserClient;
}

export interface StoredCookie {
  readonly value: string;
  readonly path: string;
  readonly attributes: readonly string[];
}

export function createBrowserClient(
  url: string,
  cookies: Map<string, StoredCookie> = new Map(),
): BrowserClient {
  return {
    cookies,
    copy: () => createBrowserClient(url, new Map(cookies)),
    async request<T>(
      method: string,
      path: string,
      options: { body?: unknown; headers?: Record<string, string>; csrf?: boolean } = {},
    ) {
      const fullPath = `/api/v1${path}`;
      const sent = [...cookies].filter(([, cookie]) => fullPath.startsWith(cookie.path));
      const csrf = cookies.get('svc_csrf')?.value;
      const response = await fetch(`${url}${fullPath}`, {
        method,
        headers: {
          ...(sent.length === 0
            ? {}
            : { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') }),
          ...(options.csrf === false || csrf === undefined
            ? {}
            : { 'x-csrf-token': decodeURIComponent(csrf) }),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      });
      for (const header of response.headers.getSetCookie()) storeCookie(cookies, header);
      return { status: response.status, body: (await response.json()) as T, headers: response.headers };
    },
  };
}

function storeCookie(cookies: Map<string, StoredCookie>, header: string): void {
  const [pair = '', ...attributes] = header.split('; ');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  const expires = attributes.find((text) => text.startsWith('Expires='))?.slice('Expires='.length);
  if (expires !== undefined && new Date(expires).getTime() <= Date.now()) {
    cookies.delete(name);
    return;
  }
  const path = attributes.find((text) => text.startsWith('Path='))?.slice('Path='.length) ?? '/';
  cookies.set(name, { value: pair.slice(at + 1), path, attributes });
}
