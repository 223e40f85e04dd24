import type { Json, JsonObject } from '../json/json.ts';

/** A tool as a model sees it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the arguments: an object without additional properties. */
  readonly parameters: JsonObject;
}

export interface ToolCall {
  /** Unique in the turn. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; not yet validated. */
  readonly arguments: Json;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: 'tool';
      readonly toolCallId: string;
      readonly name: string;
      /** A {@link ToolResponse}, as JSON. */
      readonly response: JsonObject;
    };

export interface ModelRequest {
  readonly system: string;
  /** Begins with the history of the conversation; the question of the turn is the last message of role `user`. */
  readonly messages: readonly ModelMessage[];
  /** Empty when the turn may call no further tool. */
  readonly tools: readonly ToolDefinition[];
  readonly maximumOutputTokens: number;
  /** The beginning of the turn. */
  readonly now: Date;
}

/** Parts of a streamed response. `finish` is the last one. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'finish'; readonly reason: 'stop' | 'tool_calls' | 'length' | 'other' };

/** A language model, or the embedded one. */
export interface AssistantModel {
  /** `embedded`, `anthropic` or `openai_compatible`. */
  readonly provider: string;
  /** The most bytes of the definitions of tools of a request. Without it, a request has all of them. */
  readonly maximumDefinitionBytes?: number;
  /**
   * Streams the response. The stream rejects with a ModelError, or with the reason of `signal` when it aborts.
   */
  respond(model: string, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** What an operator has to change so that a provider responds. */
export type ProviderRemedy = 'credentials' | 'model' | 'quota';

/** Why a model did not respond. The message is for the log. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: 'provider_unavailable' | 'provider_error';
  readonly remedy: ProviderRemedy | undefined;

  constructor(code: ModelError['code'], message: string, remedy?: ProviderRemedy) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}
