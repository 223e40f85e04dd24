import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { Repository, ScmConnection } from '../../api-client/api-types.ts';
import type { SampleSourceControl } from '../sample-source-control/start-sample-source-control.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

/** Installs the GitHub App and connects the GitLab group, unless an earlier demo did, and scans all repositories. */
export async function connectSourceControl(
  client: TypedClient,
  url: string,
  sample: SampleSourceControl,
  say: Say,
): Promise<readonly Repository[]> {
  sample.github.webhooks.url = `${url}/api/v1/webhooks/github`;
  sample.github.settings.callbackUrl = `${url}/api/v1/scm/github/callback`;
  const { items } = await dataOf(client.GET('/api/v1/scm/connections'));
  const github = items.find(({ provider }) => provider === 'github');
  const gitlab = items.find(({ base_url: baseUrl }) => baseUrl === sample.gitlab.baseUrl);
  const ids = [
    github === undefined
      ? await connectGithub(client, sample, say)
      : await resumeGithub(client, sample, github),
    gitlab === undefined
      ? await connectGitlab(client, url, sample, say)
      : await resumeGitlab(client, sample, url, gitlab),
  ];
  for (const id of ids) {
    await dataOf(
      client.PUT('/api/v1/scm/connections/{id}/repositories', {
        params: { path: { id } },
        body: { all: true },
      }),
    );
  }
  say('Scanning the repositories …');
  return waitForScans(client, ids);
}

/** Installs the App as a person does: on the page of the installation URL, which redirects to the callback. */
async function connectGithub(client: TypedClient, sample: SampleSourceControl, say: Say): Promise<string> {
  say('Installing the GitHub App in the organization of the GitHub server …');
  const { url } = await dataOf(client.GET('/api/v1/scm/github/installation-url'));
  const fields = fieldsOf(await (await fetch(url)).text(), `Install on ${sample.organization.login} as`);
  const body = new URLSearchParams(fields);
  const submitted = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const callback = await fetch(submitted.headers.get('location') ?? '', { headers: { accept: 'text/html' } });
  if (!callback.ok) throw new Error(`The callback of the installation returned ${callback.status}.`);
  const connection = await findConnection(client, ({ provider }) => provider === 'github');
  return connection.id;
}

/** Returns the hidden fields of the form with a button. */
function fieldsOf(html: string, button: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(button)) ?? '';
  const inputs = form.matchAll(/name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}

/** The GitHub server is a new one: installs the App again with the same ids. */
async function resumeGithub(
  client: TypedClient,
  { github, organization, administrator }: SampleSourceControl,
  { id }: ScmConnection,
): Promise<string> {
  await github.install({ account: organization, by: administrator });
  await sync(client, id);
  return id;
}

async function connectGitlab(
  client: TypedClient,
  url: string,
  { gitlab, group }: SampleSourceControl,
  say: Say,
): Promise<string> {
  say('Connecting the group of the GitLab server …');
  const created = await dataOf(
    client.POST('/api/v1/scm/gitlab/connections', {
      body: {
        base_url: gitlab.baseUrl,
        group_path: group.path,
        access_token: gitlab.createToken(group).token,
      },
    }),
  );
  // PUBLIC_URL can differ from the address at which this process reaches the API.
  const { pathname, search } = new URL(created.webhook_url);
  gitlab.addHook({ scope: group, url: `${url}${pathname}${search}`, signingToken: created.webhook_secret });
  return created.connection.id;
}

/** The GitLab server is a new one: replaces the access token and the secret of the webhook. */
async function resumeGitlab(
  client: TypedClient,
  { gitlab, group }: SampleSourceControl,
  url: string,
  { id }: ScmConnection,
): Promise<string> {
  const secret = `whsec_${Buffer.from(`secret of the hook of ${id}`).toString('base64')}`;
  const params = { path: { id } };
  const body = { access_token: gitlab.createToken(group).token, webhook_secret: secret };
  await dataOf(client.PATCH('/api/v1/scm/connections/{id}', { params, body }));
  gitlab.addHook({
    scope: group,
    url: `${url}/api/v1/webhooks/gitlab?connection=${id}`,
    signingToken: secret,
  });
  return id;
}

async function sync(client: TypedClient, id: string): Promise<void> {
  const { run_id } = await dataOf(
    client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id } } }),
  );
  await waitFor('the sync of a source-control connection', async () => {
    const params = { path: { run_id } };
    const { status } = await dataOf(client.GET('/api/v1/runs/{run_id}', { params }));
    return ['queued', 'running'].includes(status) ? undefined : true;
  });
}

async function findConnection(
  client: TypedClient,
  matches: (connection: ScmConnection) => boolean,
): Promise<ScmConnection> {
  return waitFor('the source-control connection', async () =>
    (await dataOf(client.GET('/api/v1/scm/connections'))).items.find(matches),
  );
}

/** @throws Error with the reason when the scan of a repository failed. */
async function waitForScans(
  client: TypedClient,
  connectionIds: readonly string[],
): Promise<readonly Repository[]> {
  const query = { scm_connection_id: [...connectionIds], limit: 200 };
  return waitFor('the scans of the repositories', async () => {
    const { items } = await dataOf(client.GET('/api/v1/repositories', { params: { query } }));
    const failed = items.find(({ status }) => status === 'error');
    if (failed !== undefined) throw new Error(`${failed.full_name}: ${failed.last_error ?? 'no reason'}`);
    const selected = items.filter(({ status }) => status !== 'removed');
    const isComplete =
      selected.length >= connectionIds.length && selected.every(({ status }) => status === 'active');
    return isComplete ? selected : undefined;
  });
}
