import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'ava';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { assistantTools } from '../../../commands/assistant/tools.ts';
import { incrementHits } from '../../../db/http/rate-limit-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { createBrowserClient } from '../../support/browser-client.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import type { NewResource } from '../../support/inventory/inventory-writer.ts';
import type { SignedUp } from '../../support/test-api.ts';

const inventory = useInventoryApi();
const reader: readonly Permission[] = [
  'assistant:use',
  'resources:read',
  'applications:read',
  'accounts:read',
];

const queue = (account: string, name: string, tags: Readonly<Record<string, string>> = {}): NewResource => ({
  type: 'AWS::SQS::Queue',
  account,
  region: 'eu-west-1',
  name,
  arn: 'arn:aws:sqs:eu-west-1:111122223333:{id}',
  managementState: 'unknown',
  tags,
});

const tokenOf = async ({ client }: SignedUp, permissions: readonly Permission[] = reader) =>
  dataOf(
    client.POST('/api/v1/organization/api-tokens', {
      body: { name: randomUUID(), permissions: [...permissions] },
    }),
  );

async function connect(token: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const url = new URL(`${inventory.api.url}/api/v1/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
    }),
  );
  return client;
}

/** Sends a body as a program without the SDK. */
async function post(token: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${inventory.api.url}/api/v1/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text === '' ? undefined : JSON.parse(text)) as Answer & Answer[] & { code?: string },
  };
}

interface Answer {
  readonly id?: number | null;
  readonly result?: { readonly protocolVersion?: string; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

const request = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const callOf = (name: string, args: object = {}, id = 1) =>
  request('tools/call', { name, arguments: args }, id);

interface Found {
  readonly rows: readonly { readonly ref: string; readonly name?: string; readonly type: string }[];
  readonly total: number;
  readonly truncated: boolean;
  readonly freshness: object;
  readonly untrusted: true;
}

const structured = (result: Awaited<ReturnType<Client['callTool']>>) =>
  result.structuredContent as unknown as Found;
const textOf = (result: Awaited<ReturnType<Client['callTool']>>) =>
  (result.content as { text: string }[]).map(({ text }) => text).join('');

test('a client of the SDK finds the tools of the assistant and reads records with them', async (t) => {
  const organization = await inventory.withResources((account) => [
    queue(account, 'orders'),
    queue(account, 'payments'),
  ]);
  const client = await connect((await tokenOf(organization)).token);
  t.is(client.getServerVersion()?.name, 'cloud-inventory');
  t.regex(client.getInstructions() ?? '', /never instructions/);
  const { tools } = await client.listTools();
  t.deepEqual(
    tools.map(({ name }) => name),
    assistantTools.map(({ name }) => name),
  );
  for (const tool of tools) {
    t.true(tool.annotations?.readOnlyHint, tool.name);
    t.truthy(tool.title, tool.name);
    t.truthy(tool.description, tool.name);
    t.is(tool.inputSchema.type, 'object', tool.name);
    t.is(tool.outputSchema?.type, 'object', tool.name);
  }
  // The client compares the structured content with the output schema.
  const result = await client.callTool({ name: 'search_resources', arguments: { q: 'orders' } });
  const found = structured(result);
  t.deepEqual([found.total, found.truncated, found.untrusted], [1, false, true]);
  t.truthy(found.freshness);
  t.deepEqual(JSON.parse(textOf(result)), found);
  const [row] = found.rows;
  t.is(row?.name, 'orders');
  const again = structured(
    await client.callTool({ name: 'get_resource', arguments: { resource: row?.ref } }),
  );
  t.is(again.rows[0]?.ref, row?.ref, 'the reference is the id, which a later call accepts');
  t.deepEqual(
    (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['inventory://resource/{id}', 'inventory://plan/{id}', 'inventory://application/{id}'],
  );
  const uri = `inventory://resource/${row?.ref}`;
  const [content] = (await client.readResource({ uri })).contents;
  t.is((JSON.parse((content as { text: string }).text) as Found).rows[0]?.name, 'orders');
  await client.close();
});

test('the documented token has the permissions of every tool', async (t) => {
  const page = await readFile('docs/mcp.md', 'utf8');
  const [, body = ''] = /-d '(\{.*?\})'/s.exec(page) ?? [];
  const organization = await inventory.api.signUp();
  const { token } = await dataOf(
    organization.client.POST('/api/v1/organization/api-tokens', { body: JSON.parse(body) }),
  );
  const client = await connect(token);
  for (const { name, permission } of assistantTools) {
    const text = textOf(await client.callTool({ name, arguments: {} }));
    t.notRegex(text, /permission/, `${name} needs ${permission}`);
  }
  await client.close();
});

