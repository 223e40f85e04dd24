import { createAssistantModel } from '../../clients/llm/create-assistant-model.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { answerQuestion } from '../../commands/assistant/answer-question.ts';
import { respondEmbedded } from '../../commands/assistant/embedded/respond-embedded.ts';
import { assistantTools } from '../../commands/assistant/tools.ts';
import type { TurnAnswerer } from '../../commands/assistant/turn-answerer.ts';

/** Returns the model of the configured provider, with the tools and the rules of answers. */
export function createTurnAnswerer(configuration: Configuration): TurnAnswerer {
  return {
    model: createAssistantModel(configuration, respondEmbedded),
    answerQuestion: (input, dependencies, signal) =>
      answerQuestion(input, { ...dependencies, tools: assistantTools }, signal),
  };
}
