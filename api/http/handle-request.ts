import { setImmediate } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Tenant, TransactionOptions } from '../../db/tenant.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { Services } from '../services.ts';
import { auditRefusal, auditSuccess } from './audit.ts';
import { disconnectSignal } from './request/client-disconnected.ts';
import { authenticateAndRun } from './access/authenticate.ts';
import { readCredential } from './access/credential.ts';
import { readIdempotencyKey, runIdempotent, hasStoredResponse } from './idempotency.ts';
import { locationOf } from './response/location.ts';
import { deprecationHeaders } from './openapi/response-headers.ts';
import type { AuditTarget, HandlerContext, Operation, OperationHooks } from './operation.ts';
import type { Principal } from './access/principal.ts';
import { checkIfMatch } from './request/if-match.ts';
import { liftReceiveDeadline } from './request/receive-deadline.ts';
import { hasBody } from './request/read-body.ts';
import { readInput } from './request/read-input.ts';
import type { Input } from './request/read-input.ts';
import type { RequestContext } from './request/request-context.ts';
import { localsOf } from './request/request-locals.ts';
import { isKnownRecord, isRecord } from './response/entity-tag.ts';
import { sendJson } from './response/send-json.ts';

/**
 * Runs one operation and sends its response. The order is fixed by the contract: credential → CSRF → permission →
 * body → validation → handler, which loads records, checks their state and does the work.
 * @throws CatalogueError for a refused request; nothing is sent then.
 */
export async function handleRequest(
  operation: Operation,
  services: Services,
  hooks: OperationHooks,
  request: Request,
  response: Response,
): Promise<void> {
  const signal = operation.method === 'GET' ? disconnectSignal(response) : undefined;
  if (operation.returnsSecret === true || operation.path.startsWith('/auth/'))
    localsOf(response).hasSecret = true;
  const context: RequestContext = { operation, services, request, response, signal };
  try {
    const result = await runOperation(context);
    if (response.headersSent) return;
    if (operation.respond !== undefined) return await operation.respond(result, { services, response });
    const { status = operation.success[0] } = context;
    response.statusCode = status;
    hooks.onResponse?.(operation, result, response);
    if (isRecord(operation) && isKnownRecord(request, response, result as object)) {
      response.statusCode = 304;
      response.end();
      return;
    }
    const location = status === 200 ? undefined : locationOf(operation, result);
    if (location !== undefined) response.setHeader('Location', location);
    sendJson(response, status, result);
  } catch (error) {
    auditRefusal(context, error);
    if (error instanceof CatalogueError && error.status === 401)
      await operation.beforeUnauthorized?.(context);
    throw error;
  }
}

async function runOperation(context: RequestContext): Promise<unknown> {
  const { operation, services, request, response, signal } = context;
  if (operation.deprecated !== undefined) response.set(deprecationHeaders(operation.deprecated));
  if (operation.limit !== undefined) await services.rateLimits.take(operation.limit, request, response);
  if (operation.access === 'public') return runHandler(context, await readInput(context), null, null);

  const credential = readCredential(request, operation, services.accessTokens);
  const inTransaction = <T>(run: (principal: Principal, tenant: Tenant) => Promise<T>) =>
    authenticateAndRun(context, credential, run, transactionOptions(context));

  if (needsOneTransaction(context)) {
    return inTransaction(async (principal, tenant) =>
      runHandler(context, await readInput(context), principal, tenant),
    );
  }

  // A body that has arrived needs no second authentication. Errors of the caller come before those of the input.
  const early = (await hasArrived(context)) ? readInput(context) : undefined;
  const earlyInput = await early?.catch(() => undefined);
  if (earlyInput !== undefined)
    return inTransaction((caller, tenant) => runHandler(context, earlyInput, caller, tenant));

  // No transaction is open while the body is received, so the caller is authenticated before and again after it.
  const principal = await authenticateAndRun(context, credential, async (caller) => caller, {
    readOnly: credential.kind !== 'ingest_token',
    signal,
  });
  const key = readIdempotencyKey(context);
  if (early !== undefined) await early;
  return receiveInput(context, principal, async (input) => {
    const limits = operation.limits?.({ principal, body: input.body as undefined }) ?? [];
    const isReplay =
      (limits.length > 0 || operation.requires !== undefined) &&
      key !== undefined &&
      (await hasStoredResponse(context, key, principal, inTransaction));
    for (const [name, subject] of isReplay ? [] : limits) {
      await services.rateLimits.take(name, request, response, subject);
    }
    if (!isReplay) await operation.requires?.(services);
    if (key !== undefined) {
      return runIdempotent(context, { key, principal, input }, inTransaction, (caller, tenant) =>
        runHandler(context, input, caller, tenant),
      );
    }
    if (operation.transaction === false) return runHandler(context, input, principal, null);
    return inTransaction((caller, tenant) => runHandler(context, input, caller, tenant));
  });
}

