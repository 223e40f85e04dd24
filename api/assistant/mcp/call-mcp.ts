import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { z } from 'zod';
import { insertMcpCall } from '../../../db/assistant/audit-store.ts';
import { CatalogueError, errors } from '../../../domain/errors.ts';
import { objectOf } from '../../../domain/json/json.ts';
import type { Json } from '../../../domain/json/json.ts';
import { cutText, storableText } from '../../../domain/text/storable.ts';
import { JsonTokenizer } from '../../../runtime/json/json-tokenizer.ts';
import { OrganizationSlots } from '../../../runtime/organization-slots.ts';
import { readCredential } from '../../http/access/credential.ts';
import { operation } from '../../http/operation.ts';
import type { Operation } from '../../http/operation.ts';
import { freeForm } from '../../http/schemas.ts';
import { disconnectSignal } from '../../http/request/client-disconnected.ts';
import { readRawBody } from '../../http/request/read-body.ts';
import { sendJson } from '../../http/response/send-json.ts';
import { setRetryHeaders } from '../../http/response/send-error.ts';
import { productVersion } from '../../meta/service.ts';
import { assistantTag } from '../schemas.ts';
import { createMcpServer, mcpCallMethods } from './mcp-server.ts';
import { createMcpSession, requireMcp } from './mcp-session.ts';

/** Newest first. The SDK accepts older ones, too. */
const revisions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

const maximumBytes = 256 * 1024;
const maximumNesting = 64;
const maximumClient = 200;
/** Of an API token or a user, in one process. */
const callsAtOnce = 4;

const slots = new OrganizationSlots({
  perOrganization: callsAtOnce,
  maximumWaiting: 0,
  busy: () => errors.rateLimited(1, { name: 'mcp_calls_at_once', limit: callsAtOnce, windowSeconds: 1 }),
});

const rpcVersion = z.literal('2.0').describe('The version of JSON-RPC');
const rpcId = z.union([z.string(), z.int()]);

/** For the document of the API: the SDK validates messages. */
const JsonRpcRequest = z.strictObject({
  jsonrpc: rpcVersion,
  id: rpcId.optional().describe('Absent for a notification'),
  method: z.string().describe('A method of the Model Context Protocol'),
  params: freeForm.optional().describe('The parameters of the method'),
});

const JsonRpcMessage = z
  .object({
    jsonrpc: rpcVersion,
    id: rpcId.nullable().describe('That of the request; null if it could not be read'),
    result: freeForm.optional().describe('The result of the method'),
    error: z
      .object({
        code: z.int(),
        message: z.string(),
        data: freeForm.optional().describe('More about the error'),
      })
      .optional(),
  })
  .meta({ id: 'JsonRpcMessage', description: 'A response of JSON-RPC 2.0' });

/** The credential is a header: a browser's cookie must not make a page a client. */
const credentialRules = { access: 'assistant:use', cookies: false } as const satisfies Partial<Operation>;

