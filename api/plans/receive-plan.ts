import type { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { PlanRejected } from '../../domain/plans/read/plan-rejected.ts';
import type { PlanReport } from '../../domain/plans/read/plan-report.ts';
import type { ParsedPlan } from '../../domain/plans/read/planned-change.ts';
import { readPlanInThread } from '../../commands/plans/read/read-plan-in-thread.ts';
import { disconnectSignal } from '../http/request/client-disconnected.ts';
import { encodingOf, receiveChunks } from '../http/request/receive-chunks.ts';
import type { ReceiveContext } from '../http/operation.ts';
import { validate } from '../http/request/validate.ts';
import { envelopeFields, planReportOf } from './plan-report-schemas.ts';
import type { planQuery } from './plan-report-schemas.ts';

const maximumBody = 64 * 1024 * 1024;
/** A plan as it was received and redacted. */
export class ReceivedPlan {
  readonly report: PlanReport;
  readonly plan: ParsedPlan;

  constructor(report: PlanReport, plan: ParsedPlan) {
    this.report = report;
    this.plan = plan;
  }

  /**
   * Returns the value that an `Idempotency-Key` compares: the report, and the hash of the plan without insignificant white space.
   */
  toJSON(): object {
    return { report: this.report, hash: this.plan.hash };
  }
}

/**
 * Receives the body of a request, reads it in a worker thread, and passes the redacted plan to `work`. Two plans of an
 * organization are read and stored at once; others, which have arrived, wait for up to 30 seconds.
 *
 * @throws CatalogueError `invalid_body` for a body that is not JSON, `validation_failed` for JSON that is not a plan, `rate_limited`
 *   when no permit became free
 */
export async function receivePlan(
  { query, principal, services, request, response }: ReceiveContext<z.output<typeof planQuery>>,
  work: (body: ReceivedPlan) => Promise<unknown>,
): Promise<unknown> {
  const { organizationId } = principal;
  const form = formOf(query);
  const encoding = encodingOf(request);
  if (Number(request.headers['content-length'] ?? 0) > maximumBody)
    throwCatalogueError(new PlanRejected('too_large'));
  const signal = disconnectSignal(response);
  const hmacKey = await services.secretHashKeys(organizationId);
  const body = await services.ingestSpool.receive(organizationId, receiveChunks(request), maximumBody);
  const read = async () => {
    const chunks = body.chunks();
    const plan = await readPlanInThread(
      services.ingestDocuments,
      organizationId,
      { form, encoding, hmacKey, chunks },
      signal,
    ).catch(throwCatalogueError);
    const fields = form === 'plan' ? query : validate(envelopeFields, plan.envelope ?? {}, 'body');
    requireOneId(fields);
    return work(new ReceivedPlan(planReportOf(fields), plan));
  };
  return services.ingestSlots.run(organizationId, read, signal).finally(() => body.close());
}

/** @throws CatalogueError `validation_failed` for a query that belongs to neither form. */
function formOf(query: z.output<typeof planQuery>): 'plan' | 'envelope' {
  const [field] = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (query.external_id !== undefined || query.execution_external_id !== undefined) {
    requireOneId(query);
    return 'plan';
  }
  if (field !== undefined)
    throw errors.validationFailed(
      field,
      'requires `external_id` or `execution_external_id` in the query. With an envelope, send it in the body',
    );
  return 'envelope';
}

/** @throws CatalogueError `validation_failed` for both ids or neither. */
function requireOneId(fields: {
  readonly external_id?: string | null | undefined;
  readonly execution_external_id?: string | null | undefined;
}): void {
  const { external_id: id = null, execution_external_id: executionId = null } = fields;
  if (id !== null && executionId !== null)
    throw errors.validationFailed('execution_external_id', 'cannot be combined with external_id');
  if (id === null && executionId === null)
    throw errors.validationFailed('external_id', 'is required, or `execution_external_id`');
}

function throwCatalogueError(error: unknown): never {
  if (!(error instanceof PlanRejected)) throw error;
  throw error.code === 'invalid_body'
    ? errors.invalidBody(error.reason)
    : errors.validationFailed(error.field, error.reason);
}
