import { existsAnswer, groupAnswer, listAnswer } from '../answers/resource-answers.ts';
import { queryOf } from '../view.ts';
import type { View } from '../view.ts';
import { hasFilter, setCues, setSlots } from './about-set.ts';
import { askedEntity } from './entity-query.ts';
import { cueSet } from './intent.ts';
import type { Intent } from './intent.ts';
import { learnedPropertyAnswer, propertyValuesAnswer } from './learned-property.ts';

/** Intents that list resources, also by a property or of a record. */
export const setIntents: readonly Intent[] = [
  {
    name: 'resources by a property',
    nouns: cueSet('resource'),
    uses: cueSet(`${setCues} more fewest most need address permissions where`),
    serves: new Set([...setSlots, 'limit', 'properties', 'negation']),
    takesWords: true,
    score: (view) =>
      view.slots.types.length > 0 &&
      !isAboutResource(view) &&
      (view.slots.types.length === 1 || view.slots.properties.length > 0) &&
      (view.leftovers.length + view.slots.properties.length > 0 ||
        (view.has('more') && view.slots.limit !== undefined)) &&
      view.slots.group === undefined &&
      view.missing.every(({ name }) => !name.certain)
        ? 5.2
        : undefined,
    plan: (view) => learnedPropertyAnswer(view),
  },
  {
    name: 'values of a property',
    uses: cueSet(`${setCues} own common`),
    serves: new Set([...setSlots, 'properties']),
    nouns: cueSet('resource'),
    score: (view) =>
      view.slots.types.length === 1 &&
      !isAboutResource(view) &&
      view.slots.properties.length > 0 &&
      view.leftovers.length === 0 &&
      view.slots.properties.every(({ start }) => !isFilter(view, start))
        ? 5.6
        : undefined,
    plan: (view) => propertyValuesAnswer(view),
  },
  {
    name: 'contents of a record',
    uses: cueSet(`${setCues} own`),
    serves: setSlots,
    nouns: cueSet('resource'),
    score: (view) =>
      view.has('belong') &&
      view.has('what', 'list', 'which') &&
      !view.has('howmany', 'own') &&
      view.records(['account', 'application', 'environment', 'project']).length > 0 &&
      view.records(['resource']).length === 0
        ? 6
        : undefined,
    *plan(view) {
      const query = queryOf(view);
      return `${yield* listAnswer(query, view.slots.skipped ?? 0)}\n${yield* groupAnswer(query, 'type', undefined)}`;
    },
  },
  {
    name: 'exists',
    nouns: cueSet('resource'),
    uses: cueSet(setCues),
    serves: setSlots,
    score: (view) =>
      view.has('exist') && view.isSet && view.slots.types.length > 0 && !view.has('howmany', 'list', 'which')
        ? 4.5
        : undefined,
    plan: (view) => existsAnswer(queryOf(view)),
  },
  {
    name: 'list',
    nouns: cueSet('resource'),
    uses: cueSet(`${setCues} where first who`),
    serves: new Set([...setSlots, 'limit']),
    score(view) {
      if (view.has('who') && !view.slots.types.every((type) => type === 'AWS::IAM::User')) return undefined;
      if (view.has('howmany') || view.slots.group !== undefined) return undefined;
      if (view.isSet)
        return view.slots.types.length > 0 || view.has('list', 'which', 'what', 'exist') || hasFilter(view)
          ? 4
          : 2;
      if (askedEntity(view) !== undefined) return undefined;
      const isSetOfPlace =
        view.resolutions.length > 0 &&
        view.resolutions.every(
          ({ name, found }) =>
            (name.role === 'place' || name.role === 'before' || name.negated) &&
            found.some(({ kind }) => kind !== 'resource'),
        );
      const isFiltered =
        view.slots.states.length +
          view.slots.tags.length +
          view.slots.regions.length +
          view.slots.conditions.length +
          view.slots.namings.length >
        0;
      return (view.resolutions.length === 0 || isSetOfPlace) && (isFiltered || isSetOfPlace) ? 3 : undefined;
    },
    *plan(view) {
      const query = queryOf(view);
      // `are all volumes encrypted?` asks for the others.
      if (query.conditions.length === 1 && isAboutAll(view)) {
        const others = yield* listAnswer({
          ...query,
          conditions: query.conditions.map((one) => ({ ...one, negated: !one.negated })),
        });
        return others.startsWith('0 ') ? `No exception is known: ${others}` : `Not all: ${others}`;
      }
      return yield* listAnswer(query, view.slots.skipped ?? 0);
    },
  },
];

/** `are all …`, `is every …`, `do all …` */
function isAboutAll({ slots }: View): boolean {
  const text = slots.spans
    .slice(0, 3)
    .map((span) => span.text.toLowerCase())
    .join(' ');
  return /^(?:are|is|do|does|have|has) (?:all|every|each)\b/.test(text);
}

/** Whether a name stands for a resource only, and is no place. */
function isAboutResource(view: View): boolean {
  return view
    .records(['resource'])
    .some(({ name, found }) => name.role !== 'place' && found.every(({ kind }) => kind === 'resource'));
}

/** `with a timeout`, `that have a timeout`: a condition, and no question for the values. */
function isFilter({ slots }: View, start: number): boolean {
  const before = slots.spans.filter((span) => span.end <= start && span.kind !== 'filler').at(-1);
  const text = before?.text.toLowerCase() ?? '';
  return before?.kind === 'not' || ['with', 'having', 'without'].includes(text);
}
