import type { GithubContext } from './context.ts';
import { fullNameOf } from './model.ts';
import type { GithubAccount, ServerInstallation, GithubPull, GithubRepository } from './model.ts';
import {
  accountRecord,
  installationRecord,
  pullRecord,
  repositoryRecord,
  repositorySummary,
} from './records.ts';

type Urls = Pick<GithubContext, 'origin' | 'app'>;

export interface GithubWebhookPayload {
  readonly event: string;
  readonly action: string | null;
  readonly body: object;
  readonly repository: GithubRepository | undefined;
}

const zeroSha = '0'.repeat(40);

/** Bodies of webhooks. Source: GitHub, "Webhook events and payloads", examples of each event. */
export function githubWebhookPayloads(urls: Urls) {
  const common = (
    repository: GithubRepository,
    installation: ServerInstallation | undefined,
    sender: GithubAccount,
  ) => ({
    repository: repositoryRecord(urls, repository),
    ...(repository.owner.type === 'Organization'
      ? { organization: accountRecord(urls, repository.owner) }
      : {}),
    ...(installation === undefined
      ? {}
      : { installation: { id: installation.id, node_id: `MDIz${installation.id}` } }),
    sender: accountRecord(urls, sender),
  });
  return {
    ping: (hookUrl: string): GithubWebhookPayload => ({
      event: 'ping',
      action: null,
      repository: undefined,
      body: {
        zen: 'Design for failure.',
        hook_id: 1,
        hook: {
          type: 'App',
          id: 1,
          name: 'web',
          active: true,
          events: ['push', 'pull_request', 'repository'],
          config: { content_type: 'json', insecure_ssl: '0', url: hookUrl },
          app_id: Number(urls.app.appId),
        },
      },
    }),

    installation: (
      action: 'created' | 'deleted' | 'suspend' | 'unsuspend' | 'new_permissions_accepted',
      installation: ServerInstallation,
      repositories: readonly GithubRepository[],
      sender: GithubAccount,
    ): GithubWebhookPayload => ({
      event: 'installation',
      action,
      repository: undefined,
      body: {
        action,
        installation: installationRecord(urls, installation),
        ...(action === 'created' || action === 'deleted'
          ? { repositories: repositories.map(repositorySummary) }
          : {}),
        ...(action === 'created' ? { requester: null } : {}),
        sender: accountRecord(urls, sender),
      },
    }),

    installationRepositories: (
      installation: ServerInstallation,
      change: { readonly added: readonly GithubRepository[]; readonly removed: readonly GithubRepository[] },
      sender: GithubAccount,
    ): GithubWebhookPayload => {
      const action = change.added.length > 0 ? 'added' : 'removed';
      return {
        event: 'installation_repositories',
        action,
        repository: undefined,
        body: {
          action,
          installation: installationRecord(urls, installation),
          repository_selection: installation.selection === 'all' ? 'all' : 'selected',
          repositories_added: change.added.map(repositorySummary),
          repositories_removed: change.removed.map(repositorySummary),
          requester: null,
          sender: accountRecord(urls, sender),
        },
      };
    },

    push: (
      repository: GithubRepository,
      installation: ServerInstallation | undefined,
      push: {
        readonly branch: string;
        readonly before: string | undefined;
        readonly after: string | undefined;
        readonly isForced: boolean;
      },
      sender: GithubAccount,
    ): GithubWebhookPayload => {
      const { branch, before = zeroSha, after = zeroSha, isForced } = push;
      const url = `${urls.origin()}/${fullNameOf(repository)}`;
      const commit = {
        id: after,
        tree_id: after,
        distinct: true,
        message: 'Change files',
        timestamp: new Date().toISOString(),
        url: `${url}/commit/${after}`,
        author: { name: sender.login, email: `${sender.login}@example.com`, username: sender.login },
        committer: { name: sender.login, email: `${sender.login}@example.com`, username: sender.login },
        added: [],
        removed: [],
        modified: [],
      };
      return {
        event: 'push',
        action: null,
        repository,
        body: {
          ref: `refs/heads/${branch}`,
          before,
          after,
          ...common(repository, installation, sender),
          pusher: { name: sender.login, email: `${sender.login}@example.com` },
          created: before === zeroSha,
          deleted: after === zeroSha,
          forced: isForced,
          base_ref: null,
          compare: `${url}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
          commits: after === zeroSha ? [] : [commit],
          head_commit: after === zeroSha ? null : commit,
        },
      };
    },

    pullRequest: (
      action: string,
      pull: GithubPull,
      installation: ServerInstallation | undefined,
      sender: GithubAccount,
      extra: object = {},
    ): GithubWebhookPayload => ({
      event: 'pull_request',
      action,
      repository: pull.base.repository,
      body: {
        action,
        number: pull.number,
        pull_request: pullRecord(urls, pull),
        ...extra,
        ...common(pull.base.repository, installation, sender),
      },
    }),

    repository: (
      action:
        | 'renamed'
        | 'transferred'
        | 'archived'
        | 'unarchived'
        | 'deleted'
        | 'privatized'
        | 'publicized'
        | 'created',
      repository: GithubRepository,
      installation: ServerInstallation | undefined,
      sender: GithubAccount,
      changes?: object,
    ): GithubWebhookPayload => ({
      event: 'repository',
      action,
      repository,
      body: {
        action,
        ...(changes === undefined ? {} : { changes }),
        ...common(repository, installation, sender),
      },
    }),
  };
}