/** Passes the validated input to `work`. The body of an operation with `receive` is the one that it reads. */
async function receiveInput(
  context: RequestContext,
  principal: Principal,
  work: (input: Input) => Promise<unknown>,
): Promise<unknown> {
  const { operation, services, request, response } = context;
  const input = await readInput(context);
  if (operation.receive === undefined) return work(input);
  liftReceiveDeadline(response);
  return operation.receive(
    { query: input.query as undefined, principal, services, request, response },
    (body) => {
      localsOf(response).bodyEndedAt = performance.now();
      return work({ ...input, body });
    },
  );
}

/**
 * Whether the whole body is in the buffer of the request, and the operation does nothing between authentication and its
 * handler. Most clients send a small body with the head of the request, and Node reads both in one turn of the event loop.
 */
async function hasArrived({ operation, request }: RequestContext): Promise<boolean> {
  const { bodyKind = 'json', receive, limits, requires, transaction } = operation;
  const isDirect = receive === undefined && limits === undefined && requires === undefined;
  if (!isDirect || bodyKind !== 'json' || transaction === false) return false;
  const { headers } = request;
  if (headers['idempotency-key'] !== undefined || headers['content-encoding'] !== undefined) return false;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0 || length > request.readableHighWaterMark) return false;
  if (request.readableLength < length) await setImmediate();
  return request.readableLength === length;
}

/** Whether the caller is authenticated in the transaction of the handler: requests without a body. */
function needsOneTransaction({ operation, request }: RequestContext): boolean {
  return (
    operation.body === undefined &&
    !(operation.method === 'POST' && hasBody(request)) &&
    operation.transaction !== false &&
    request.headers['idempotency-key'] === undefined
  );
}

/** A GET that is not audited runs in a read-only transaction, unless it declares `transaction: true`. */
function transactionOptions({ operation, signal }: RequestContext): TransactionOptions {
  const { method, audit, transaction, work } = operation;
  return {
    ...(work === undefined ? {} : { work }),
    signal,
    snapshot: transaction === 'snapshot',
    readOnly: method === 'GET' && audit === undefined && transaction !== true,
  };
}

/** Runs the handler, then writes its audit entry in the same transaction. */
async function runHandler(
  context: RequestContext,
  input: Input,
  principal: Principal | null,
  tenant: Tenant | null,
): Promise<unknown> {
  const { operation, services, request, response } = context;
  let target: AuditTarget = {};
  let recorded = false;
  // A transaction that Postgres rolled back runs its handler again.
  context.status = undefined;
  const locals = localsOf(response);
  locals.isUnchanged = operation.method === 'PATCH' && isEmpty(input.body);
  const handlerContext = {
    ...input,
    services,
    request,
    response,
    signal: context.signal,
    requestId: locals.requestId,
    get principal(): Principal {
      if (principal === null) throw new Error(`${operation.id} is public and has no principal`);
      return principal;
    },
    get tenant(): Tenant {
      if (tenant === null) throw new Error(`${operation.id} has no transaction`);
      return tenant;
    },
    respondWith(status: number) {
      context.status = status;
    },
    skipAudit() {
      locals.isUnchanged = true;
    },
    audit(auditTarget: AuditTarget) {
      target = auditTarget;
    },
    async record(inTransaction: Tenant, auditTarget: AuditTarget = target) {
      recorded = true;
      if (locals.isUnchanged) return;
      await auditSuccess(context, inTransaction, principal, auditTarget, undefined);
    },
    checkIfMatch: (inTransaction: Tenant) => checkIfMatch(context, inTransaction, input.params['id']),
  };
  if (tenant !== null) await handlerContext.checkIfMatch(tenant);
  const result = await operation.handle(handlerContext as unknown as UntypedContext);
  if (operation.audit === undefined || recorded || locals.isUnchanged) return result;
  if (tenant !== null) await auditSuccess(context, tenant, principal, target, result);
  else if (principal !== null) {
    await services.database.withTenant(principal.organizationId, (auditTenant) =>
      auditSuccess(context, auditTenant, principal, target, result),
    );
  }
  return result;
}

/** An empty PATCH changes nothing, so that no audit entry is written. */
function isEmpty(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

type UntypedContext = HandlerContext<Record<string, string>, undefined, undefined>;
