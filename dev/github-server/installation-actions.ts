import { randomBytes } from 'node:crypto';
import type { GithubContext } from './context.ts';
import type { Webhooks } from './emit-webhook.ts';
import { repositoriesOf } from './model.ts';
import type { GithubAccount, ServerInstallation, GithubRepository, OrganizationRole } from './model.ts';

/** Permissions that the product requires without automation grants. */
const defaultPermissions = { contents: 'read', members: 'read', metadata: 'read', pull_requests: 'read' };

/** Actions of users on accounts and on installations of the App. */
export function installationActions({ model, app, origin }: GithubContext, webhooks: Webhooks) {
  const { payloads } = webhooks;
  const createAccount = (login: string, type: GithubAccount['type']): GithubAccount => {
    const account = { id: model.nextId(), login, type, members: new Map(), isDeleted: false };
    model.accounts.set(account.id, account);
    return account;
  };
  return {
    createUser: (login: string) => createAccount(login, 'User'),
    createOrganization: (login: string) => createAccount(login, 'Organization'),

    /** The pull requests of a deleted user remain; their author is `null`. */
    deleteUser(user: GithubAccount): void {
      user.isDeleted = true;
    },

    /** @param role `undefined` removes the member */
    setRole(organization: GithubAccount, user: GithubAccount, role: OrganizationRole | undefined): void {
      if (role === undefined) organization.members.delete(user.id);
      else organization.members.set(user.id, role);
    },

    /** Returns a code that the OAuth redirect carries; it can be exchanged once. */
    authorize(user: GithubAccount): string {
      const code = randomBytes(10).toString('hex');
      model.codes.set(code, user.id);
      return code;
    },

    /** Installs the App. `repositories`: default all. */
    async install(options: {
      readonly account: GithubAccount;
      readonly by: GithubAccount;
      readonly repositories?: readonly GithubRepository[];
      readonly permissions?: Readonly<Record<string, string>>;
    }): Promise<ServerInstallation> {
      const installation: ServerInstallation = {
        id: model.nextId(),
        account: options.account,
        creator: options.by,
        selection:
          options.repositories === undefined ? 'all' : new Set(options.repositories.map(({ id }) => id)),
        permissions: options.permissions ?? defaultPermissions,
        suspendedAt: undefined,
        createdAt: new Date(),
        limit: undefined,
      };
      model.installations.set(installation.id, installation);
      const repositories = repositoriesOf(model, installation);
      await webhooks.emit(
        payloads.installation('created', installation, repositories, options.by),
        installation.id,
      );
      return installation;
    },

    /** Returns the installation of an account. @throws Error when the App is not installed. */
    installationOf(account: GithubAccount): ServerInstallation {
      const found = [...model.installations.values()].find(
        (installation) => installation.account === account,
      );
      if (found === undefined) throw new Error(`The App is not installed on ${account.login}.`);
      return found;
    },

    async uninstall(installation: ServerInstallation, by = installation.creator): Promise<void> {
      const repositories = repositoriesOf(model, installation);
      model.installations.delete(installation.id);
      await webhooks.emit(payloads.installation('deleted', installation, repositories, by), installation.id);
    },

    async suspend(installation: ServerInstallation, by = installation.creator): Promise<void> {
      installation.suspendedAt = new Date();
      await webhooks.emit(payloads.installation('suspend', installation, [], by), installation.id);
    },

    async unsuspend(installation: ServerInstallation, by = installation.creator): Promise<void> {
      installation.suspendedAt = undefined;
      await webhooks.emit(payloads.installation('unsuspend', installation, [], by), installation.id);
    },

    /** Tokens get the new permissions when they are renewed. */
    async acceptPermissions(
      installation: ServerInstallation,
      permissions: Readonly<Record<string, string>>,
    ): Promise<void> {
      installation.permissions = permissions;
      const payload = payloads.installation(
        'new_permissions_accepted',
        installation,
        [],
        installation.creator,
      );
      await webhooks.emit(payload, installation.id);
    },

    /** Changes the selected repositories; an installation of all repositories becomes one of selected ones. */
    async changeRepositories(
      installation: ServerInstallation,
      change: {
        readonly added?: readonly GithubRepository[];
        readonly removed?: readonly GithubRepository[];
      },
    ): Promise<void> {
      const { added = [], removed = [] } = change;
      const selected = new Set(repositoriesOf(model, installation).map(({ id }) => id));
      for (const { id } of added) selected.add(id);
      for (const { id } of removed) selected.delete(id);
      installation.selection = selected;
      const by = installation.creator;
      for (const part of [
        { added, removed: [] },
        { added: [], removed },
      ])
        if (part.added.length + part.removed.length > 0)
          await webhooks.emit(payloads.installationRepositories(installation, part, by), installation.id);
    },

    /** Makes every token of the installation invalid. */
    revokeTokens({ id }: ServerInstallation): void {
      for (const [token, grant] of model.tokens)
        if (grant.kind === 'installation' && grant.installationId === id) model.tokens.delete(token);
    },

    /** Sets the requests that remain until a time; after them, responses are 403. */
    setRateLimit(installation: ServerInstallation, remaining: number, resetAt: Date): void {
      installation.limit = { remaining, resetAt };
    },

    /**
     * Returns the address to which GitHub redirects the browser after an installation. `request`: an owner must approve
     * first, so the address has no code and no installation.
     */
    redirectUrl(
      callbackUrl: string,
      redirect:
        | { readonly setupAction: 'request'; readonly state: string }
        | {
            readonly setupAction: 'install' | 'update';
            readonly code: string;
            readonly installation: ServerInstallation;
            readonly state?: string;
          },
    ): string {
      const url = new URL(callbackUrl);
      url.searchParams.set('setup_action', redirect.setupAction);
      if (redirect.state !== undefined) url.searchParams.set('state', redirect.state);
      if (redirect.setupAction !== 'request') {
        url.searchParams.set('code', redirect.code);
        url.searchParams.set('installation_id', String(redirect.installation.id));
      }
      return url.href;
    },

    ping: () => webhooks.emit(payloads.ping(webhooks.url ?? origin()), undefined),
    slug: app.slug,
  };
}
