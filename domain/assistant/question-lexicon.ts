import { RESOURCE_TYPES } from '../discovery/declaration/resource-types.ts';
import * as values from '../values.ts';

/** Words that form questions. A record with such a name is replaced in quotes only: the model could not read the question. */
const questionWords = new Set(
  (
    'a all an and any anything are as at be been before between by can code count did do does drifted each everything find for from give has have how ' +
    'i in is it last latest least less list many me missing more most my new newest no not now of old oldest on only open or other our ' +
    'over per please same show since that the their them then there these they this those to today total under until use used uses was we were what ' +
    'when where which who whose why will with without yesterday you added changed change changes created deleted removed updated modified failed ' +
    'own owned owns owner owners depend depends break breaks exposed managed unmanaged running stopped'
  ).split(' '),
);

/** Nouns of the product, besides the words of resource types and the values of filters. */
const nouns =
  'account application app team environment project repository repo resource plan execution run scan tag state region service owner member user pull request ' +
  'coverage drift exposure dependency relationship issue query bucket database db instance queue topic function lambda table volume snapshot role policy ' +
  'group key cluster node network address record zone certificate secret alarm log stream production prod staging development dev test sandbox shared ' +
  'day week month year hour minute time name type kind status number list error reason';

let lexicon: ReadonlySet<string> | undefined;

/** Whether a word forms questions, such as `which` and `changed`. */
export function isQuestionWord(word: string): boolean {
  return questionWords.has(word.toLowerCase());
}

/** Whether a question can have the word without meaning a record: also the words of resource types, kinds and states. */
export function isLexiconWord(word: string): boolean {
  lexicon ??= createLexicon();
  const lower = word.toLowerCase();
  return questionWords.has(lower) || lexicon.has(lower) || lexicon.has(singularOf(lower));
}

function createLexicon(): ReadonlySet<string> {
  const types = RESOURCE_TYPES.flatMap(({ resourceType }) =>
    resourceType.split('::').flatMap((part) => [part, ...part.split(/(?<=[a-z\d])(?=[A-Z])/)]),
  );
  const states = Object.values(values)
    .filter((list) => Array.isArray(list))
    .flatMap((list) => (list as readonly unknown[]).filter((value) => typeof value === 'string'))
    .flatMap((value) => value.split('_'));
  return new Set([...nouns.split(' '), ...types, ...states].map((word) => word.toLowerCase()));
}

function singularOf(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
