import { readdirSync, readFileSync } from 'node:fs';
import { questionSets } from './question.ts';
import type { Question, QuestionSet } from './question.ts';

const folder = new URL('../assistant/questions/', import.meta.url);

interface QuestionFile {
  readonly set: QuestionSet;
  readonly name: string;
  readonly text: string;
}

/** Returns the files of questions, by set and name. */
export function questionFiles(): readonly QuestionFile[] {
  return questionSets.flatMap((set) =>
    readdirSync(new URL(`${set}/`, folder))
      .toSorted()
      .map((name) => ({ set, name, text: readFileSync(new URL(`${set}/${name}`, folder), 'utf8') })),
  );
}

/** Returns the questions of all files of `test/bench/assistant/questions/`. */
export function loadQuestions(): readonly Question[] {
  return questionFiles().flatMap(({ set, text }) =>
    (JSON.parse(text) as readonly Omit<Question, 'set'>[]).map((question) => ({ ...question, set })),
  );
}

/** Returns the conversations: a question that follows no other, and its follow-ups. */
export function conversationsOf(questions: readonly Question[]): readonly (readonly Question[])[] {
  const next = new Map(questions.map((question) => [question.after, question]));
  return questions
    .filter(({ after }) => after === undefined)
    .map((first) => {
      const conversation = [first];
      for (let one = next.get(first.id); one !== undefined; one = next.get(one.id)) conversation.push(one);
      return conversation;
    });
}
