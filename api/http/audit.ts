import { CatalogueError } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import type { NewAuditEntry } from '../../db/organizations/audit-store.ts';
import { incrementHits } from '../../db/http/rate-limit-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Services } from '../services.ts';
import type { AuditTarget } from './operation.ts';
import type { Principal } from './access/principal.ts';
import type { RequestContext } from './request/request-context.ts';
import { localsOf } from './request/request-locals.ts';

/** Writes the audit entry of a successful operation in the transaction of its change. */
export async function auditSuccess(
  context: RequestContext,
  tenant: Tenant,
  principal: Principal | null,
  target: AuditTarget,
  result: unknown,
): Promise<void> {
  const { action = context.operation.audit } = target;
  if (action === undefined) return;
  await recordAudit(tenant, {
    ...(target.actor === undefined ? actorOf(principal) : target.actor),
    ...auditOriginOf(context),
    ...targetOf(context, action, target, result),
    action,
    details: target.details ?? {},
  });
}

/** Maximum number of refused requests that are audited per caller, action and minute. Further ones are only logged. */
const auditedRefusalsPerMinute = 10;

/** Audits in the background that a known caller was refused because of its credential, CSRF token or permissions. */
export function auditRefusal(context: RequestContext, error: unknown): void {
  const { caller, services, operation } = context;
  if (caller === undefined || !(error instanceof CatalogueError)) return;
  const action = refusalActions[error.code];
  if (action === undefined) return;
  const details = { code: error.code, operation: `${operation.method} ${operation.path}` };
  const { type, ...rest } = caller;
  recordRefusal(services, { ...rest, ...auditOriginOf(context), actorType: type, action, details });
}

const refusalActions: Readonly<Partial<Record<ErrorCode, string>>> = {
  forbidden: 'permission.refused',
  csrf_failed: 'session.refused',
  invalid_token: 'session.refused',
  account_deactivated: 'session.refused',
};

/** Audits a refusal of a known caller in the background, in its own transaction and within the rate limit. */
export function recordRefusal(
  services: Services,
  refusal: Omit<NewAuditEntry, 'actorId' | 'outcome'> & {
    readonly organizationId: string;
    readonly id: string;
  },
): void {
  const { organizationId, id, ...entry } = refusal;
  services.background.run('auditing a refused request', async () => {
    const { hits } = await incrementHits(
      services.database.outside,
      `audit|${organizationId}|${id}|${entry.action}`,
      60_000,
    );
    if (hits > auditedRefusalsPerMinute) return;
    await services.database.withTenant(organizationId, (tenant) =>
      recordAudit(tenant, { ...entry, actorId: id, outcome: 'refused' }),
    );
  });
}

/** Returns the request id and client address of an audit entry. */
export function auditOriginOf({ request, response }: Pick<RequestContext, 'request' | 'response'>): {
  readonly requestId: string;
  readonly ip: string | undefined;
} {
  return { requestId: localsOf(response).requestId, ip: request.ip };
}

function actorOf(principal: Principal | null): Pick<NewAuditEntry, 'actorType' | 'actorId'> {
  if (principal === null) return { actorType: 'system', actorId: undefined };
  return { actorType: principal.kind, actorId: principal.id };
}

/** Returns the target that the handler named; by default the created record, else the last id of the path. */
function targetOf(
  { request }: RequestContext,
  action: string,
  target: AuditTarget,
  result: unknown,
): Pick<NewAuditEntry, 'targetType' | 'targetId' | 'targetName'> {
  const record = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>;
  const pathId = Object.values(request.params as Record<string, string>).at(-1);
  return {
    targetType: target.type ?? action.split('.')[0],
    targetId:
      target.id === undefined
        ? (textOf(record['id']) ?? pathId ?? textOf(record['run_id']))
        : (target.id ?? undefined),
    targetName: target.name === undefined ? textOf(record['name']) : (target.name ?? undefined),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