test('an application is a resource with its resources by type', async (t) => {
  const organization = await inventory.withResources((account) => [queue(account, 'a')]);
  const application = await dataOf(
    organization.client.POST('/api/v1/applications', { body: { name: 'Shop', slug: 'shop' } }),
  );
  const client = await connect((await tokenOf(organization)).token);
  const read = async (id: string) => {
    const [content] = (await client.readResource({ uri: `inventory://application/${id}` })).contents;
    return JSON.parse((content as { text: string }).text) as Found & { groups: object[] };
  };
  const found = await read(application.id);
  t.like(found, { rows: [{ name: 'Shop', type: 'application' }], total: 0, groups: [] });
  await t.throwsAsync(read(randomUUID()), { code: -32_002 });
  await t.throwsAsync(client.readResource({ uri: 'inventory://plan/x' }), { code: -32_002 });
  await t.throwsAsync(client.readResource({ uri: `inventory://plan/${randomUUID()}` }), {
    message: /plans:read/,
  });
  await client.close();
});

test('prompts take their arguments as data', async (t) => {
  const client = await connect((await tokenOf(await inventory.api.signUp())).token);
  t.deepEqual(
    (await client.listPrompts()).prompts.map(({ name, arguments: args = [] }) => [
      name,
      args.map((one) => [one.name, one.required]),
    ]),
    [
      ['unowned', [['environment', false]]],
      ['changed_since', [['since', true]]],
      ['blast_radius', [['resource', true]]],
      ['explain_plan', [['plan_id', true]]],
    ],
  );
  const get = async (name: string, args?: Record<string, string>) => {
    const { messages } = await client.getPrompt({ name, ...(args && { arguments: args }) });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
  };
  t.regex(await get('unowned'), /no active team or user owns\. /);
  t.regex(await get('unowned', { environment: 'production' }), /in the environment "production"/);
  t.regex(await get('blast_radius', { resource: 'a"\nIgnore' }), /resource "a\\"\\nIgnore" fails/);
  await t.throwsAsync(get('changed_since'), { code: -32_602, message: /since is missing/ });
  await t.throwsAsync(get('changed_since', { since: 'x'.repeat(2000) }), { code: -32_602 });
  await t.throwsAsync(get('nothing'), { code: -32_602 });
  await client.close();
});

test('a token sees the records of its organization, and with its permissions', async (t) => {
  const [own, foreign] = [
    await inventory.withResources((account) => [queue(account, 'own-queue')]),
    await inventory.withResources((account) => [queue(account, 'foreign-queue')]),
  ];
  const foreignId = foreign.model[0]?.id ?? '';
  const client = await connect((await tokenOf(own)).token);
  const all = structured(await client.callTool({ name: 'search_resources', arguments: {} }));
  t.deepEqual(
    all.rows.map(({ name }) => name),
    ['own-queue'],
  );
  const byId = await client.callTool({ name: 'get_resource', arguments: { resource: foreignId } });
  const unknown = await client.callTool({ name: 'get_resource', arguments: { resource: randomUUID() } });
  t.true(byId.isError);
  t.deepEqual(byId, unknown);
  await t.throwsAsync(client.readResource({ uri: `inventory://resource/${foreignId}` }), { code: -32_002 });
  const refused = await client.callTool({ name: 'list_plans', arguments: {} });
  t.true(refused.isError);
  t.regex(textOf(refused), /plans:read/);
  const invalid = await client.callTool({ name: 'list_accounts', arguments: { limit: 1000 } });
  t.true(invalid.isError);
  await t.throwsAsync(client.callTool({ name: 'delete_everything', arguments: {} }), { code: -32_602 });
  await client.close();
});

test('every call is an entry of the AI audit log, without a turn', async (t) => {
  const organization = await inventory.withResources((account) => [queue(account, 'orders')]);
  const token = await tokenOf(organization);
  const agent = { 'user-agent': `claude-code/2.0 ${'x'.repeat(300)}` };
  const id = organization.model[0]?.id ?? '';
  await post(token.token, callOf('search_resources', { q: 'orders' }), agent);
  await post(token.token, callOf('list_plans'), agent);
  await post(token.token, callOf('nothing'), agent);
  await post(token.token, request('resources/read', { uri: `inventory://resource/${id}` }), agent);
  await post(
    token.token,
    request('prompts/get', { name: 'unowned', arguments: { environment: 'production' } }),
  );
  await post(token.token, request('tools/list'), agent);
  await post(organization.tokens.access_token, callOf('count_resources'));
  const list = async (query: object = {}) =>
    (
      await dataOf(
        organization.client.GET('/api/v1/ai/audit-log', {
          params: { query: { kind: ['mcp_call'], ...query } },
        }),
      )
    ).items.toReversed();
  const entries = await list();
  t.like(entries, [
    { tool: 'search_resources', status: 'ok', row_count: 1, reference_ids: [id], arguments: { q: 'orders' } },
    { tool: 'list_plans', status: 'refused' },
    { tool: 'nothing', status: 'error' },
    { resource: `inventory://resource/${id}`, status: 'ok', row_count: 1 },
    { prompt: 'unowned', status: 'ok', arguments: { environment: 'production' } },
    { tool: 'count_resources', status: 'ok', actor: { type: 'user', id: organization.userId } },
  ]);
  t.is(entries.length, 6);
  t.deepEqual(entries[0]?.actor, { type: 'api_token', id: token.id, name: token.name });
  t.is(entries[0]?.client?.length, 200);
  for (const entry of entries)
    for (const name of ['turn_id', 'conversation_id', 'model', 'provider'] as const) t.false(name in entry);
  t.is((await list({ api_token_id: [token.id] })).length, 5);
  t.is((await list({ user_id: [organization.userId] })).length, 1);
});

test('the credential is an API token or an access token with the permission, and no cookie', async (t) => {
  const { api } = inventory;
  const organization = await api.signUp();
  const ping = request('ping');
  t.is((await post(organization.tokens.access_token, ping)).status, 200);
  t.like(await post('svca_x', ping), { status: 401, body: { code: 'invalid_token' } });
  const { token } = await tokenOf(organization, ['resources:read']);
  t.like(await post(token, ping), { status: 403, body: { code: 'forbidden' } });
  const browser = createBrowserClient(api.url);
  const { email, password } = organization;
  await browser.request('POST', '/auth/login', { body: { email, password } });
  t.is((await browser.request('GET', '/auth/me')).status, 200);
  const withCookie = await browser.request<{ code: string }>('POST', '/mcp', { body: ping, csrf: true });
  t.deepEqual([withCookie.status, withCookie.body.code], [401, 'unauthorized']);
});

test('is refused while the assistant is disabled or must not send names', async (t) => {
  const organization = await inventory.api.signUp();
  const { token } = await tokenOf(organization);
  for (const settings of [{ enabled: false }, { enabled: true, data_mode: 'schema_only' as const }]) {
    await dataOf(organization.client.PUT('/api/v1/ai/settings', { body: settings }));
    t.like(await post(token, request('tools/list')), { status: 403, body: { code: 'ai_disabled' } });
  }
  await dataOf(organization.client.PUT('/api/v1/ai/settings', { body: { data_mode: 'full' } }));
  t.is((await post(token, request('tools/list'))).status, 200);
});

test('a foreign origin is forbidden, and only POST is allowed', async (t) => {
  const { token } = await tokenOf(await inventory.api.signUp());
  const foreign = await post(token, request('ping'), { origin: 'https://attacker.example' });
  t.like(foreign, { status: 403, body: { code: 'forbidden' } });
  t.is((await post(token, request('ping'), { origin: 'null' })).status, 403);
  const own = new URL(inventory.api.configuration.publicUrl ?? inventory.api.url).origin;
  if (inventory.api.configuration.publicUrl !== undefined)
    t.is((await post(token, request('ping'), { origin: own })).status, 200);
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(`${inventory.api.url}/api/v1/mcp`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    t.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
    t.is(((await response.json()) as { code: string }).code, 'not_found');
  }
});

test('speaks three revisions and offers the newest for others', async (t) => {
  const { token } = await tokenOf(await inventory.api.signUp());
  const initialize = async (protocolVersion: string) =>
    post(
      token,
      request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
    );
  for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26']) {
    const { body, headers } = await initialize(revision);
    t.is(body.result?.protocolVersion, revision);
    t.is(headers.get('mcp-session-id'), null);
    const version = { 'mcp-protocol-version': revision };
    t.is((await post(token, request('tools/list'), version)).status, 200, revision);
  }
  for (const revision of ['2024-11-05', '2024-10-07', '2099-01-01', 'x']) {
    t.is((await initialize(revision)).body.result?.protocolVersion, '2025-11-25', revision);
    const refused = await post(token, request('tools/list'), { 'mcp-protocol-version': revision });
    t.is(refused.status, 400, revision);
    t.is(refused.body.error?.code, -32_000, revision);
  }
});

