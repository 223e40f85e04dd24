import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlanProblem } from '../../../domain/plans/read/plan-rejected.ts';
import { eachLeaf } from '../../../domain/plans/redact/value-mask.ts';
import { JsonTokenizer } from '../../../runtime/json/json-tokenizer.ts';
import { InvalidJson } from '../../../runtime/json/json-visitor.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { RepeatedKey } from '../../../runtime/json/read-once.ts';
import { PartReader } from './part-reader.ts';
import { emptyParts } from './plan-parts.ts';
import type { PlanParts } from './plan-parts.ts';
import { visitPlan } from './plan-visitor.ts';
import { beginsWithText, problemOfText } from './reject-other-content.ts';

/** Whether the body is the plan, or an envelope with the plan in `plan`. */
export type BodyForm = 'plan' | 'envelope';

const maximumNesting = 200;
const maximumEnvelopeBytes = 64 * 1024;
/** The bytes by which other content is recognized. */
const startBytes = 512;
/** Of a body that begins with text: the lines before a plan or its JSON. */
const maximumTextBytes = 64 * 1024;

/** The first pass over a body: finds the sensitive values, and the positions of the changes. */
export class FirstPass {
  readonly #form: BodyForm;
  readonly #plan = emptyParts();
  readonly #parts = new PartReader();
  readonly #tokenizer: JsonTokenizer;
  #start: Buffer | undefined = Buffer.alloc(0);
  #startBytes = startBytes;
  #envelopeBytes = 0;
  #isPlanItself = false;
  #last: Buffer = Buffer.alloc(0);

  constructor(form: BodyForm) {
    this.#form = form;
    const root = form === 'plan' ? visitPlan(this.#parts, this.#plan) : this.#visitEnvelope();
    this.#tokenizer = new JsonTokenizer(root, form === 'plan' ? maximumNesting : maximumNesting + 1);
  }

  /** @throws PlanRejected */
  push(chunk: Buffer): void {
    if (this.#start === undefined) {
      this.#read(chunk);
      return;
    }
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length >= this.#startBytes) this.#readStart(false);
  }

  /** @throws PlanRejected */
  end(): PlanParts {
    this.#readStart(true);
    this.#rejectInvalid(() => this.#tokenizer.end());
    const plan = this.#plan;
    if (this.#form === 'envelope' && plan.span.end === 0)
      throw new PlanRejected(this.#isPlanItself ? 'plan_without_envelope' : 'plan_missing');
    if (this.#form === 'plan' && plan.keys.has('plan') && !plan.keys.has('format_version'))
      throw new PlanRejected('envelope_in_plan_form');
    for (const name of plan.configuration.sensitiveVariables)
      eachLeaf(plan.variables.get(name), plan.secrets.add);
    return plan;
  }

  #readStart(isEnd: boolean): void {
    const start = this.#start;
    if (start === undefined) return;
    const isBlank = start.toString('latin1').trim() === '';
    if (isBlank && isEnd) throw new PlanRejected('empty');
    if (!isBlank && beginsWithText(start.subarray(0, startBytes))) {
      this.#startBytes = maximumTextBytes;
      if (!isEnd && start.length < maximumTextBytes) return;
      throw new PlanRejected(problemOfText(start.toString('latin1')));
    }
    this.#start = isBlank ? Buffer.alloc(0) : undefined;
    this.#read(start);
  }

  #read(chunk: Buffer): void {
    this.#last = chunk;
    this.#parts.push(chunk);
    this.#rejectInvalid(() => this.#tokenizer.push(chunk));
    this.#parts.release();
  }

  #rejectInvalid(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof RepeatedKey) throw new PlanRejected('repeated_key', 'plan', { cause: error });
      if (!(error instanceof InvalidJson)) throw error;
      throw new PlanRejected(this.#problemOf(error), 'plan', { cause: error });
    }
  }

  #problemOf({ problem, offset }: InvalidJson): PlanProblem {
    if (problem === 'truncated' || problem === 'too_deep') return problem;
    if (problem === 'syntax') return 'syntax';
    const found = this.#last[offset - this.#parts.chunkStart];
    // A second object: Terragrunt writes the plans of several units, one a line.
    return found === 0x7b ? 'several_plans' : 'text_after';
  }

  #visitEnvelope(): JsonVisitor {
    const { envelope } = this.#plan;
    const plan = visitPlan(this.#parts, this.#plan);
    return {
      property: (name) => {
        if (name === '@level' || name === '@message') throw new PlanRejected('event_lines');
        if (name === 'plan') {
          if (this.#plan.span.end > 0) throw new PlanRejected('repeated_key');
          return plan;
        }
        if (planKeys.has(name)) {
          // The values of a plan in the wrong form are not kept.
          this.#isPlanItself = true;
          return undefined;
        }
        return this.#parts.part({}, ({ start, end }, parse) => {
          this.#envelopeBytes += name.length + end - start;
          if (this.#envelopeBytes > maximumEnvelopeBytes) throw new PlanRejected('envelope_too_large');
          envelope.set(name, parse());
        });
      },
      element: () => {
        throw new PlanRejected('not_an_object');
      },
    };
  }
}

const planKeys: ReadonlySet<string> = new Set([
  'format_version',
  'planned_values',
  'resource_changes',
  'prior_state',
  'configuration',
  'variables',
  'values',
  'resources',
]);