export const callMcpOperation = operation({
  id: 'callMcp',
  method: 'POST',
  path: '/mcp',
  tag: assistantTag,
  summary: 'Call the server of the Model Context Protocol',
  description:
    `Streamable HTTP without sessions, in the revisions ${revisions.join(', ')}: \`tools/list\`, \`tools/call\`, ` +
    '`resources/templates/list`, `resources/read`, `prompts/list` and `prompts/get`. The credential is an API token or an ' +
    'access token in the header; cookies are not accepted. Refused while the assistant is disabled or its data mode is ' +
    '`schema_only`. After the credential and the permission are checked, responses and errors are messages of JSON-RPC. ' +
    'Notifications receive 202. A caller has 120 calls of tools, resources and prompts in a minute and 4 at once; above, the ' +
    'status is 429. Each call is an entry of the AI audit log.',
  ...credentialRules,
  precondition: requireMcp,
  body: JsonRpcRequest,
  bodyKind: 'raw',
  transaction: false,
  success: [200, JsonRpcMessage],
  otherStatus: 202,
  errors: ['ai_disabled', 'rate_limited'],
  async handle({ principal, services, request, response, requestId }) {
    const signal = disconnectSignal(response);
    const session = createMcpSession(
      services,
      readCredential(request, credentialRules, services.accessTokens),
      signal,
    );
    const client = request.get('user-agent');
    const server = createMcpServer({
      session,
      version: productVersion,
      logger: services.logger,
      requestId,
      record: (call) =>
        services.database.withTenant(principal.organizationId, (tenant) =>
          insertMcpCall(tenant, {
            ...call,
            actor: { kind: principal.kind === 'user' ? 'user' : 'api_token', id: principal.id },
            client: client === undefined ? undefined : cutText(storableText(client), maximumClient),
            requestId,
          }),
        ),
    });
    try {
      const messages = await readMessages(request, response);
      const calls = messages.filter(isCall).length;
      for (let call = 0; call < calls; call += 1)
        await services.rateLimits.take('mcp_calls', request, response, principal.id);
      const answer = () => answerMessages(request, messages, server);
      await send(response, await (calls === 0 ? answer() : slots.run(principal.id, answer, signal)));
    } catch (error) {
      if (!(error instanceof CatalogueError) || error.status >= 500) throw error;
      setRetryHeaders(response, error);
      const code = error.code === 'invalid_body' ? parseError : refused;
      sendJson(response, error.status, errorMessage(code, error.message, { code: error.code }));
    } finally {
      await server.close();
    }
    return undefined;
  },
});

const parseError = -32_700;
/** The first code that JSON-RPC leaves to servers. */
const refused = -32_000;

function errorMessage(code: number, message: string, data?: Readonly<Record<string, string>>) {
  return { jsonrpc: '2.0', id: null, error: { code, message, ...(data !== undefined && { data }) } };
}

/** The messages of a body: one, or the batch that revision 2025-03-26 allows. @throws CatalogueError `invalid_body` */
async function readMessages(request: HttpRequest, response: HttpResponse): Promise<Messages> {
  const body = await readRawBody(request, response, maximumBytes);
  try {
    // `JSON.parse` has no limit of nesting, and what follows recurses.
    const tokenizer = new JsonTokenizer({}, maximumNesting);
    tokenizer.push(body);
    tokenizer.end();
    const parsed = JSON.parse(body.toString()) as Json;
    return Array.isArray(parsed)
      ? Object.assign((parsed as readonly Json[]).map(toKnownRevision), { isBatch: true })
      : Object.assign([toKnownRevision(parsed)], { isBatch: false });
  } catch {
    throw errors.invalidBody(`The body is not valid JSON of at most ${maximumNesting} nested values.`);
  }
}

type Messages = readonly Json[] & { readonly isBatch: boolean };

function isCall(message: Json): boolean {
  const { method, id } = objectOf(message);
  return id !== undefined && typeof method === 'string' && mcpCallMethods.has(method);
}

/** A client that asks for another revision is offered the newest one, as the section "Version Negotiation" says. */
function toKnownRevision(message: Json): Json {
  const { method, params } = objectOf(message);
  if (method !== 'initialize' || params === undefined) return message;
  const { protocolVersion } = objectOf(params);
  if (typeof protocolVersion !== 'string' || revisions.includes(protocolVersion)) return message;
  return { ...objectOf(message), params: { ...objectOf(params), protocolVersion: revisions[0] ?? '' } };
}

/** Answers the messages through the transport of the SDK. */
async function answerMessages(
  request: HttpRequest,
  messages: Messages,
  server: ReturnType<typeof createMcpServer>,
): Promise<Response> {
  const revision = request.get('mcp-protocol-version');
  const isFirst = messages.some((message) => objectOf(message)['method'] === 'initialize');
  if (revision !== undefined && !isFirst && !revisions.includes(revision))
    return Response.json(
      errorMessage(refused, `Unsupported protocol version (supported versions: ${revisions.join(', ')}).`),
      { status: 400 },
    );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return transport.handleRequest(new Request('http://localhost/api/v1/mcp', { method: 'POST', headers }), {
    parsedBody: messages.isBatch ? [...messages] : messages[0],
  });
}

async function send(response: HttpResponse, answer: Response): Promise<void> {
  const text = await answer.text();
  if (text === '') response.status(answer.status).end();
  else sendJson(response, answer.status, JSON.parse(text));
}
