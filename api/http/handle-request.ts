import { z } from 'zod';
import type { Request, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import { authorize, principalOf, readAccessClaims } from './authenticate.ts';
import type { AuditTarget, Context, Operation } from './operation.ts';
import type { Principal } from './principal.ts';
import { readJsonBody } from './read-body.ts';
import { validate } from './validate.ts';

type AnyContext = Context<Record<string, string>, undefined, undefined>;

/**
 * One request, in the order that the contract fixes: credential → permission → body → validation → work.
 * A request without a body is authenticated in the transaction that then does the work: one call loads session,
 * user and roles and sets the organization. With a body, no transaction is held while a stranger sends it.
 */
export async function handleRequest(
  operation: Operation,
  services: Services,
  request: Request,
  response: Response,
): Promise<void> {
  const plan = { operation, services, request, response };
  if (operation.access === 'public') return finish(plan, await run(plan, await readInput(plan), null, null));
  const claims = readAccessClaims(request, services.accessTokens);
  const early = operation.body === undefined && operation.transaction === undefined;
  const principalAndResult = await services.database.withSession(claims.sid, async (session, tenant) => {
    const principal = principalOf(claims, session);
    authorize(principal, operation.access);
    return early
      ? { principal, result: await run(plan, await readInput(plan), principal, tenant) }
      : { principal };
  });
  if ('result' in principalAndResult) return finish(plan, principalAndResult.result);
  const { principal } = principalAndResult;
  const input = await readInput(plan);
  if (operation.transaction === false) return finish(plan, await run(plan, input, principal, null));
  const result = await services.database.withTenant(
    principal.organizationId,
    (tenant) => run(plan, input, principal, tenant),
    { snapshot: operation.transaction === 'snapshot' },
  );
  return finish(plan, result);
}

interface Plan {
  readonly operation: Operation;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
}

interface Input {
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
}

async function readInput({ operation, request, response }: Plan): Promise<Input> {
  const params = readParams(operation, request);
  const reads = operation.body !== undefined && (operation.bodyKind ?? 'json') === 'json';
  const body = reads ? await readJsonBody(request, response, operation.bodyLimit) : undefined;
  const query = validate(operation.query ?? noParameters, { ...request.query }, 'query');
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

async function run(
  plan: Plan,
  input: Input,
  principal: Principal | null,
  tenant: Tenant | null,
): Promise<unknown> {
  let target: AuditTarget | undefined;
  const context = {
    ...input,
    services: plan.services,
    request: plan.request,
    response: plan.response,
    requestId: String(plan.response.getHeader('X-Request-Id')),
    get principal(): Principal {
      if (principal === null) throw new Error(`${plan.operation.path} is public and has no principal`);
      return principal;
    },
    get tenant(): Tenant {
      if (tenant === null) throw new Error(`${plan.operation.path} holds no transaction`);
      return tenant;
    },
    audit(given: AuditTarget) {
      target = given;
    },
  };
  const result = await plan.operation.handle(context as unknown as AnyContext);
  void target;
  return result;
}

function finish({ operation, response }: Plan, result: unknown): void {
  if (response.headersSent) return;
  const [status] = operation.success;
  response.status(status).json(result);
}
