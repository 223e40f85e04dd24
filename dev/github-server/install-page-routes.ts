import { HttpError } from '../scm-servers/route-table.ts';
import type { RouteTable, ServerResponse } from '../scm-servers/route-table.ts';
import type { GithubContext } from './context.ts';
import type { installationActions } from './installation-actions.ts';
import type { GithubAccount } from './model.ts';

/** Settings of the App's registration. */
export interface AppRegistrationSettings {
  /** Where the browser goes after an installation. The App requests user authorization, so the address gets a code. */
  callbackUrl: string | undefined;
}

/**
 * The page on which a person installs the App. The server has no sign-in: the form names the person. Source: GitHub,
 * "About the setup URL" and "About the user authorization callback URL".
 */
export function installPageRoutes(
  { model, app }: GithubContext,
  actions: ReturnType<typeof installationActions>,
  settings: AppRegistrationSettings,
): RouteTable {
  const redirect = (url: string): ServerResponse => ({ status: 302, headers: { location: url } });
  const accountOf = (id: string | null): GithubAccount => {
    const account = model.accounts.get(Number(id));
    if (account === undefined) throw new HttpError(422, 'Unknown account');
    return account;
  };
  return {
    'GET /github-apps/{slug}/installations/new': ({ params, url }) => {
      if (params['slug'] !== app.slug) throw new HttpError(404, 'Not Found');
      const state = url.searchParams.get('state') ?? '';
      const forms = peopleAndAccounts([...model.accounts.values()]).map(
        ([
          person,
          account,
        ]) => `<form method="post"><input type="hidden" name="state" value="${escapeHtml(state)}">
<input type="hidden" name="person" value="${person.id}"><input type="hidden" name="account" value="${account.id}">
<button>Install on ${escapeHtml(account.login)} as ${escapeHtml(person.login)}</button></form>`,
      );
      const body = `<!doctype html><title>Install ${escapeHtml(app.slug)}</title>${forms.join('\n')}`;
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
    },

    'POST /github-apps/{slug}/installations/new': async ({ params, body }) => {
      const form = new URLSearchParams(body.toString('utf8'));
      const { callbackUrl } = settings;
      if (params['slug'] !== app.slug || callbackUrl === undefined) throw new HttpError(404, 'Not Found');
      const [person, account] = [accountOf(form.get('person')), accountOf(form.get('account'))];
      const state = form.get('state') ?? '';
      if (account.id !== person.id && account.members.get(person.id) !== 'admin')
        return redirect(actions.redirectUrl(callbackUrl, { setupAction: 'request', state }));
      const existing = [...model.installations.values()].find(
        (installation) => installation.account === account,
      );
      const installation = existing ?? (await actions.install({ account, by: person }));
      const setupAction = existing === undefined ? 'install' : 'update';
      const code = actions.authorize(person);
      return redirect(actions.redirectUrl(callbackUrl, { setupAction, code, installation, state }));
    },
  };
}

/** Pairs each person with the own account and the organizations. */
function peopleAndAccounts(
  accounts: readonly GithubAccount[],
): readonly (readonly [GithubAccount, GithubAccount])[] {
  const people = accounts.filter(({ type, isDeleted }) => type === 'User' && !isDeleted);
  return people.flatMap((person) =>
    accounts
      .filter((account) => account === person || account.members.has(person.id))
      .map((account) => [person, account] as const),
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
