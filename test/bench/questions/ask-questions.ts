import type { BenchApi } from './bench-api.ts';
import type { InventoryReader } from './inventory-reader.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Judgement } from './judge-answer.ts';
import type { Question } from './question.ts';
import { resolveQuestions } from './resolve-questions.ts';

export interface JudgedQuestion extends Judgement {
  readonly question: Question;
  readonly answer: string;
  /** From the request to the end of the stream. */
  readonly milliseconds: number;
}

/**
 * Asks conversations, `atOnce` at a time, and judges the answers. Questions whose right answer cannot be read are asked, because
 * others follow them, and left out of the result.
 */
export async function askQuestions(
  api: BenchApi,
  conversations: readonly (readonly Question[])[],
  reader: InventoryReader,
  atOnce: number,
): Promise<readonly JudgedQuestion[]> {
  const judged: JudgedQuestion[] = [];
  const waiting = conversations.values();
  const askWaiting = async () => {
    for (const conversation of waiting) {
      const id = await api.startConversation();
      for (const question of conversation) {
        const started = performance.now();
        const answer = await api.ask(id, question.text);
        const milliseconds = performance.now() - started;
        const facts = (await resolveQuestions([question], reader)).facts.get(question.id);
        if (facts === undefined) continue;
        const judgement = judgeAnswer(question, facts, answer);
        judged.push({ ...judgement, question, answer: answer.text, milliseconds });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askWaiting));
  return judged;
}
