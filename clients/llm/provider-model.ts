import { setTimeout as delay } from 'node:timers/promises';
import { streamText } from 'ai';
import type { LanguageModel, TextStreamPart, ToolSet } from 'ai';
import { ModelError } from '../../domain/assistant/model.ts';
import { inputOf, tokensOf } from '../../domain/assistant/token-budget.ts';
import type {
  AssistantModel,
  ModelEvent,
  ModelRequest,
  ProviderRemedy,
} from '../../domain/assistant/model.ts';
import type { Json } from '../../domain/json/json.ts';
import { broken, providerFailureOf } from './provider-failure.ts';
import type { ProviderFailure } from './provider-failure.ts';
import { noteProgress } from '../../runtime/progress.ts';
import { providerMessages, providerTools } from './provider-messages.ts';
import { StreamStalled, withDeadlines } from './with-deadlines.ts';
import type { StreamDeadlines } from './with-deadlines.ts';

export interface ProviderOptions extends StreamDeadlines {
  /** Before the second attempt; twice as long before the third one. */
  readonly retryDelayMs: number;
}

export const providerDefaults: ProviderOptions = {
  firstTokenMs: 30_000,
  silenceMs: 20_000,
  retryDelayMs: 500,
};

/** A provider counts the definitions of tools as input of each call. Its own form of them has up to 10,000 bytes. */
const maximumDefinitionBytes = 9000;
const maximumAttempts = 3;
/** A longer `Retry-After` would use too much of the turn's time. */
const maximumRetryDelayMs = 10_000;

type Part = TextStreamPart<ToolSet>;

/** The parts with which a model begins to respond. */
const tokenParts: ReadonlySet<Part['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-start',
  'tool-input-delta',
  'tool-call',
]);

/** Returns the model of a provider of the AI SDK. Sends a request up to three times, until the first event. */
export function createProviderModel(
  provider: string,
  languageModel: (model: string) => LanguageModel,
  options: Partial<ProviderOptions> = {},
): AssistantModel {
  // The SDK writes warnings to the console by default.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const settings = { ...providerDefaults, ...options };
  return {
    provider,
    maximumDefinitionBytes,
    respond: (model, request, signal) => respondWithRetries(languageModel(model), request, signal, settings),
  };
}

async function* respondWithRetries(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
  options: ProviderOptions,
): AsyncGenerator<ModelEvent> {
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      for await (const event of respondOnce(model, request, signal, options)) {
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof FailedResponse ? error : undefined;
      if (failure === undefined) throw error;
      hasBegun ||= failure.hasBegun;
      if (hasBegun || !failure.isTransient)
        throw new ModelError('provider_error', failure.message, failure.remedy);
      if (failure.isFinal || attempt === maximumAttempts)
        throw new ModelError('provider_unavailable', failure.message, failure.remedy);
      const backoffMs = options.retryDelayMs * 2 ** (attempt - 1);
      const waitMs = Math.min(maximumRetryDelayMs, Math.max(backoffMs, failure.retryAfterMs ?? 0));
      await delay(waitMs, undefined, { signal });
    }
  }
}

class FailedResponse extends Error implements ProviderFailure {
  override readonly name = 'FailedResponse';
  readonly isTransient: boolean;
  readonly retryAfterMs: number | undefined;
  readonly remedy: ProviderRemedy | undefined;
  /** Whether the provider had sent a token, such as the beginning of a tool call. */
  readonly hasBegun: boolean;
  /** Whether another attempt would take too long. */
  readonly isFinal: boolean;

  constructor(failure: ProviderFailure, hasBegun: boolean, isFinal = false) {
    super(failure.message);
    this.isTransient = failure.isTransient;
    this.retryAfterMs = failure.retryAfterMs;
    this.remedy = failure.remedy;
    this.hasBegun = hasBegun;
    this.isFinal = isFinal;
  }
}

/** Sends a request. @throws FailedResponse */
async function* respondOnce(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
  options: ProviderOptions,
): AsyncGenerator<ModelEvent> {
  const stop = new AbortController();
  let hasToken = false;
  let hasFinished = false;
  let outputCharacters = 0;
  try {
    const { fullStream } = streamText({
      model,
      system: request.system,
      messages: providerMessages(request.messages),
      ...providerTools(request),
      maxOutputTokens: request.maximumOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, stop.signal]),
      // Errors are parts of the stream. The default writes them to the console.
      onError: () => undefined,
    });
    for await (const part of withDeadlines(fullStream, options, ({ type }) => tokenParts.has(type))) {
      noteProgress();
      if (part.type === 'error') throw part.error;
      hasToken ||= tokenParts.has(part.type);
      hasFinished ||= part.type === 'finish-step' && part.rawFinishReason !== undefined;
      outputCharacters += charactersOf(part);
      yield* eventsOf(part, { input: inputOf(request), output: tokensOf(outputCharacters) });
    }
    if (!hasFinished) throw new FailedResponse(broken, hasToken);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FailedResponse) throw error;
    if (error instanceof StreamStalled) {
      const stalled = { message: 'The model provider stopped responding.', isTransient: true };
      throw new FailedResponse(stalled, hasToken, true);
    }
    throw new FailedResponse(providerFailureOf(error), hasToken);
  } finally {
    stop.abort();
  }
}

/** Also reasoning, which is no part of the answer. */
function charactersOf(part: Part): number {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text.length;
  return part.type === 'tool-call' ? JSON.stringify(part.input ?? null).length : 0;
}

/** @param estimate tokens of the call, for a provider that reports none */
function* eventsOf(
  part: Part,
  estimate: { readonly input: number; readonly output: number },
): Generator<ModelEvent> {
  if (part.type === 'text-delta') yield { type: 'text', text: part.text };
  else if (part.type === 'tool-call')
    yield {
      type: 'tool_call',
      call: { id: part.toolCallId, name: part.toolName, arguments: part.input as Json },
    };
  else if (part.type === 'finish-step') {
    const { inputTokens, outputTokens } = part.usage;
    // Some servers report 0 when they did not count.
    yield {
      type: 'usage',
      inputTokens: inputTokens === undefined || inputTokens === 0 ? estimate.input : inputTokens,
      outputTokens: outputTokens === undefined || outputTokens === 0 ? estimate.output : outputTokens,
    };
    yield { type: 'finish', reason: finishReasons.get(part.finishReason) ?? 'other' };
  }
}

type FinishReason = Extract<ModelEvent, { type: 'finish' }>['reason'];

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['length', 'length'],
]);
