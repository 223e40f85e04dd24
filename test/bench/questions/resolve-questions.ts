import type { Fact } from './fact.ts';
import type { InventoryReader } from './inventory-reader.ts';
import type { Question } from './question.ts';
import { resolveExpectation } from './resolve-expectation.ts';

export interface ResolvedQuestions {
  /** The right answers by the id of the question. */
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  /** Expectations that the organization does not fulfill. */
  readonly problems: readonly string[];
}

/** Reads the right answers of questions. A question with a problem has no facts. */
export async function resolveQuestions(
  questions: readonly Question[],
  reader: InventoryReader,
): Promise<ResolvedQuestions> {
  const facts = new Map<string, readonly Fact[]>();
  const problems: string[] = [];
  for (const question of questions) {
    try {
      facts.set(question.id, await factsOf(question, reader));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(`${question.id} "${question.text}": ${reason}`);
    }
  }
  return { facts, problems };
}

/** Reads the right answer of a question. @throws Error when the organization has none */
export async function factsOf({ expect }: Question, reader: InventoryReader): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const one of expect) facts.push(...(await resolveExpectation(one, reader)));
  return facts;
}
