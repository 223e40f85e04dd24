import type { Request, Response } from 'express';
import { CatalogueError } from '../../domain/errors.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import type { NewAuditEntry } from '../../db/organizations/audit-store.ts';
import { incrementHits } from '../../db/http/rate-limit-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import type { AuditTarget, Operation } from './operation.ts';
import type { Principal } from './principal.ts';
import { notesOf } from './request-id.ts';

export interface Exchange {
  readonly operation: Operation;
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
  /** Whose credential it was, also when it was refused. */
  caller?: Caller;
}

export interface Caller {
  readonly type: 'user' | 'ingest_token';
  readonly organizationId: string;
  readonly id: string;
}

/** Writes the entry of a successful operation in the transaction of its change. */
export async function auditSuccess(
  exchange: Exchange,
  tenant: Tenant,
  principal: Principal | null,
  target: AuditTarget,
  result: unknown,
): Promise<void> {
  const { action = exchange.operation.audit } = target;
  if (action === undefined) return;
  const named = targetOf(exchange, action, target, result);
  await recordAudit(tenant, {
    ...(target.actor === undefined ? actorOf(principal) : target.actor),
    ...originOf(exchange),
    ...named,
    action,
    details: target.details ?? {},
  });
}

/** So many refusals of one caller, action and minute are written; the rest is in the operator's log. */
const refusalsPerMinute = 10;

/** Writes down, after the answer, that a known caller was refused: a credential, a CSRF check or a permission. */
export function auditRefusal(exchange: Exchange, error: unknown): void {
  const { caller, services, operation } = exchange;
  if (caller === undefined || !(error instanceof CatalogueError)) return;
  const action = refusals[error.code];
  if (action === undefined) return;
  const details = { code: error.code, operation: `${operation.method} ${operation.path}` };
  const { type, ...rest } = caller;
  recordRefusal(services, {
    ...rest,
    ...originOf(exchange),
    actorType: type,
    action,
    details,
  });
}

const refusals: Readonly<Record<string, string>> = {
  forbidden: 'permission.refused',
  csrf_failed: 'session.refused',
  invalid_token: 'session.refused',
  account_deactivated: 'session.refused',
};

/** A refusal of a known caller, in a transaction of its own, rate-capped; nobody waits for it. */
export function recordRefusal(
  services: Services,
  refusal: Omit<NewAuditEntry, 'actorId' | 'outcome'> & {
    readonly organizationId: string;
    readonly id: string;
  },
): void {
  const { organizationId, id, ...entry } = refusal;
  services.background.run('auditing a refusal', async () => {
    const { hits } = await incrementHits(
      services.database,
      `audit|${organizationId}|${id}|${entry.action}`,
      60_000,
    );
    if (hits > refusalsPerMinute) return;
    await services.database.withTenant(organizationId, (tenant) =>
      recordAudit(tenant, { ...entry, actorId: id, outcome: 'refused' }),
    );
  });
}

/** Where a request came from. */
export function originOf({ request, response }: Pick<Exchange, 'request' | 'response'>): {
  readonly requestId: string;
  readonly ip: string | null;
} {
  return { requestId: notesOf(response).requestId, ip: request.ip ?? null };
}

function actorOf(principal: Principal | null): Pick<NewAuditEntry, 'actorType' | 'actorId'> {
  if (principal === null) return { actorType: 'system', actorId: null };
  return { actorType: principal.kind, actorId: principal.id };
}

/** What the handler named; else the record that was made, or the id of the path. */
function targetOf(
  { request }: Exchange,
  action: string,
  target: AuditTarget,
  result: unknown,
): Pick<NewAuditEntry, 'targetType' | 'targetId' | 'targetName'> {
  const made = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>;
  const inPath = Object.values(request.params as Record<string, string>).at(-1);
  return {
    targetType: target.type ?? action.split('.')[0] ?? null,
    targetId:
      target.id === undefined ? (textOf(made['id']) ?? inPath ?? textOf(made['run_id']) ?? null) : target.id,
    targetName: target.name === undefined ? (textOf(made['name']) ?? null) : target.name,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
