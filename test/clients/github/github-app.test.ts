import anyTest from 'ava';
import type { TestFn } from 'ava';
import { createGithubApp } from '../../../clients/github/github-app.ts';
import { expectFault } from '../../support/scm/expect-fault.ts';
import { startWebhookReceiver } from '../../support/scm/webhook-receiver.ts';
import { useGithubServer } from '../../support/scm/use-github-server.ts';
import type { GithubTest } from '../../support/scm/use-github-server.ts';

const test = anyTest as TestFn<GithubTest>;
useGithubServer(test);

test('links to the pages of the App', (t) => {
  const { github, app } = t.context;
  const origin = new URL(github.app.apiUrl).origin;
  t.is(app.installationUrl('a.b c'), `${origin}/github-apps/cloud-inventory/installations/new?state=a.b%20c`);
  t.is(
    app.settingsUrl({ login: 'acme', isOrganization: true }, 7),
    `${origin}/organizations/acme/settings/installations/7`,
  );
  t.is(app.settingsUrl({ login: 'ada', isOrganization: false }, 7), `${origin}/settings/installations/7`);
  const publicApp = createGithubApp({ ...github.app, apiUrl: 'https://api.github.com' });
  t.is(publicApp.installationUrl('s'), 'https://github.com/apps/cloud-inventory/installations/new?state=s');
});

test('an administrator proves an installation; the code can be used once', async (t) => {
  const { github, app, user, organization, installation } = t.context;
  const code = github.authorize(user);
  t.deepEqual(await app.checkClaim(code, installation.id), {
    user: { id: user.id, login: 'ada' },
    installation: {
      id: installation.id,
      accountId: organization.id,
      accountLogin: 'acme',
      accountType: 'Organization',
      suspended: false,
      permissions: { contents: 'read', members: 'read', metadata: 'read', pull_requests: 'read' },
    },
    administrator: true,
  });
  await expectFault(t, 'invalid_response', app.checkClaim(code, installation.id));
});

test('members, collaborators and strangers are no administrators', async (t) => {
  const { github, app, organization, installation } = t.context;
  const repository = await github.createRepository({ owner: organization, name: 'infra' });
  const [member, collaborator, stranger] = ['bob', 'carol', 'mallory'].map((login) =>
    github.createUser(login),
  );
  if (member === undefined || collaborator === undefined || stranger === undefined)
    throw new Error('no users');
  github.setRole(organization, member, 'member');
  repository.collaborators.add(collaborator.id);
  for (const user of [member, collaborator]) {
    const claim = await app.checkClaim(github.authorize(user), installation.id);
    t.like(claim, { user: { id: user.id }, installation: { id: installation.id }, administrator: false });
  }
  const claim = await app.checkClaim(github.authorize(stranger), installation.id);
  t.deepEqual(claim, { user: { id: stranger.id, login: 'mallory' }, administrator: false });
});

test('a person is the administrator of the own account', async (t) => {
  const { github, app } = t.context;
  const owner = github.createUser('dora');
  const installation = await github.install({ account: owner, by: owner });
  const claim = await app.checkClaim(github.authorize(owner), installation.id);
  t.like(claim, { installation: { accountType: 'User' }, administrator: true });
});

test('finds the installation beyond the first page', async (t) => {
  const { github, app, user } = t.context;
  let last = t.context.installation;
  for (let index = 0; index < 100; index += 1) {
    const account = github.createOrganization(`org-${index}`);
    github.setRole(account, user, 'member');
    last = await github.install({ account, by: user });
  }
  const claim = await app.checkClaim(github.authorize(user), last.id);
  t.like(claim, { installation: { id: last.id }, administrator: false });
});

