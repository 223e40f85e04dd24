import { defined } from '../../../domain/defined.ts';
import type { Json } from '../../../domain/json/json.ts';
import { checkHeader } from '../../../domain/plans/read/check-header.ts';
import { KnownSecrets } from '../../../domain/plans/redact/known-secrets.ts';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlanRejection } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlanHeader, PlannedChange, PlanSummary } from '../../../domain/plans/read/planned-change.ts';
import { providerEvidence } from '../../../domain/plans/read/provider-evidence.ts';
import { createValueRedactor } from '../../../domain/plans/redact/value-redactor.ts';
import { receiveStream } from '../../../runtime/document-stream.ts';
import { inflateChunks, InflateRejected } from '../../../runtime/inflate-chunks.ts';
import type { BodyEncoding } from '../../../runtime/inflate-chunks.ts';
import { FirstPass } from './first-pass.ts';
import type { BodyForm } from './first-pass.ts';
import type { PlanParts } from './plan-parts.ts';
import { SecondPass } from './second-pass.ts';

/** Of an inflated plan. */
const maximumBytes = 256 * 1024 * 1024;

export interface PlanBody {
  readonly form: BodyForm;
  readonly encoding: BodyEncoding;
  /** The key of the organization, for the hash of the plan. */
  readonly hmacKey: Uint8Array;
}

/** The plan without its changes, or the reason of its rejection. An error would lose its class between the threads. */
export type ReadOutcome = { readonly header: PlanHeader } | PlanRejection;

/**
 * Reads a plan in a worker thread: the sensitive values as it arrives, then the changes from the received bytes, which are
 * kept as they were sent. The items are the redacted changes.
 */
export const run = receiveStream<PlanBody, PlannedChange, ReadOutcome>(async (body, chunks, emit) => {
  try {
    return { header: await readPlan(body, chunks, emit) };
  } catch (error) {
    if (!(error instanceof PlanRejected)) throw error;
    return { problem: error.problem, field: error.field };
  }
});

/** @throws PlanRejected */
export async function readPlan(
  body: PlanBody,
  chunks: AsyncIterable<Uint8Array>,
  emit: (change: PlannedChange, characters: number) => void,
): Promise<PlanHeader> {
  try {
    return await readInflated(body, chunks, emit);
  } catch (error) {
    if (!(error instanceof InflateRejected)) throw error;
    throw new PlanRejected(error.problem, 'plan', { cause: error });
  }
}

async function readInflated(
  { form, encoding, hmacKey }: PlanBody,
  chunks: AsyncIterable<Uint8Array>,
  emit: (change: PlannedChange, characters: number) => void,
): Promise<PlanHeader> {
  const received: Uint8Array[] = [];
  const first = new FirstPass(form);
  for await (const chunk of inflateChunks(keepIn(received, chunks), encoding, maximumBytes))
    first.push(chunk);
  const plan = first.end();
  const formatVersion = checkHeader(plan);
  const redactor = createValueRedactor(new KnownSecrets(plan.secrets.secrets));
  const context = { redactor, providerOf: providerEvidence({ ...plan.configuration, ...plan }) };
  const second = new SecondPass(plan, hmacKey, context, emit);
  for await (const chunk of inflateChunks(received, encoding, maximumBytes)) second.push(chunk);
  const { summary, hash } = second.end();
  return {
    formatVersion,
    ...defined({ terraformVersion: plan.terraformVersion }),
    isErrored: plan.isErrored,
    isDriftOnly: isDriftOnly(summary),
    hash,
    summary,
    outputs: plan.outputs,
    checks: plan.checks.map((check) => ({ ...check, address: redactor.addressOf(check.address) })),
    ...(form === 'plan' ? {} : { envelope: envelopeOf(plan) }),
  };
}

async function* keepIn(
  received: Uint8Array[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    received.push(chunk);
    yield chunk;
  }
}

function isDriftOnly(summary: PlanSummary): boolean {
  const other = Object.entries(summary).filter(([name]) => !['drift', 'no_op', 'read'].includes(name));
  return summary.drift > 0 && other.every(([, count]) => count === 0);
}

/** Keys such as `__proto__` are keys like others. */
function envelopeOf({ envelope }: PlanParts): Readonly<Record<string, Json>> {
  return Object.fromEntries(envelope);
}
