import { units } from '../../../../domain/assistant/embedded/units.ts';
import { callAll, read, requireOk } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import {
  joinTexts,
  listedRows,
  listRows,
  plain,
  scalarText,
} from '../../../../domain/assistant/embedded/write-text.ts';
import { refusalAnswer } from '../answers/fixed-answers.ts';
import { matchPaths, propertyAnswer } from '../answers/record-answers.ts';
import { prepareQuery } from '../resource-query.ts';
import { queryOf } from '../view.ts';
import type { View } from '../view.ts';

const larger = new Set(['over', 'above', 'exceeding', 'beyond', 'least']);
const smaller = new Set(['below', 'under', 'less', 'fewer', 'most']);

/**
 * The resources of a type by a property whose name the question states in its own words, looked up among the properties that the
 * organization's resources have. Refuses when a word of the question is neither of the property nor its value.
 */
export function* learnedPropertyAnswer(view: View): ToolPlan {
  const stated = statedWords(view);
  // `database` names several types: the first one whose resources have the property.
  let type: string | undefined;
  let found: ReturnType<typeof findPath>;
  for (const one of view.slots.types.slice(0, comparedTypes)) {
    const known = yield* read('list_properties', { resource_type: one });
    const paths = known.groups.flatMap(({ key }) => (key === null ? [] : [[key, null] as const]));
    found = findPath(paths, stated.words);
    type = one;
    if (found !== undefined) break;
  }
  if (found === undefined || type === undefined) return refusalAnswer(view.leftovers);
  const value = stated.number ?? found.value;
  const text = `${found.path}${value === undefined ? (stated.isNegated ? ':missing' : ':exists') : `${stated.operator}${value}`}`;
  const prepared = yield* prepareQuery({ ...queryOf(view), types: [type] });
  const args = { ...prepared.arguments, property: text };
  if (view.has('howmany')) {
    const { total } = yield* read('count_resources', args);
    return `There are ${total ?? 'no count of'} ${prepared.noun(total)}${prepared.phrase} with the property ${plain(text)}.`;
  }
  const reply = yield* read('search_resources', { ...args, limit: listedRows, sort: 'name' });
  const lead = `${reply.total ?? 'Some'} ${prepared.noun(reply.total)}${prepared.phrase} with the property ${plain(text)}`;
  if (reply.rows.length === 0) return `${lead}.`;
  const values: string[] = [];
  if (value === undefined && reply.total !== null && reply.total <= shownValues)
    for (const row of reply.rows) values.push((yield* propertyAnswer(row, stated.words.join(' '))) ?? '');
  return [`${lead}:`, listRows(reply), ...values.filter((text) => text !== '')].join('\n');
}

/** Resources whose values are shown, one by one. */
const shownValues = 3;

/** Types whose properties are compared with the words of a question. */
const comparedTypes = 4;

/** Values whose resources are counted. The tool has at most five of a property. */
const countedValues = 5;

/** The values that a property has in the resources of a type, with the number of resources of each. */
export function* propertyValuesAnswer(view: View): ToolPlan {
  const [type] = view.slots.types;
  if (type === undefined) return refusalAnswer(view.leftovers);
  const known = yield* read('list_properties', { resource_type: type });
  const paths = known.groups.flatMap(({ key }) => (key === null ? [] : [[key, null] as const]));
  const prepared = yield* prepareQuery({ ...queryOf(view), types: [type] });
  const answers: string[] = [];
  for (const { text } of view.slots.properties) {
    const path = findPath(paths, text.toLowerCase().split(' '))?.path;
    const group = known.groups.find(({ key }) => key === path);
    if (path === undefined || group?.examples === undefined) return refusalAnswer([text]);
    const values = group.examples
      .map(scalarText)
      .filter((value) => value !== '')
      .slice(0, countedValues);
    const replies = yield* callAll(
      values.map((value) => ({
        tool: 'count_resources',
        arguments: { ...prepared.arguments, property: `${path}=${escapedValue(value)}` },
      })),
    );
    const counts = replies.map(
      (reply, index) => `- ${values[index] ?? ''}: ${requireOk(reply).total ?? 'not counted'}`,
    );
    const isWhole = group.examples.length < countedValues;
    answers.push(
      [
        `${plain(path)} of ${prepared.noun(null)}${prepared.phrase}${isWhole ? '' : ', its most frequent values'}:`,
        ...counts,
      ].join('\n'),
    );
  }
  return answers.join('\n');
}

/** A bar separates alternatives in the filter of properties. */
function escapedValue(value: string): string {
  return value.replaceAll('|', '\\|');
}

interface Stated {
  readonly words: readonly string[];
  readonly number?: string;
  readonly operator: string;
  readonly isNegated: boolean;
}

function statedWords({ slots, leftovers }: View): Stated {
  const texts = slots.spans.map(({ text }) => text.toLowerCase());
  // `below 14 days (1209600 seconds)`: the last one is in the unit of the property.
  const number = slots.spans.findLast(({ kind }) => kind === 'number')?.text;
  const isEqual = texts.some((text) =>
    /^(?:at least|at most|or above|or more|or below|or less|or higher|or lower)$/.test(text),
  );
  const isMore =
    slots.cues.has('more') &&
    texts.some((text) =>
      /^(?:more|greater|larger|bigger|longer|higher|older|newer|above|over|exceeds?|exceeding|at least|or above|or more|or higher)$/.test(
        text,
      ),
    );
  const operator =
    isMore || texts.some((text) => larger.has(text))
      ? '>'
      : slots.cues.has('more') || texts.some((text) => smaller.has(text))
        ? '<'
        : '=';
  const bound = isEqual && operator !== '=' ? `${operator}=` : operator;
  const words = slots.spans
    .filter(({ kind, text }) => kind === 'property' || (kind === 'word' && leftovers.includes(text)))
    .flatMap(({ text }) => text.toLowerCase().split(' '))
    .filter((word) => !units.has(word) && !larger.has(word) && !smaller.has(word));
  // `smaller than 10 GiB` states no property.
  const isSize = texts.some((text) => /^(?:gi?b|gigs?|gigabytes?)$/.test(text));
  return {
    words: words.length === 0 && isSize ? ['size'] : words,
    operator:
      number !== undefined &&
      bound === '=' &&
      (slots.hasOpenNegation || slots.spans.some(({ kind }) => kind === 'not'))
        ? '!='
        : bound,
    isNegated: slots.hasOpenNegation || slots.names.some(({ negated }) => negated),
    ...(number === undefined ? {} : { number }),
  };
}

/** The property that all words name, or all but the last one, which then is its value. */
function findPath(
  paths: readonly (readonly [string, null])[],
  words: readonly string[],
): { readonly path: string; readonly value?: string } | undefined {
  if (words.length === 0) return undefined;
  const [whole] = matchPaths(paths, joinTexts([words.join(' ')]));
  if (whole !== undefined) return { path: whole[0] };
  const value = words.at(-1);
  const [part] = words.length < 2 ? [] : matchPaths(paths, words.slice(0, -1).join(' '));
  return part === undefined || value === undefined ? undefined : { path: part[0], value };
}
