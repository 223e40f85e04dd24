import type { RouteTable } from '../scm-servers/route-table.ts';
import { HttpError } from '../scm-servers/route-table.ts';
import type { GithubContext } from './context.ts';
import type { installationActions } from './installation-actions.ts';
import type { GithubAccount } from './model.ts';

/** The browser of a person, and where the App's registration sends it. */
export interface Browser {
  /** The person who is signed in. */
  user: GithubAccount | undefined;
  /** Callback URL of the App. */
  callbackUrl: string | undefined;
}

type Actions = Pick<ReturnType<typeof installationActions>, 'authorize' | 'install' | 'redirectUrl'>;

/**
 * Routes of the pages on which a person installs the App: a form with the accounts of the person, which redirects to the
 * callback URL. Members who are no administrators only request the installation.
 */
export function installationPageRoutes(
  { model, app }: GithubContext,
  browser: Browser,
  { authorize, install, redirectUrl }: Actions,
): RouteTable {
  const requireUser = (slug: string | undefined): GithubAccount => {
    if (slug !== app.slug || browser.user === undefined) throw new HttpError(404, 'Not Found');
    return browser.user;
  };
  return {
    'GET /github-apps/{slug}/installations/new': ({ params, url }) => {
      const accounts = accountsOf([...model.accounts.values()], requireUser(params['slug']));
      const state = url.searchParams.get('state') ?? '';
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: pageOf(app.slug, state, accounts),
      };
    },

    'POST /github-apps/{slug}/installations': async (request) => {
      const user = requireUser(request.params['slug']);
      const form = new URLSearchParams(request.body.toString('utf8'));
      const account = accountsOf([...model.accounts.values()], user).find(
        ({ id }) => String(id) === form.get('account'),
      );
      if (account === undefined || browser.callbackUrl === undefined) throw new HttpError(422, 'Invalid');
      const state = form.get('state') ?? '';
      const isAdministrator = account.id === user.id || account.members.get(user.id) === 'admin';
      if (!isAdministrator)
        return redirect(redirectUrl(browser.callbackUrl, { setupAction: 'request', state }));
      const existing = [...model.installations.values()].find((one) => one.account === account);
      return redirect(
        redirectUrl(browser.callbackUrl, {
          setupAction: existing === undefined ? 'install' : 'update',
          code: authorize(user),
          installation: existing ?? (await install({ account, by: user })),
          state,
        }),
      );
    },
  };
}

/** The page's form as a program fills it in: the address to post to and the fields. */
export interface InstallationForm {
  readonly action: string;
  readonly state: string;
  /** Ids of accounts by login. */
  readonly accounts: ReadonlyMap<string, string>;
}

/** Reads the form of the installation page, as a person does. */
export function readInstallationForm(html: string): InstallationForm {
  const valueOf = (pattern: RegExp) => unescapeHtml(pattern.exec(html)?.[1] ?? '');
  const accounts = [...html.matchAll(/name="account" value="(\d+)"> ([^<]+)</g)].map(
    ([, id = '', login = '']) => [unescapeHtml(login), id] as const,
  );
  return {
    action: valueOf(/action="([^"]*)"/),
    state: valueOf(/name="state" value="([^"]*)"/),
    accounts: new Map(accounts),
  };
}

function redirect(location: string) {
  return { status: 302, headers: { location } };
}

function accountsOf(accounts: readonly GithubAccount[], user: GithubAccount): readonly GithubAccount[] {
  return accounts.filter(({ id, members }) => id === user.id || members.has(user.id));
}

function pageOf(slug: string, state: string, accounts: readonly GithubAccount[]): string {
  const choices = accounts
    .map(
      ({ id, login }) =>
        `<p><label><input type="radio" name="account" value="${id}"> ${escapeHtml(login)}</label></p>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Install ${escapeHtml(slug)}</title></head><body>
<h1>Install ${escapeHtml(slug)}</h1>
<form method="post" action="/github-apps/${escapeHtml(slug)}/installations">
<input type="hidden" name="state" value="${escapeHtml(state)}">${choices}<button>Install</button></form></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
