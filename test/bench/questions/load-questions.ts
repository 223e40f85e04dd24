import { readdirSync, readFileSync } from 'node:fs';
import type { Question } from './question.ts';

const folder = new URL('../assistant/questions/', import.meta.url);

/** Returns the files of questions, by name. */
export function questionFiles(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}

/** Returns the questions of all files of `test/bench/assistant/questions/`. */
export function loadQuestions(): readonly Question[] {
  return questionFiles().flatMap(({ text }) => JSON.parse(text) as readonly Question[]);
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
