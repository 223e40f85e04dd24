/** A browser that follows the redirects of a login, and keeps the cookies of each origin. */
export interface SsoBrowser {
  /** Sends a GET without following a redirect. Returns the URL of the redirect, if any. */
  open(
    url: string,
    options?: { readonly headers?: Readonly<Record<string, string>>; readonly form?: URLSearchParams },
  ): Promise<{ readonly status: number; readonly location: string; readonly body: string }>;
  /** Follows redirects until the callback of the product is named, and returns its URL. */
  followToCallback(url: string): Promise<string>;
  /** Cookies by origin and name. */
  readonly cookies: Map<string, Map<string, string>>;
}

const maximumSteps = 12;

export function createSsoBrowser(): SsoBrowser {
  const cookies = new Map<string, Map<string, string>>();
  const browser: SsoBrowser = {
    cookies,
    async open(url, { headers = {}, form } = {}) {
      const { origin } = new URL(url);
      const own = cookies.get(origin) ?? new Map<string, string>();
      cookies.set(origin, own);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        ...(form === undefined ? {} : { method: 'POST', body: form }),
      });
      for (const header of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = header.split('; ');
        const at = pair.indexOf('=');
        const expires = attributes.find((text) => /^expires=/i.test(text))?.slice('expires='.length);
        if (expires !== undefined && new Date(expires).getTime() <= Date.now()) own.delete(pair.slice(0, at));
        else own.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = response.headers.get('location') ?? '';
      return {
        status: response.status,
        location: location === '' ? '' : new URL(location, url).href,
        body: await response.text(),
      };
    },
    async followToCallback(url) {
      let next = url;
      for (let step = 0; step < maximumSteps; step += 1) {
        const { location, status, body } = await browser.open(next);
        if (location.includes('/auth/sso/callback')) return location;
        if (location === '') throw new Error(`${next} answered ${status}: ${body.slice(0, 300)}`);
        next = location;
      }
      throw new Error('the login does not end');
    },
  };
  return browser;
}
