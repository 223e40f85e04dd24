import { randomBytes, randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import { waitForRunOf } from '../../support/connections/follow.ts';
import { readRows } from '../../support/read-rows.ts';
import { postDelivery, pushBody } from '../../support/scm/gitlab-delivery.ts';
import {
  connectGroup,
  rootModule,
  select,
  useGitlabApi,
  waitForProjects,
  waitForSync,
} from '../../support/scm/use-gitlab-api.ts';
import { testStack } from '../../support/stack.ts';

const lines: string[] = [];
const api = useGitlabApi({
  worker: true,
  environment: { LOG_LEVEL: 'trace' },
  logs: { write: (line: string) => void lines.push(line) },
});

test('tokens and secrets are in no response, log line, row, audit entry or workflow history', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { client, group, id } = connected;
  const secrets = [connected.token.token, connected.webhookSecret];
  const responses: unknown[] = [];
  const keep = async <T extends { readonly response: Response }>(request: Promise<T>): Promise<T> => {
    const { response, ...body } = await request;
    responses.push(body, [...response.headers]);
    return { ...body, response } as unknown as T;
  };
  const params = { path: { id } };
  const infra = await gitlab.createProject({
    namespace: group,
    path: 'infra',
    files: { 'main.tf': rootModule() },
  });
  await select(connected, 'all');
  await waitForProjects(client, ['. terraform root active']);

  // Requests that fail in every way.
  const refused = `glpat-${randomUUID()}`;
  const next = gitlab.createToken(group);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  secrets.push(refused, next.token, secret);
  const creation = { base_url: gitlab.baseUrl, group_path: group.path };
  for (const access_token of [refused, next.token])
    await keep(client.POST('/api/v1/scm/gitlab/connections', { body: { ...creation, access_token } }));
  const unsafe = { ...creation, base_url: 'https://10.0.0.1', access_token: refused };
  await keep(client.POST('/api/v1/scm/gitlab/connections', { body: unsafe }));
  await keep(client.PATCH('/api/v1/scm/connections/{id}', { params, body: { access_token: refused } }));
  // A sync in progress reads the properties of the token too, and would receive the fault in place of the change.
  await waitForSync(connected);
  gitlab.faults.inject(gitlabFaults.serverError(), { path: '/personal_access_tokens/self', times: 1 });
  const unread = { params, body: { access_token: next.token } };
  t.false((await keep(client.PATCH('/api/v1/scm/connections/{id}', unread))).response.ok);
  const invalid = { webhook_secret: `${secret}!`, access_token: next.token, unknown: secret };
  responses.push(await client.request('PATCH', `/scm/connections/${id}`, { body: invalid }));

  // Work that fails, with responses that have secrets in them.
  const sync = () => waitForRunOf(client, client.POST('/api/v1/scm/connections/{id}/sync', { params }));
  const list = { path: `/groups/${group.id}/projects`, times: 50 };
  gitlab.faults.inject({ kind: 'response', status: 200, body: `${connected.token.token}{` }, list);
  // The request joins a run in progress; the sync of the selection may have listed the projects already.
  await sync();
  t.is((await sync()).status, 'failed');
  gitlab.faults.clear();
  gitlab.faults.inject(gitlabFaults.redirect(`https://127.0.0.2/?private_token=${connected.token.token}`), {
    ...list,
    times: 1,
  });
  t.is((await sync()).status, 'failed');
  connected.token.isRevoked = true;
  // The first request can join a run that listed the projects before.
  const statuses = [(await sync()).status, (await sync()).status];
  t.is(statuses.at(-1), 'failed');
  const headers = { 'x-gitlab-token': connected.webhookSecret };
  responses.push(await postDelivery(connected.webhookUrl, pushBody(infra.id), headers));
  responses.push(await postDelivery(connected.webhookUrl, '{', headers));
  responses.push(await postDelivery(connected.webhookUrl, pushBody(1), { 'x-gitlab-token': refused }));

  // Work that succeeds with the new secrets.
  const body = { access_token: next.token, webhook_secret: secret };
  await keep(client.PATCH('/api/v1/scm/connections/{id}', { params, body }));
  t.is((await sync()).status, 'succeeded');
  await keep(client.GET('/api/v1/scm/connections'));
  await keep(client.GET('/api/v1/scm/connections/{id}', { params }));
  const audit = await keep(
    client.GET('/api/v1/organization/audit-log', { params: { query: { limit: 200 } } }),
  );
  const actions = (await dataOf(Promise.resolve(audit))).items.map(({ action }) => action);
  for (const action of ['scm_connection.created', 'scm_connection.updated', 'scm_connection.sync_requested'])
    t.true(actions.includes(action), action);
  await keep(client.DELETE('/api/v1/scm/connections/{id}', { params }));

  const rows = await readRows(api.database.url);
  const histories = await historiesOf([...rows.values()].flat());
  t.true(histories.filter((history) => history.includes('eventId')).length > 5);
  t.true(lines.length > 5);
  const places = { responses, lines, rows: [...rows], histories };
  for (const [place, content] of Object.entries(places)) {
    const text = JSON.stringify(content);
    for (const [index, value] of secrets.entries()) {
      t.false(text.includes(value), `secret ${index} in ${place}`);
      t.false(text.includes(value.replace(/^(whsec_|glpat-)/, '')), `key ${index} in ${place}`);
      t.false(
        text.includes(Buffer.from(value).toString('base64').slice(0, 20)),
        `base64 ${index} in ${place}`,
      );
    }
  }
});

/** The events of all workflows of the runs among the rows; payloads as text. */
async function historiesOf(rows: readonly Readonly<Record<string, unknown>>[]): Promise<readonly string[]> {
  const ids = rows.flatMap(({ id, kind, subject_id: subject }) =>
    typeof id === 'string' && typeof kind === 'string' && subject !== undefined ? [`${kind}:${id}`] : [],
  );
  const connection = await Connection.connect({ address: testStack().temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    return await Promise.all(
      ids.map(async (id) => {
        try {
          return JSON.stringify(await workflow.getHandle(id).fetchHistory(), textOfBytes);
        } catch (error) {
          // Its workflow has not started.
          return `no history: ${String(error)}`;
        }
      }),
    );
  } finally {
    await connection.close();
  }
}

function textOfBytes(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  // Buffers have been converted before.
  const json = value as { readonly type?: unknown; readonly data?: unknown } | null;
  return json?.type === 'Buffer' && Array.isArray(json.data)
    ? Buffer.from(json.data as number[]).toString('utf8')
    : value;
}
