import { viewsOf } from './extract-filters.ts';
import type { View } from './extract-filters.ts';
import type { Form } from './form.ts';
import { matchPattern } from './pattern.ts';
import { acceptsFilters } from './question.ts';
import type { Question } from './question.ts';
import { readItems } from './read-items.ts';
import type { Item } from './item.ts';
import { splitQuestions } from './split-questions.ts';
import { tokenize } from './tokenize.ts';

/** Questions that one turn answers. */
export const maximumQuestions = 3;
/** A question with more phrases is not understood, which bounds the time of matching. */
const maximumItems = 40;

export interface ParsedQuestion {
  readonly form: Form;
  readonly question: Question;
}

export interface ParsedText {
  /** In the order of the text; `undefined` for a question that no form matches. */
  readonly questions: readonly (ParsedQuestion | undefined)[];
  /** Whether the text has more questions than are answered. */
  readonly hasMore: boolean;
}

/**
 * Parses the questions of a text. `it` refers to the name of the question before.
 * @param previous earlier questions of the conversation, whose last name `it` refers to
 */
export function parseText(
  text: string,
  forms: readonly Form[],
  now: Date,
  previous: string | undefined,
): ParsedText {
  const parts = splitQuestions(tokenize(text));
  let referent = previous === undefined ? [] : referentOf(readItems(tokenize(previous), now));
  const questions: (ParsedQuestion | undefined)[] = [];
  for (const tokens of parts) {
    if (questions.length > maximumQuestions) break;
    const items = resolvePronouns(readItems(tokens, now), referent);
    const named = referentOf(items);
    if (named.length > 0) referent = named;
    if (imperatives.has(tokens[0]?.word ?? '')) {
      questions.push(undefined);
      continue;
    }
    const whole = parseItems(items, forms, now);
    const parsed = whole ?? distribute(items).map((one) => parseItems(one, forms, now));
    questions.push(
      ...(Array.isArray(parsed) ? (parsed.includes(undefined) ? [undefined] : parsed) : [parsed]),
    );
  }
  return { questions: questions.slice(0, maximumQuestions), hasMore: questions.length > maximumQuestions };
}

function parseItems(items: readonly Item[], forms: readonly Form[], now: Date): ParsedQuestion | undefined {
  if (items.length > maximumItems) return undefined;
  for (const view of viewsOf(items)) {
    const found = matchView(view, forms, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

function matchView({ items, filters }: View, forms: readonly Form[], now: Date): ParsedQuestion | undefined {
  for (const form of forms)
    for (const pattern of form.patterns) {
      const captures = matchPattern(pattern, items);
      if (captures === undefined || !acceptsFilters(form.accepts, filters, captures)) continue;
      const question: Question = { ...captures, filters, now };
      if (form.when === undefined || form.when(question)) return { form, question };
    }
  return undefined;
}

/** The model answers questions; it does not change anything. */
const imperatives = new Set(
  'delete remove destroy terminate create add update modify change stop start restart apply tag untag'.split(
    ' ',
  ),
);

/** Splits `queues and topics in X` into one question for each thing. */
function distribute(items: readonly Item[]): readonly (readonly Item[])[] {
  const isThing = (item: Item | undefined) => item?.kind === 'type' || (item?.kind === 'word' && item.plural);
  const isJoint = (item: Item | undefined) =>
    item?.kind === 'word' && (item.word === 'and' || item.word === ',');
  const first = items.findIndex((item, index) => isThing(item) && isJoint(items[index + 1]));
  if (first === -1) return [items];
  const things: Item[] = [];
  let index = first;
  for (;;) {
    const thing = items[index];
    if (thing === undefined || !isThing(thing)) break;
    things.push(thing);
    index += 1;
    while (isJoint(items[index])) index += 1;
  }
  const [before, after] = [items.slice(0, first), items.slice(index)];
  return things.slice(0, maximumQuestions + 1).map((thing) => [...before, thing, ...after]);
}

const pronouns = new Set(['it']);

function resolvePronouns(items: readonly Item[], referent: readonly Item[]): readonly Item[] {
  if (referent.length === 0) return items;
  return items.flatMap((item, index) => {
    if (item.kind !== 'word') return [item];
    if (pronouns.has(item.word)) return referent;
    return isThisPlan(item, items[index + 1]) ? planOf(item, referent) : [item];
  });
}

/** `this plan`, whose demonstrative is noise; `plan of X` names its project. */
function isThisPlan(item: Item & { readonly kind: 'word' }, next: Item | undefined): boolean {
  const isNamed = next?.kind === 'word' && ['of', 'for', 'in', 'on', 'by'].includes(next.word);
  return item.word === 'plan' && !item.plural && !isNamed;
}

function planOf(plan: Item, referent: readonly Item[]): readonly Item[] {
  const [name] = referent;
  if (name?.kind !== 'scope') return [plan];
  return name.field === 'plan' ? [name] : [plan, { kind: 'word', word: 'of', plural: false }, name];
}

/** The last name of a question, with the regions and accounts that narrow it; else the last plan or project. */
function referentOf(items: readonly Item[]): readonly Item[] {
  const name = items.findLast(({ kind }) => kind === 'name');
  if (name === undefined) {
    const code = items.findLast(
      (item) => item.kind === 'scope' && (item.field === 'plan' || item.field === 'project'),
    );
    return code === undefined ? [] : [code];
  }
  const places = items.filter(
    (item) => item.kind === 'scope' && (item.field === 'region' || item.field === 'account'),
  );
  return [
    name,
    ...places.flatMap((place): readonly Item[] => [{ kind: 'word', word: 'in', plural: false }, place]),
  ];
}
