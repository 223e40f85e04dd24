import type { PastTurn } from './cut-history.ts';
import type { ModelMessage } from './model.ts';

/** Returns the messages of the history and of the question. Providers reject messages without text. */
export function messagesOf(
  history: readonly Pick<PastTurn, 'question' | 'answer'>[],
  question: string,
): readonly ModelMessage[] {
  return [
    ...history.flatMap(({ question: asked, answer }): readonly ModelMessage[] => [
      { role: 'user', text: asked },
      { role: 'assistant', text: answer.trim() === '' ? '(no answer)' : answer, toolCalls: [] },
    ]),
    { role: 'user', text: question },
  ];
}
