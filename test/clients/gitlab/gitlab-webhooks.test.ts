import { createHmac, randomBytes } from 'node:crypto';
import anyTest from 'ava';
import type { TestFn } from 'ava';
import { readGitlabDelivery } from '../../../domain/scm/read-delivery.ts';
import type { Json } from '../../../domain/json/json.ts';
import { startWebhookReceiver } from '../../support/scm/webhook-receiver.ts';
import { createTestProject, useGitlabServer } from '../../support/scm/use-gitlab-server.ts';
import type { GitlabTest } from '../../support/scm/use-gitlab-server.ts';

const test = anyTest as TestFn<GitlabTest>;
useGitlabServer(test);

test('delivers events of a group with the documented names', async (t) => {
  const { gitlab, group } = t.context;
  const receiver = await startWebhookReceiver(t);
  gitlab.addHook({ scope: group, url: receiver.url, token: 'secret' });
  const { project, head } = await createTestProject(t.context, { 'a.tf': 'a' });
  const platform = await gitlab.createGroup('platform', group);
  const by = gitlab.createUser('ada');
  await gitlab.push(project, { branch: 'b', parent: head, files: { 'b.tf': 'b' } });
  const request = await gitlab.openMergeRequest(project, { title: 'B', by, branch: 'b' });
  await gitlab.push(project, { branch: 'b', files: { 'b.tf': 'c' } });
  await gitlab.mergeMergeRequest(request);
  await gitlab.rename(project, 'renamed');
  await gitlab.transfer(project, platform);
  await gitlab.deleteProject(project);
  const events = receiver.received.map(({ headers, body }) => {
    const payload = JSON.parse(body.toString()) as Json;
    return [headers['x-gitlab-event'], readGitlabDelivery(payload)[0]?.kind];
  });
  t.deepEqual(events, [
    ['Project Hook', 'repositories'],
    ['Subgroup Hook', 'repositories'],
    ['Push Hook', 'push'],
    ['Merge Request Hook', 'pull_request'],
    ['Merge Request Hook', 'pull_request'],
    ['Push Hook', 'push'],
    ['Merge Request Hook', 'pull_request'],
    ['Push Hook', 'push'],
    ['Project Hook', 'repositories'],
    ['Project Hook', 'repositories'],
    ['Project Hook', 'repositories'],
  ]);
  const [first] = receiver.received;
  t.is(first?.headers['x-gitlab-token'], 'secret');
  t.is(first?.headers['webhook-signature'], undefined);
  t.is(first?.headers['webhook-id'], first?.headers['idempotency-key']);
});

test('signs a delivery with the signing token, and repeats it with the same id and a new time', async (t) => {
  const { gitlab, group } = t.context;
  const receiver = await startWebhookReceiver(t);
  const key = randomBytes(32);
  gitlab.addHook({ scope: group, url: receiver.url, signingToken: `whsec_${key.toString('base64')}` });
  gitlab.deliveries.mode = 'hold';
  await createTestProject(t.context, { 'a.tf': 'a' });
  t.is(receiver.received.length, 0);
  const [held] = gitlab.deliveries.all;
  if (held === undefined) throw new Error('no delivery');
  t.is(await gitlab.deliveries.send(held), 202);
  await gitlab.deliveries.redeliver(held.id);
  const [one, other] = receiver.received;
  if (one === undefined || other === undefined) throw new Error('not delivered');
  t.is(one.headers['idempotency-key'], other.headers['idempotency-key']);
  t.deepEqual(one.body, other.body);
  const signed = `${String(one.headers['webhook-id'])}.${String(one.headers['webhook-timestamp'])}.${one.body.toString()}`;
  t.is(one.headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  t.is(one.headers['x-gitlab-token'], undefined);
});
