import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleAdminRequest } from './admin.ts';
import { deniedIn, errorResponse, jsonResponse } from './proxy-response.ts';
import type { ProxyResponse } from './proxy-response.ts';
import { createCounters } from './counters.ts';
import type { OperationTable } from './compile-operations.ts';
import { connectEmulator } from './emulator.ts';
import { afterEmptyPage, emptyPage } from './empty-pages.ts';
import { createAwsFaults, faultError } from './faults.ts';
import type { FaultRule } from './faults.ts';
import { handlers } from './handlers.ts';
import { iamAction, resourceOf } from './iam-action.ts';
import { createIdentities } from './identities.ts';
import type { CallerIdentity } from './identities.ts';
import { identifyRequest } from './identify-request.ts';
import type { IdentifiedRequest } from './identify-request.ts';
import { decideAccess } from './policies.ts';
import { createTrail } from './trail.ts';

export interface RunningProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an HTTP proxy for the emulator that adds behaviour of AWS: roles must exist and trust their caller, policies
 * are enforced, missing operations are implemented, and errors have the format of AWS. Tests inject faults and read
 * call counts below `/_proxy/`.
 */
export async function startProxy(options: {
  port: number;
  emulatorUrl: string;
  operations: OperationTable;
}): Promise<RunningProxy> {
  const emulator = connectEmulator(options.emulatorUrl);
  const identities = createIdentities(emulator);
  const faults = createAwsFaults();
  const counters = createCounters();
  const trail = createTrail();

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await readAll(incoming);
    if (url.startsWith('/_proxy/'))
      return send(response, handleAdminRequest({ method, url, body }, { faults, counters }));
    if (headers.authorization === undefined) return forward({ method, url, headers, body }, response);
    const request = identifyRequest({ method, url, headers, body }, options.operations);
    const accountHeader = headers['x-moto-account-id'];
    const caller = identities.of(request, typeof accountHeader === 'string' ? accountHeader : undefined);
    const { service, operation, region } = request;
    // AssumeRole is counted in the account of the role, and fault rules of that account apply to it.
    const account = accountOfRole(request) ?? caller.account;
    const call = { account, region, service, operation };
    counters.count(call);
    const action = iamAction(service, operation, method);
    const fault = faults.match(call);
    const identity = fault?.kind === 'other_account' ? { ...caller, account: '000000000000' } : caller;
    if (fault?.kind === 'unreachable') return void incoming.socket.destroy();
    if (fault?.milliseconds !== undefined)
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    const error =
      fault === undefined
        ? undefined
        : faultError(fault, { protocol: request.protocol, action, caller: identity.arn });
    if (error !== undefined) return send(response, errorResponse(request.protocol, error));
    const denial = await checkAccess(request, identity, action);
    if (denial !== undefined) return send(response, denial);
    if (fault?.kind === 'no_items') return send(response, jsonResponse({}));
    const empty = fault?.kind === 'empty_page' ? emptyPage(request) : undefined;
    if (empty !== undefined) return send(response, empty);
    let outgoing = afterEmptyPage(request, body);
    for (const handler of handlers) {
      if (handler.service !== service || (handler.operation !== '*' && handler.operation !== operation))
        continue;
      const handled = await handler.handle({ request, identity, emulator, identities, trail });
      if (handled === undefined) continue;
      identities.invalidateRoles(identity.account, request);
      if (!('form' in handled)) return send(response, handled);
      outgoing = Buffer.from(new URLSearchParams(handled.form).toString());
    }
    await forward({ method, url, headers, body: outgoing }, response, { request, identity, fault });
  };

  const checkAccess = async (
    request: IdentifiedRequest,
    identity: CallerIdentity,
    action: string,
  ): Promise<ProxyResponse | undefined> => {
    if (identity.role === undefined || action === 'sts:GetCallerIdentity') return undefined;
    const role = await identities.role(identity);
    if (role === undefined) {
      return errorResponse(request.protocol, {
        status: 403,
        code: 'InvalidClientTokenId',
        message: 'The security token included in the request is invalid',
      });
    }
    const context = { region: request.region, resource: resourceOf(request) };
    const decision = decideAccess(role.permissions, action, context);
    const limited = role.boundary !== undefined && decideAccess(role.boundary, action, context) !== 'allowed';
    if (decision === 'allowed' && !limited) return undefined;
    const onResource = context.resource === undefined ? '' : ` on resource: "${context.resource}"`;
    const kind = decision === 'allowed' ? 'permissions boundary' : 'identity-based policy';
    const reason =
      decision === 'explicitDeny'
        ? `with an explicit deny in an ${kind}`
        : `because no ${kind} allows the ${action} action`;
    return errorResponse(request.protocol, {
      ...deniedIn(request.protocol),
      message: `User: ${identity.arn} is not authorized to perform: ${action}${onResource} ${reason}`,
    });
  };

  const forward = async (
    outgoing: { method: string; url: string; headers: http.IncomingHttpHeaders; body: Buffer },
    response: ServerResponse,
    known?: { request: IdentifiedRequest; identity: CallerIdentity; fault: FaultRule | undefined },
  ): Promise<void> => {
    const account = known === undefined ? {} : { 'x-moto-account-id': known.identity.account };
    const forwarded = await emulator.forward({ ...outgoing, headers: { ...outgoing.headers, ...account } });
    const body = await readAll(forwarded);
    const status = forwarded.statusCode ?? 500;
    if (known !== undefined) {
      identities.invalidateRoles(known.identity.account, known.request);
      const html = forwarded.headers['content-type']?.startsWith('text/html') === true && status >= 400;
      // A response to HEAD has no body: it is moto's answer for a missing object or bucket.
      if (html && outgoing.method !== 'HEAD' && !body.includes('<Error'))
        return send(response, unknownOperation(known.request));
      if (status < 300) trail.record(known.identity, known.request, body.toString().slice(0, 1_000_000));
    }
    if (known !== undefined && isMissingObject(known.request, status)) {
      const request = { ...known.request, path: `/${known.request.path.split('/')[1] ?? ''}` };
      const denial = await checkAccess(request, known.identity, 's3:ListBucket');
      if (denial !== undefined) return send(response, denial);
    }
    // moto closes each connection, AWS does not. Connection headers belong to one connection (RFC 9110, section 7.6.1).
    const { connection: _, 'keep-alive': __, ...kept } = forwarded.headers;
    response.writeHead(status, kept);
    const kind = known?.fault?.kind;
    if (kind !== 'half_body' && kind !== 'stalled_body') return void response.end(body);
    response.write(body.subarray(0, body.length / 2), () => kind === 'half_body' && response.destroy());
  };

  const server = http.createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else
        send(
          response,
          errorResponse('json', { status: 500, code: 'InternalFailure', message: `proxy: ${message}` }),
        );
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      emulator.close();
    },
  };
}

/** S3 denies access to a missing object unless the caller may list its bucket. Source: Amazon S3 API, GetObject. */
function isMissingObject({ service, operation }: IdentifiedRequest, status: number): boolean {
  return service === 's3' && (operation === 'GetObject' || operation === 'HeadObject') && status === 404;
}

function accountOfRole({ service, operation, input }: IdentifiedRequest): string | undefined {
  if (service !== 'sts' || operation !== 'AssumeRole') return undefined;
  return /^arn:aws:iam::(\d{12}):/.exec(String(input['RoleArn']))?.[1];
}

function unknownOperation({ protocol, operation }: IdentifiedRequest): ProxyResponse {
  return errorResponse(protocol, {
    ...(protocol === 'json' || protocol === 'rest-json'
      ? { status: 404, code: 'UnknownOperationException' }
      : { status: 400, code: 'InvalidAction' }),
    message: `The emulator does not implement ${operation}`,
  });
}

function send(response: ServerResponse, { status, headers, body }: ProxyResponse): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
