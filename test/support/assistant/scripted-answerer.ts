import { once } from 'node:events';
import type { AssistantModel } from '../../../domain/assistant/model.ts';
import type {
  TurnAnswerer,
  TurnDependencies,
  TurnInput,
  TurnOutput,
} from '../../../commands/assistant/turn-answerer.ts';

/** Answers one question. */
export type AnswerScript = (
  input: TurnInput,
  dependencies: TurnDependencies,
  signal: AbortSignal,
) => Promise<TurnOutput>;

/** Returns the output of a turn without citations. */
export function outputOf(answer: string, output: Partial<TurnOutput> = {}): TurnOutput {
  return {
    answer,
    citations: [],
    usage: { input_tokens: 0, output_tokens: 0, tool_calls: 0 },
    finishReason: 'stop',
    droppedReferences: 0,
    removedLinks: 0,
    ...output,
  };
}

/** Streams the words of a text, and returns it as the answer. */
export const echo: AnswerScript = async ({ question }, { emit }) => {
  const answer = `You asked: ${question}`;
  for (const word of answer.split(/(?<= )/)) emit({ type: 'text.delta', data: { text: word } });
  return outputOf(answer);
};

/** Waits until the turn is stopped. */
export const stall: AnswerScript = async (_input, _dependencies, signal) => {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
};

const silentModel: AssistantModel = {
  provider: 'embedded',
  async *respond() {
    yield { type: 'finish', reason: 'stop' };
  },
};

export interface ScriptedAnswerer extends TurnAnswerer {
  /** Runs a script for this question; other questions are echoed. Each attempt of a turn runs it again. */
  on(question: string, script: AnswerScript): void;
}

export function createScriptedAnswerer(model: AssistantModel = silentModel): ScriptedAnswerer {
  const scripts = new Map<string, AnswerScript>();
  return {
    model,
    on: (question, script) => void scripts.set(question, script),
    answerQuestion: (input, dependencies, signal) =>
      (scripts.get(input.question) ?? echo)(input, dependencies, signal),
  };
}
