import type { ModelRequest } from './model.ts';

/** A response has at most this number of tokens. */
const maximumOutput = 8192;
/** A shorter response is of no use. */
const minimumOutput = 256;
/** Characters of a token, for providers that report no usage and for requests that were not sent yet. */
const charactersPerToken = 4;

export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Counts the tokens of all calls of a turn. */
export class TokenBudget {
  readonly #limit: number;
  #used: TokenUsage = { input_tokens: 0, output_tokens: 0 };
  #estimate: TokenUsage = { input_tokens: 0, output_tokens: 0 };
  #reported: TokenUsage | undefined;
  #characters = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Tokens of the calls that ended. */
  get used(): TokenUsage {
    return this.#used;
  }

  get isSpent(): boolean {
    return this.#used.input_tokens + this.#used.output_tokens >= this.#limit;
  }

  /** Returns the maximum of output tokens of a request, from 256 to 8192; 0 when the turn has fewer left. */
  outputFor(request: Omit<ModelRequest, 'maximumOutputTokens'>): number {
    const { input_tokens, output_tokens } = this.#used;
    const rest = this.#limit - input_tokens - output_tokens - inputOf(request);
    return rest < minimumOutput ? 0 : Math.min(maximumOutput, rest);
  }

  begin(request: ModelRequest): void {
    this.#estimate = { input_tokens: inputOf(request), output_tokens: 0 };
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
    const tokens = this.#reported ?? {
      ...this.#estimate,
      output_tokens: Math.ceil(this.#characters / charactersPerToken),
    };
    this.#used = {
      input_tokens: this.#used.input_tokens + tokens.input_tokens,
      output_tokens: this.#used.output_tokens + tokens.output_tokens,
    };
  }
}

/** Returns a number of tokens as a non-negative integer that Postgres stores. A provider can report any number. */
export function tokenCount(tokens: number): number {
  return Number.isFinite(tokens) ? Math.min(10_000_000, Math.max(0, Math.round(tokens))) : 0;
}

function inputOf({ system, messages, tools }: Omit<ModelRequest, 'maximumOutputTokens'>): number {
  return Math.ceil((system.length + JSON.stringify([messages, tools]).length) / charactersPerToken);
}
