import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAdmin } from './admin.ts';
import { deniedIn, errorAnswer, jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { createCounters } from './counters.ts';
import type { OperationTable } from './compile-operations.ts';
import { connectEmulator } from './emulator.ts';
import { afterEmptyPage, emptyPage } from './empty-pages.ts';
import { createFaults, faultError } from './faults.ts';
import { handlers } from './handlers.ts';
import { iamAction, resourceOf } from './iam-action.ts';
import { createIdentities } from './identities.ts';
import type { Identity } from './identities.ts';
import { identifyRequest } from './identify-request.ts';
import type { IdentifiedRequest } from './identify-request.ts';
import { decide } from './policies.ts';
import { createTrail } from './trail.ts';

export interface RunningFront {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Stands before the emulator and makes it honest: roles must exist and trust their caller, their policies matter,
 * what the emulator lacks is answered, and faults can be injected below `/_front/`.
 */
export async function startFront(options: {
  port: number;
  emulatorUrl: string;
  operations: OperationTable;
}): Promise<RunningFront> {
  const emulator = connectEmulator(options.emulatorUrl);
  const identities = createIdentities(emulator);
  const faults = createFaults();
  const counters = createCounters();
  const trail = createTrail();

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await readAll(incoming);
    if (url.startsWith('/_front/'))
      return send(response, answerAdmin({ method, url, body }, { faults, counters }));
    if (headers.authorization === undefined) return proxy({ method, url, headers, body }, response);
    const request = identifyRequest({ method, url, headers, body }, options.operations);
    const accountHeader = headers['x-moto-account-id'];
    const caller = identities.of(request, typeof accountHeader === 'string' ? accountHeader : undefined);
    const { service, operation, region } = request;
    // Assuming a role is something that happens to the account of the role: there it is counted and there it fails.
    const account = accountOfRole(request) ?? caller.account;
    const call = { account, region, service, operation };
    counters.count(call);
    const action = iamAction(service, operation, method);
    const fault = faults.hit(call);
    const identity = fault?.kind === 'other_account' ? { ...caller, account: '000000000000' } : caller;
    if (fault?.kind === 'unreachable') return void incoming.socket.destroy();
    if (fault?.milliseconds !== undefined)
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    const error =
      fault === undefined
        ? undefined
        : faultError(fault, { protocol: request.protocol, action, caller: identity.arn });
    if (error !== undefined) return send(response, errorAnswer(request.protocol, error));
    const denial = await refuse(request, identity, action);
    if (denial !== undefined) return send(response, denial);
    if (fault?.kind === 'no_items') return send(response, jsonAnswer({}));
    const empty = fault?.kind === 'empty_page' ? emptyPage(request) : undefined;
    if (empty !== undefined) return send(response, empty);
    let outgoing = afterEmptyPage(request, body);
    for (const handler of handlers) {
      if (handler.service !== service || (handler.operation !== '*' && handler.operation !== operation))
        continue;
      const answer = await handler.handle({ request, identity, emulator, identities, trail });
      if (answer === undefined) continue;
      if (!('form' in answer)) return send(response, answer);
      outgoing = Buffer.from(new URLSearchParams(answer.form).toString());
    }
    await proxy({ method, url, headers, body: outgoing }, response, { request, identity });
  };

  const refuse = async (
    request: IdentifiedRequest,
    identity: Identity,
    action: string,
  ): Promise<Answer | undefined> => {
    if (identity.role === undefined || action === 'sts:GetCallerIdentity') return undefined;
    const role = await identities.role(identity);
    if (role === undefined) {
      return errorAnswer(request.protocol, {
        status: 403,
        code: 'InvalidClientTokenId',
        message: 'The security token included in the request is invalid',
      });
    }
    const decision = decide(role.permissions, action, {
      region: request.region,
      resource: resourceOf(request),
    });
    if (decision === 'allowed') return undefined;
    const reason =
      decision === 'explicitDeny'
        ? 'with an explicit deny in an identity-based policy'
        : `because no identity-based policy allows the ${action} action`;
    return errorAnswer(request.protocol, {
      ...deniedIn(request.protocol),
      message: `User: ${identity.arn} is not authorized to perform: ${action} ${reason}`,
    });
  };

  const proxy = async (
    outgoing: { method: string; url: string; headers: http.IncomingHttpHeaders; body: Buffer },
    response: ServerResponse,
    known?: { request: IdentifiedRequest; identity: Identity },
  ): Promise<void> => {
    const account = known === undefined ? {} : { 'x-moto-account-id': known.identity.account };
    const answer = await emulator.forward({ ...outgoing, headers: { ...outgoing.headers, ...account } });
    const body = await readAll(answer);
    const status = answer.statusCode ?? 500;
    if (known !== undefined) {
      const html = answer.headers['content-type']?.startsWith('text/html') === true && status >= 400;
      if (html && !body.includes('<Error')) return send(response, unknownOperation(known.request));
      if (status < 300) {
        trail.record(known.identity, known.request, body.toString().slice(0, 20_000));
        if (known.request.service === 'iam' || known.request.service === 'cloudformation')
          identities.forget(known.identity.account);
      }
    }
    response.writeHead(status, answer.headers);
    response.end(body);
  };

  const server = http.createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else
        send(
          response,
          errorAnswer('json', { status: 500, code: 'InternalFailure', message: `front: ${message}` }),
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

function accountOfRole({ service, operation, input }: IdentifiedRequest): string | undefined {
  if (service !== 'sts' || operation !== 'AssumeRole') return undefined;
  return /^arn:aws:iam::(\d{12}):/.exec(String(input['RoleArn']))?.[1];
}

function unknownOperation({ protocol, operation }: IdentifiedRequest): Answer {
  return errorAnswer(protocol, {
    ...(protocol === 'json' || protocol === 'rest-json'
      ? { status: 404, code: 'UnknownOperationException' }
      : { status: 400, code: 'InvalidAction' }),
    message: `The emulator does not have ${operation}`,
  });
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