test('verifies the signature of deliveries over their bytes', async (t) => {
  const { github, app, user, organization } = t.context;
  const receiver = await startWebhookReceiver(t);
  github.webhooks.url = receiver.url;
  const repository = await github.createRepository({
    owner: organization,
    name: 'infra',
    files: { 'ä.tf': 'ü' },
  });
  const sha = await github.push(repository, { files: { 'b.tf': 'b' }, by: user });
  const [, push] = receiver.received;
  if (push === undefined) throw new Error('no delivery');
  t.is(push.headers['x-github-event'], 'push');
  t.like(JSON.parse(push.body.toString()), {
    ref: 'refs/heads/main',
    after: sha,
    repository: { id: repository.id },
  });
  const signature = String(push.headers['x-hub-signature-256']);
  t.true(app.isSignedDelivery(push.body, signature));
  t.false(app.isSignedDelivery(Buffer.concat([push.body, Buffer.from(' ')]), signature));
  t.false(app.isSignedDelivery(push.body, `${signature}0`));
  t.false(app.isSignedDelivery(push.body, ''));
});

test('delivers events with the documented names and actions', async (t) => {
  const { github, user, organization, installation } = t.context;
  const receiver = await startWebhookReceiver(t);
  github.webhooks.url = receiver.url;
  const repository = await github.createRepository({
    owner: organization,
    name: 'infra',
    files: { 'a.tf': 'a' },
  });
  const head = (await repository.git.resolve('refs/heads/main')) ?? '';
  await github.push(repository, { branch: 'b', parent: head, files: { 'b.tf': 'b' } });
  const pull = await github.openPullRequest(repository, { title: 'B', by: user, branch: 'b' });
  await github.push(repository, { branch: 'b', files: { 'b.tf': 'c' } });
  await github.mergePullRequest(pull);
  await github.rename(repository, 'platform');
  await github.changeRepositories(installation, { removed: [repository] });
  await github.changeRepositories(installation, { added: [repository] });
  await github.suspend(installation);
  await github.unsuspend(installation);
  await github.acceptPermissions(installation, { contents: 'write', metadata: 'read' });
  await github.ping();
  await github.uninstall(installation);
  t.deepEqual(
    receiver.received.map(({ headers, body }) => {
      const { action } = JSON.parse(body.toString()) as { action?: string };
      return [headers['x-github-event'], action].filter((part) => part !== undefined).join('.');
    }),
    [
      'repository.created',
      'push',
      'pull_request.opened',
      'pull_request.synchronize',
      'push',
      'pull_request.closed',
      'push',
      'repository.renamed',
      'installation_repositories.removed',
      'installation_repositories.added',
      'installation.suspend',
      'installation.unsuspend',
      'installation.new_permissions_accepted',
      'ping',
      'installation.deleted',
    ],
  );
});

test('lists failed deliveries and sends them again with the same id', async (t) => {
  const { github, app, organization } = t.context;
  const receiver = await startWebhookReceiver(t);
  github.webhooks.url = receiver.url;
  const since = new Date(Date.now() - 60_000);
  const repository = await github.createRepository({
    owner: organization,
    name: 'infra',
    files: { 'a.tf': 'a' },
  });
  const failedSince = async (time: Date) =>
    (await app.listDeliveryAttempts(time)).filter(({ succeeded }) => !succeeded);
  t.deepEqual(await failedSince(since), []);
  receiver.status = 500;
  await github.push(repository, { files: { 'a.tf': 'b' } });
  receiver.status = 202;
  github.deliveries.mode = 'drop';
  for (let index = 0; index < 120; index += 1) await github.ping();
  github.deliveries.mode = 'send';
  const failed = await failedSince(since);
  t.is(failed.length, 121);
  const [push] = failed.slice(-1);
  if (push === undefined) throw new Error('no failed delivery');
  t.is(push.guid, String(receiver.received.at(-1)?.headers['x-github-delivery']));
  await app.redeliver(push.id);
  const [first, second] = receiver.received.slice(-2);
  t.is(first?.headers['x-github-delivery'], second?.headers['x-github-delivery']);
  t.deepEqual(first?.body, second?.body);
  t.deepEqual(await failedSince(new Date(Date.now() + 1000)), []);
  await expectFault(t, 'not_found', app.redeliver(1));
});
