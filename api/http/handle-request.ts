import { z } from 'zod';
import type { Request, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import { updateLastUsed } from '../../db/organizations/ingest-token-store.ts';
import type { Tenant, TransactionOptions } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import { auditRefusal, auditSuccess } from './audit.ts';
import type { Exchange } from './audit.ts';
import { authorize, checkCsrf, principalOfIngestToken, principalOfSession } from './authenticate.ts';
import { readCredential } from './credential.ts';
import type { Credential } from './credential.ts';
import { once, readIdempotencyKey } from './idempotency.ts';
import type { AuditTarget, Context, Operation } from './operation.ts';
import type { Principal } from './principal.ts';
import { readJsonBody } from './read-body.ts';
import { notesOf } from './request-id.ts';
import { sendJson } from './send-json.ts';
import { validate } from './validate.ts';

type AnyContext = Context<Record<string, string>, undefined, undefined>;

/**
 * One request, in the order that the contract fixes: credential → CSRF → permission → body → validation → work.
 * A request without a body is authenticated in the transaction that then does the work: one call loads session,
 * user and roles and sets the organization. With a body, no transaction is held while it arrives, and the caller is
 * looked at again when it has.
 */
export async function handleRequest(
  operation: Operation,
  services: Services,
  request: Request,
  response: Response,
): Promise<void> {
  const exchange: Exchange = { operation, services, request, response };
  try {
    const result = await answer(exchange);
    if (response.headersSent) return;
    const [status] = operation.success;
    response.statusCode = status;
    services.onAnswer?.(operation, result, response);
    sendJson(response, status, result);
  } catch (error) {
    auditRefusal(exchange, error);
    throw error;
  }
}

async function answer(exchange: Exchange): Promise<unknown> {
  const { operation, services, request, response } = exchange;
  if (operation.limit !== undefined) await services.rateLimits.take(operation.limit, request, response);
  if (operation.access === 'public') return work(exchange, await readInput(exchange), null, null);
  const credential = readCredential(request, operation.access, services.accessTokens);
  const options = { snapshot: operation.transaction === 'snapshot', readOnly: onlyReads(operation) };
  const keyed = request.headers['idempotency-key'] !== undefined;
  if (operation.body === undefined && operation.transaction !== false && !keyed) {
    return enter(
      exchange,
      credential,
      async (principal, tenant) => work(exchange, await readInput(exchange), principal, tenant),
      options,
    );
  }
  const admitted = await enter(exchange, credential, async (caller) => caller, {
    readOnly: credential.kind === 'session',
  });
  const key = readIdempotencyKey(exchange);
  const input = await readInput(exchange);
  const again = <T>(job: (caller: Principal, tenant: Tenant) => Promise<T>) =>
    enter(exchange, credential, job, options);
  if (key !== undefined) {
    return once(exchange, key, admitted, input, again, (caller, tenant) =>
      work(exchange, input, caller, tenant),
    );
  }
  if (operation.transaction === false) return work(exchange, input, admitted, null);
  return again((caller, tenant) => work(exchange, input, caller, tenant));
}

/** A GET that is not audited changes nothing; one that does change something says `transaction: true`. */
function onlyReads({ method, audit, transaction }: Operation): boolean {
  return method === 'GET' && audit === undefined && transaction !== true;
}

/** Opens the caller's transaction and lets in who may do this. */
async function enter<T>(
  exchange: Exchange,
  credential: Credential,
  job: (principal: Principal, tenant: Tenant) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { operation, services, request } = exchange;
  if (credential.kind === 'ingest_token') {
    return services.database.withIngestToken(
      credential.tokenHash,
      async (token, tenant) => {
        if (token !== null) note(exchange, 'ingest_token', token.organization_id, token.ingest_token_id);
        const principal = principalOfIngestToken(token);
        if (token?.used_lately === false && tenant !== null) await updateLastUsed(tenant, principal.id);
        return job(principal, requireTenant(tenant));
      },
      options,
    );
  }
  const { claims, byCookie } = credential;
  return services.database.withSession(
    claims.sid,
    async (session, tenant) => {
      if (session !== null) note(exchange, 'user', session.organization_id, session.user_id);
      const principal = principalOfSession(claims, session);
      if (byCookie) checkCsrf(request, claims.sid, services.csrfTokens);
      authorize(principal, operation.access);
      return job(principal, requireTenant(tenant));
    },
    options,
  );
}

function note(exchange: Exchange, type: 'user' | 'ingest_token', organizationId: string, id: string): void {
  exchange.caller = { type, organizationId, id };
  const notes = notesOf(exchange.response);
  notes.organizationId = organizationId;
  notes.userId = id;
}

function requireTenant(tenant: Tenant | null): Tenant {
  if (tenant === null) throw errors.invalidToken();
  return tenant;
}

interface Input {
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
}

async function readInput({ operation, request, response }: Exchange): Promise<Input> {
  const params = readParams(operation, request);
  const reads = operation.body !== undefined && (operation.bodyKind ?? 'json') === 'json';
  const body = reads ? await readJsonBody(request, response, operation.bodyLimit) : undefined;
  const asks = operation.query !== undefined || request.url.includes('?');
  const query = asks ? validate(operation.query ?? noParameters, { ...request.query }, 'query') : undefined;
  return {
    params,
    query: operation.query === undefined ? undefined : query,
    body: operation.body === undefined || !reads ? undefined : validate(operation.body, body, 'body'),
  };
}

const noParameters = z.strictObject({});
const uuid = z.uuid();

/** A malformed id is an unknown id. */
function readParams(operation: Operation, request: Request): Record<string, string> {
  const params = request.params as Record<string, string>;
  if (operation.params !== undefined) {
    const parsed = operation.params.safeParse(params);
    if (!parsed.success) throw errors.notFound();
    return parsed.data as Record<string, string>;
  }
  if (!Object.values(params).every((value) => uuid.safeParse(value).success)) throw errors.notFound();
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]));
}

/** Runs the handler, then writes the audit entry in the same transaction. */
async function work(
  exchange: Exchange,
  input: Input,
  principal: Principal | null,
  tenant: Tenant | null,
): Promise<unknown> {
  const { operation, services, request, response } = exchange;
  let target: AuditTarget = {};
  let recorded = false;
  const context = {
    ...input,
    services,
    request,
    response,
    requestId: notesOf(response).requestId,
    get principal(): Principal {
      if (principal === null) throw new Error(`${operation.path} is public and has no principal`);
      return principal;
    },
    get tenant(): Tenant {
      if (tenant === null) throw new Error(`${operation.path} holds no transaction`);
      return tenant;
    },
    audit(given: AuditTarget) {
      target = given;
    },
    async record(inTransaction: Tenant, given: AuditTarget = target) {
      recorded = true;
      await auditSuccess(exchange, inTransaction, principal, given, undefined);
    },
  };
  const result = await operation.handle(context as unknown as AnyContext);
  if (operation.audit === undefined || recorded) return result;
  if (tenant !== null) await auditSuccess(exchange, tenant, principal, target, result);
  else if (principal !== null) {
    await services.database.withTenant(principal.organizationId, (own) =>
      auditSuccess(exchange, own, principal, target, result),
    );
  }
  return result;
}
