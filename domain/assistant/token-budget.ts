import type { ModelRequest } from './model.ts';

/** A response has at most this number of tokens. */
const maximumOutput = 8192;
/** A shorter response is of no use. */
const minimumOutput = 256;
/** Output tokens that are kept for a last response without tools. */
const reserve = 2000;
/** Characters of a token, for providers that report no usage and for requests that were not sent yet. */
const charactersPerToken = 4;

export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/**
 * Counts the tokens of all calls of a turn. The limit counts what a call adds: a provider receives the whole conversation with
 * each call, which it reports as input again and mostly reads from its cache.
 */
export class TokenBudget {
  readonly #limit: number;
  #used: TokenUsage = { input_tokens: 0, output_tokens: 0 };
  /** Tokens of `#used` that count, without those that an earlier call had. */
  #counted = 0;
  /** Input and output of the call before. */
  #before = 0;
  /** Estimate of the input of the last call. */
  #estimate = 0;
  #reported: TokenUsage | undefined;
  #characters = 0;
  #lastOutput = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Tokens of the calls that ended. */
  get used(): TokenUsage {
    return this.#used;
  }

  /** Output tokens of the last call. */
  get lastOutput(): number {
    return this.#lastOutput;
  }

  /** Returns whether a text for the next request leaves the reserve for the last response. */
  hasRoomFor(characters: number): boolean {
    return this.#counted + tokensOf(characters) + reserve <= this.#limit;
  }

  /**
   * Returns the maximum of output tokens of a request, from 256 to 8192; 0 when the request leaves fewer besides the reserve.
   * The last request of a turn has at least the reserve.
   */
  outputFor(request: Omit<ModelRequest, 'maximumOutputTokens'>, isLast = false): number {
    const rest = this.#limit - this.#counted - Math.max(0, inputOf(request) - this.#estimate);
    if (isLast) return Math.min(maximumOutput, Math.max(reserve, rest));
    return rest - reserve < minimumOutput ? 0 : Math.min(maximumOutput, rest - reserve);
  }

  begin(request: ModelRequest): void {
    this.#estimate = inputOf(request);
    this.#reported = undefined;
    this.#characters = 0;
  }

  addText(text: string): void {
    this.#characters += text.length;
  }

  report({
    inputTokens,
    outputTokens,
  }: {
    readonly inputTokens: number;
    readonly outputTokens: number;
  }): void {
    this.#reported = { input_tokens: tokenCount(inputTokens), output_tokens: tokenCount(outputTokens) };
  }

  /** Adds the tokens of a call: the ones that the provider reported, else an estimate. */
  end(): void {
    const { input_tokens: input, output_tokens: output } = this.#reported ?? {
      input_tokens: this.#estimate,
      output_tokens: tokensOf(this.#characters),
    };
    this.#used = {
      input_tokens: this.#used.input_tokens + input,
      output_tokens: this.#used.output_tokens + output,
    };
    this.#counted += this.#newInput(input) + output;
    this.#before = Math.max(this.#before, input + output);
    this.#lastOutput = output;
  }

  /** The response of the call before is input of the next one. */
  #newInput(input: number): number {
    return Math.max(0, input - this.#before);
  }
}

/** Returns whether a maximum of output tokens is below the one of all responses, because the limit of the turn is near. */
export function isShortened(maximumOutputTokens: number): boolean {
  return maximumOutputTokens < maximumOutput;
}

/** Returns a number of tokens as a non-negative integer that Postgres stores. A provider can report any number. */
export function tokenCount(tokens: number): number {
  return Number.isFinite(tokens) ? Math.min(10_000_000, Math.max(0, Math.round(tokens))) : 0;
}

/** Returns an estimate of the tokens of a text. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

/** Returns an estimate of the input tokens of a request. */
export function inputOf({ system, messages, tools }: Omit<ModelRequest, 'maximumOutputTokens'>): number {
  return tokensOf(system.length + JSON.stringify([messages, tools]).length);
}
