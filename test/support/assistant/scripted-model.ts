import type { AssistantModel, ModelEvent, ModelRequest } from '../../../domain/assistant/model.ts';
import type { Json } from '../../../domain/json/json.ts';

/** Returns the events of the call with this number, from 1. */
export type ModelScript = (request: ModelRequest, call: number) => Iterable<ModelEvent>;

export interface ScriptedModel extends AssistantModel {
  readonly requests: readonly ModelRequest[];
}

/** Returns a model that responds as a script says. */
export function scriptedModel(script: ModelScript): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    provider: 'scripted',
    requests,
    async *respond(_model, request, signal) {
      requests.push(request);
      for (const event of script(request, requests.length)) {
        signal.throwIfAborted();
        yield await Promise.resolve(event);
      }
    },
  };
}

export const say = (text: string): ModelEvent => ({ type: 'text', text });

export const call = (name: string, args: Json = {}): ModelEvent => ({
  type: 'tool_call',
  call: { id: 'chosen by the provider', name, arguments: args },
});

export const usage = (inputTokens: number, outputTokens: number): ModelEvent => ({
  type: 'usage',
  inputTokens,
  outputTokens,
});
