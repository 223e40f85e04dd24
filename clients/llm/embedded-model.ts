import type { AssistantModel, ModelEvent, ModelRequest } from '../../domain/assistant/model.ts';

/** Returns the response of a deterministic model. */
export type RespondEmbedded = (request: ModelRequest) => readonly ModelEvent[];

/** Returns the model that runs in this process and needs no provider. */
export function createEmbeddedModel(respondEmbedded: RespondEmbedded): AssistantModel {
  return {
    provider: 'embedded',
    async *respond(_model, request, signal) {
      for (const event of respondEmbedded(request)) {
        signal.throwIfAborted();
        // Lets the caller send one event before the next one.
        yield await Promise.resolve(event);
      }
    },
  };
}