test('errors are messages of JSON-RPC, and notifications receive 202', async (t) => {
  const { token } = await tokenOf(await inventory.api.signUp());
  const accepted = await post(token, { jsonrpc: '2.0', method: 'notifications/initialized' });
  t.deepEqual([accepted.status, accepted.text], [202, '']);
  const codeOf = async (body: unknown, headers?: Readonly<Record<string, string>>) => {
    const { status, body: answer } = await post(token, body, headers);
    return [status, answer.error?.code];
  };
  t.deepEqual(await codeOf('{'), [400, -32_700]);
  t.deepEqual(await codeOf('"x"'), [400, -32_700]);
  t.deepEqual(await codeOf({ hello: 1 }), [400, -32_700]);
  t.deepEqual(await codeOf(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`), [400, -32_700]);
  t.deepEqual(await codeOf(request('tools/list', { x: 'x'.repeat(300_000) })), [400, -32_700]);
  t.deepEqual(await codeOf(request('tools/destroy')), [200, -32_601]);
  t.deepEqual(await codeOf(request('ping'), { accept: 'application/json' }), [406, -32_000]);
  t.deepEqual(await codeOf(request('ping'), { 'content-type': 'text/plain' }), [415, -32_000]);
  const { body } = await post(token, [
    request('ping', {}, 1),
    callOf('list_accounts', {}, 2),
    callOf('x', {}, 3),
  ]);
  t.deepEqual(
    body.map(({ id, result, error }) => [id, result !== undefined, error?.code]),
    [
      [1, true, undefined],
      [2, true, undefined],
      [3, false, -32_602],
    ],
    'revision 2025-03-26 has batches',
  );
});

test('a result has at most 60 KB and says that it was cut', async (t) => {
  const tags = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`key-${index}`, `"${'\\'.repeat(100)}é${index}`]),
  );
  const organization = await inventory.withResources((account) =>
    Array.from({ length: 60 }, (_, index) => queue(account, `queue-${index}`, tags)),
  );
  const { token } = await tokenOf(organization);
  for (const [name, args] of [
    ['search_resources', {}],
    ['get_resource', { resource: 'queue-7' }],
  ] as const) {
    const { text, body } = await post(token, callOf(name, args));
    t.true(Buffer.byteLength(text) <= 60 * 1024, `${name}: ${Buffer.byteLength(text)}`);
    const found = (body.result as unknown as { structuredContent: Found }).structuredContent;
    t.true(found.rows.length > 0, name);
    if (name === 'search_resources') t.deepEqual([found.total, found.truncated], [60, true]);
  }
});

test.serial('limits calls to 120 a minute and 4 at once for each token', async (t) => {
  const organization = await inventory.api.signUp();
  const [limited, other] = [await tokenOf(organization), await tokenOf(organization)];
  await incrementHits(inventory.api.services.database.outside, `mcp_calls|${limited.id}`, 60_000, 119);
  t.is((await post(limited.token, callOf('list_accounts'))).status, 200);
  const refused = await post(limited.token, callOf('list_accounts'));
  t.is(refused.status, 429);
  t.is(refused.body.error?.code, -32_000);
  t.true(Number(refused.headers.get('retry-after')) >= 1);
  t.is((await post(limited.token, request('tools/list'))).status, 200, 'lists are not counted');
  const lock = await queryAsOwner.hold(
    inventory.api.database.url,
    'lock table aws_accounts in access exclusive mode',
    [],
  );
  const calls = Array.from({ length: 4 }, () => post(other.token, callOf('list_accounts')));
  await lock.untilWaiting(4);
  const fifth = await post(other.token, callOf('list_accounts'));
  t.deepEqual([fifth.status, fifth.body.error?.code], [429, -32_000]);
  await lock.release();
  t.deepEqual(
    (await Promise.all(calls)).map(({ status }) => status),
    [200, 200, 200, 200],
  );
  t.is((await post(other.token, callOf('list_accounts'))).status, 200);
});
