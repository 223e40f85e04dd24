import { createHash } from 'node:crypto';
import type { MutableJson } from '../../../domain/json/json.ts';
import { classesOf, emptySummary, isStored } from '../../../domain/plans/read/count-change.ts';
import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlannedChange, PlanSummary } from '../../../domain/plans/read/planned-change.ts';
import { keyOfChange, readRawChange } from '../../../domain/plans/read/raw-change.ts';
import { redactChange, withoutValues } from '../../../domain/plans/redact/redact-change.ts';
import type { PlanContext } from '../../../domain/plans/redact/redact-change.ts';
import { ByteWindow } from './byte-window.ts';
import { JsonHash } from '../../../runtime/json/json-hash.ts';
import type { ChangeSpan, PlanParts } from './plan-parts.ts';

/** Of the values of all changes, so that the process stays within its memory. */
const maximumCharacters = 96 * 1024 * 1024;

/** The second pass over a body: reads the changes at their positions, redacts them, and hashes the plan. */
export class SecondPass {
  readonly #plan: PlanParts;
  readonly #context: PlanContext;
  readonly #emit: (change: PlannedChange, characters: number) => void;
  readonly #hash: JsonHash;
  readonly #window = new ByteWindow();
  readonly #keys = new Set<string>();
  readonly #summary = emptySummary();
  #next = 0;
  #characters = 0;

  constructor(
    plan: PlanParts,
    hmacKey: Uint8Array,
    context: PlanContext,
    emit: (change: PlannedChange, characters: number) => void,
  ) {
    this.#plan = plan;
    this.#context = context;
    this.#emit = emit;
    this.#hash = new JsonHash(hmacKey);
  }

  /** @throws PlanRejected */
  push(chunk: Buffer): void {
    const { start, end } = this.#plan.span;
    const offset = this.#window.end;
    this.#hash.push(chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset)));
    this.#window.push(chunk);
    for (let span = this.#nextSpan(); span !== undefined && span.end <= this.#window.end;) {
      this.#read(span, JSON.parse(this.#window.text(span.start, span.end)) as MutableJson);
      this.#next += 1;
      span = this.#nextSpan();
    }
    this.#window.discardBefore(Math.min(this.#nextSpan()?.start ?? Infinity, this.#window.end));
  }

  end(): { readonly summary: PlanSummary; readonly hash: string } {
    return { summary: this.#summary, hash: this.#hash.digest() };
  }

  #nextSpan(): ChangeSpan | undefined {
    return this.#plan.changes[this.#next];
  }

  #read({ field, origin }: ChangeSpan, element: MutableJson): void {
    const change = readRawChange(element, field, origin);
    // Addresses of 2,048 characters would need 200 MB.
    const key = createHash('sha256').update(keyOfChange(change)).digest('base64');
    if (this.#keys.has(key)) throw new PlanRejected('repeated_address', `${field}.address`);
    this.#keys.add(key);
    for (const counted of classesOf(change)) this.#summary[counted] += 1;
    if (!isStored(change)) return;
    const redacted = redactChange(change, field, this.#context);
    const characters = redacted.before.length + redacted.after.length;
    this.#characters += characters;
    this.#emit(this.#characters > maximumCharacters ? withoutValues(redacted) : redacted, characters);
  }
}
