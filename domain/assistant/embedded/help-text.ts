import type { Family, Form } from './form.ts';
import { families } from './form.ts';
import { embeddedModelName } from './model-name.ts';

const shownInRefusal: readonly Family[] = ['count', 'ownership', 'changes'];

/** Returns an example of each family. */
export function helpText(forms: readonly Form[]): string {
  const examples = families.flatMap((family) => exampleOf(forms, family));
  return [
    `This is ${embeddedModelName}, the embedded model. It answers questions in English such as:`,
    ...examples.map((example) => `- ${example}`),
    'Join up to three questions with "and". Names with spaces or common words need quotes. Times are UTC.',
  ].join('\n');
}

/** Says that a question was not understood, with three examples. */
export function refusalText(forms: readonly Form[]): string {
  const examples = shownInRefusal.flatMap((family) => exampleOf(forms, family));
  return [
    `The question was not understood. This is ${embeddedModelName}, the embedded model, which understands forms such as:`,
    ...examples.map((example) => `- ${example}`),
    'Ask "help" for more.',
  ].join('\n');
}

export function modelText(): string {
  return `This is ${embeddedModelName}, the embedded model: a grammar for questions about the inventory. Ask "help" for examples.`;
}

function exampleOf(forms: readonly Form[], family: Family): readonly string[] {
  const found = forms.find((one) => one.family === family);
  return found === undefined ? [] : [found.examples[0]];
}
