import { dayMs, minuteMs } from '../../time.ts';
import type { DiffEntry } from '../../json/diff.ts';
import type { ChangeAttribution, ChangeKind, Confidence, ExplanationKind } from '../../values.ts';
import { createsResource } from './explain-create.ts';
import type { CreatedResource } from './explain-create.ts';
import { explainUpdate } from './explain-update.ts';
import type { PlannedValues } from './explain-update.ts';

/** A change of a resource that a scan found. */
export interface ObservedChange {
  readonly kind: ChangeKind;
  readonly resource: CreatedResource;
  /** The last observation before the change, exclusive. */
  readonly since: Date;
  readonly detectedAt: Date;
  /** The time of the CloudTrail event when the attribution is exact. */
  readonly occurredAt: Date;
  readonly attribution: ChangeAttribution;
  readonly diff: readonly DiffEntry[];
}

/** A change of a plan that may concern the resource. */
export interface CandidateChange extends PlannedValues {
  readonly address: string;
  readonly actions: readonly string[];
  /** Whether the plan, or a state with its address, maps the change to the resource. */
  readonly isMapped: boolean;
}

/** An execution, plan or merged pull request that may have caused a change. */
export interface ExplanationCandidate {
  readonly kind: ExplanationKind;
  readonly id: string;
  /** Of an execution its start, of a plan its report, of a pull request its merge. */
  readonly startedAt: Date;
  /** Absent for plans, pull requests, and executions that run. */
  readonly finishedAt?: Date;
  /** Whether the execution failed or was cancelled: it applied a part of its plan. */
  readonly hasFailed: boolean;
  /** Empty for pull requests. */
  readonly changes: readonly CandidateChange[];
}

export interface Explanation {
  readonly kind: ExplanationKind;
  readonly id: string;
  readonly confidence: Confidence;
  readonly address?: string;
}

const afterExecution = 15 * minuteMs;
const afterOthers = dayMs;

const confidenceOrder: readonly Confidence[] = ['high', 'medium', 'low'];
const kindOrder: readonly ExplanationKind[] = ['execution', 'plan', 'pull_request'];

/** Returns the candidate that explains a change: best confidence, then kind, then latest start; undefined when none does. */
export function explainChange(
  change: ObservedChange,
  candidates: readonly ExplanationCandidate[],
): Explanation | undefined {
  const [best] = candidates
    .flatMap((candidate) => {
      const explanation = isInTime(change, candidate) ? explain(change, candidate) : undefined;
      return explanation === undefined ? [] : [{ candidate, explanation }];
    })
    .sort(
      (one, other) =>
        rank(confidenceOrder, one.explanation.confidence) -
          rank(confidenceOrder, other.explanation.confidence) ||
        rank(kindOrder, one.candidate.kind) - rank(kindOrder, other.candidate.kind) ||
        other.candidate.startedAt.getTime() - one.candidate.startedAt.getTime() ||
        (one.candidate.id < other.candidate.id ? 1 : -1),
    );
  return best?.explanation;
}

/** Returns whether the time of a candidate overlaps the time of a change. An exact attribution must lie inside. */
export function isInTime(change: ObservedChange, candidate: ExplanationCandidate): boolean {
  const start = candidate.startedAt.getTime();
  const { finishedAt } = candidate;
  const end = finishedAt === undefined ? start + afterOthers : finishedAt.getTime() + afterExecution;
  if (change.attribution === 'exact') {
    const occurred = change.occurredAt.getTime();
    return start <= occurred && occurred <= end;
  }
  return start <= change.detectedAt.getTime() && end > change.since.getTime();
}

function explain(change: ObservedChange, candidate: ExplanationCandidate): Explanation | undefined {
  const { kind, id } = candidate;
  if (kind === 'pull_request') return { kind, id, confidence: 'low' };
  const found = candidate.changes
    .flatMap((planned) => {
      const confidence = lowerConfidence(confidenceRules[change.kind]?.(change, planned), candidate);
      return confidence === undefined ? [] : [{ confidence, address: planned.address }];
    })
    .sort((one, other) => rank(confidenceOrder, one.confidence) - rank(confidenceOrder, other.confidence));
  const [best] = found;
  return best === undefined ? undefined : { kind, id, ...best };
}

/** Returns how surely a planned change explains a change; undefined when it does not. */
type ConfidenceRule = (change: ObservedChange, planned: CandidateChange) => Confidence | undefined;

const explainsCreation: ConfidenceRule = ({ resource }, planned) => {
  const { actions, isMapped, terraformType, after } = planned;
  if (!actions.includes('create')) return undefined;
  return isMapped || createsResource(terraformType, after, resource) ? 'high' : undefined;
};

/** Changes of other kinds have no explanation. */
const confidenceRules: Readonly<Partial<Record<ChangeKind, ConfidenceRule>>> = {
  created: explainsCreation,
  reappeared: explainsCreation,
  deleted: (_, { actions, isMapped }) => (isMapped && actions.includes('delete') ? 'high' : undefined),
  updated: ({ diff }, planned) =>
    planned.isMapped && planned.actions.some((action) => action === 'update' || action === 'create')
      ? explainUpdate(diff, planned)
      : undefined,
};

/** Returns one level less for a plan that was not applied, and at most `medium` for an execution that failed. */
function lowerConfidence(
  confidence: Confidence | undefined,
  { kind, hasFailed }: ExplanationCandidate,
): Confidence | undefined {
  if (confidence === undefined) return undefined;
  if (kind === 'plan') return confidenceOrder[rank(confidenceOrder, confidence) + 1];
  return hasFailed && confidence === 'high' ? 'medium' : confidence;
}

function rank<Value>(order: readonly Value[], value: Value): number {
  return order.indexOf(value);
}
