import { eachInnerSecret } from './inner-secrets.ts';
import { PlanRejected } from '../read/plan-rejected.ts';
import { isMark, sensitiveMark } from './plan-marks.ts';
import { formsOf, shortestSecret } from './secret-forms.ts';
import { TextMatcher } from './text-matcher.ts';
import type { TextPattern } from './text-matcher.ts';

const maximumSecrets = 100_000;
/** Of the texts that are kept, so that a thread has the memory for them. */
const maximumCharacters = 16 * 1024 * 1024;
/** A longer secret is found by its beginning. */
const longestKept = 4_096;
/** Of a number of double precision. */
const exactDigits = 15;
/** Characters of all patterns. */
const maximumPatternCharacters = 2_000_000;
const patternLengths = [256, 128, 64, 32, 16, 12, 8, shortestSecret];

/** The sensitive values of a plan. */
export class SecretCollector {
  readonly #rests = new Map<string, number>();
  #characters = 0;

  /** Adds a text or number of at least six characters, and the secrets within a text. @throws PlanRejected `too_many_secrets` */
  readonly add = (value: string | number): void => {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) this.#addLargeNumber(Number(value));
    const isNew = this.#addText(String(value));
    if (isNew && typeof value === 'string') eachInnerSecret(value, (secret) => this.#addText(secret));
  };

  /** Returns whether the text was not known. */
  #addText(text: string): boolean {
    if (text.trim().length < shortestSecret || isMark(text)) return false;
    const kept = text.length > longestKept ? copyOf(text.slice(0, longestKept)) : text;
    const rest = this.#rests.get(kept);
    if (rest === undefined) {
      this.#characters += kept.length;
      if (this.#rests.size >= maximumSecrets || this.#characters > maximumCharacters)
        throw new PlanRejected('too_many_secrets');
    }
    this.#rests.set(kept, Math.max(rest ?? 0, text.length - kept.length));
    return rest === undefined;
  }

  /** The digits that `JSON.parse` has rounded are found by those before them. */
  #addLargeNumber(value: number): void {
    const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
    const exact = mantissa.replace('.', '').padEnd(exactDigits, '0').slice(0, exactDigits);
    const length = Number(exponent) + 1;
    this.#rests.set(exact, Math.max(this.#rests.get(exact) ?? 0, length - exact.length));
  }

  get secrets(): ReadonlyMap<string, number> {
    return this.#rests;
  }
}

/** Replaces the sensitive values of a plan in other texts. */
export class KnownSecrets {
  readonly #texts: ReadonlySet<string>;
  readonly #matcher: TextMatcher | undefined;

  /** @param secrets - with the number of characters that follow each of them */
  constructor(secrets: ReadonlyMap<string, number>) {
    this.#texts = new Set(secrets.keys());
    this.#matcher = secrets.size === 0 ? undefined : new TextMatcher(patternsOf(secrets));
  }

  /** Replaces the occurrences of secrets in a text, in all their forms. */
  replaceIn(text: string): string {
    if (this.#matcher === undefined || text.length < shortestSecret || isMark(text)) return text;
    return this.#matcher.replaceAll(text, sensitiveMark);
  }

  /** Returns whether a number is a secret. */
  hasNumber(value: number): boolean {
    return this.#texts.has(String(value));
  }
}

/** With many secrets, the patterns are only the beginnings of their forms, and more text than the secrets is replaced. */
function patternsOf(secrets: ReadonlyMap<string, number>): readonly TextPattern[] {
  const length = patternLengthFor(secrets);
  const rests = new Map<string, number>();
  for (const [secret, rest] of secrets) {
    for (const form of formsOf(secret)) {
      const text = form.slice(0, length);
      // A character has up to six in an escaped form.
      rests.set(text, Math.max(rests.get(text) ?? 0, form.length - text.length + rest * 6));
    }
  }
  return Array.from(rests, ([text, rest]) => ({ text, rest }));
}

function patternLengthFor(secrets: ReadonlyMap<string, number>): number {
  const characters = patternLengths.map(() => 0);
  for (const secret of secrets.keys())
    for (const form of formsOf(secret))
      for (const [index, length] of patternLengths.entries())
        characters[index] = (characters[index] ?? 0) + Math.min(form.length, length);
  const found = characters.findIndex((sum) => sum <= maximumPatternCharacters);
  const length = patternLengths[found];
  if (length === undefined) throw new PlanRejected('too_many_secrets');
  return length;
}

/** Returns a copy that does not keep the memory of a longer text. */
function copyOf(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charAt(index)).join('');
}
