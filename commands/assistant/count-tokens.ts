import type { AssistantModel } from '../../domain/assistant/model.ts';
import { tokenCount } from '../../domain/assistant/token-budget.ts';

/** Returns a model that reports the tokens of its responses, also of those that are not read to their end. */
export function countTokens(
  model: AssistantModel,
  onTokens: (tokens: { readonly inputTokens: number; readonly outputTokens: number }) => void,
): AssistantModel {
  return {
    ...model,
    async *respond(name, request, signal) {
      for await (const event of model.respond(name, request, signal)) {
        if (event.type === 'usage')
          onTokens({
            inputTokens: tokenCount(event.inputTokens),
            outputTokens: tokenCount(event.outputTokens),
          });
        yield event;
      }
    },
  };
}
