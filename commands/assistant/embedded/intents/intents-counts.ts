import { countAnswer, countAtAnswer, valuesAnswer } from '../answers/resource-answers.ts';
import { asTeam, queryOf } from '../view.ts';
import { dimensionNouns, dimensionOf, hasFilter, setCues, setSlots } from './about-set.ts';
import { askedEntity } from './entity-query.ts';
import { cueSet } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents that count resources, or list the values that they have. */
export const countIntents: readonly Intent[] = [
  {
    name: 'values in use',
    nouns: dimensionNouns,
    uses: cueSet(`${setCues} own common where who`),
    serves: setSlots,
    score(view) {
      if (view.slots.group !== undefined || view.has('most', 'fewest', 'own')) return undefined;
      const by = dimensionOf(view);
      if (by === 'type' || by === 'region')
        return view.slots.nouns.some(
          ({ noun, plural }) => noun === by && (plural || view.has('which', 'what', 'howmany')),
        )
          ? 4.5
          : undefined;
      if (
        by !== undefined &&
        by !== 'tag' &&
        view.slots.types.length > 0 &&
        view.has('which', 'what', 'where', 'howmany')
      )
        return 4.5;
      return view.has('where') && view.slots.types.length > 0 && view.slots.typesPlural ? 4 : undefined;
    },
    plan: (view) => valuesAnswer(queryOf(view), dimensionOf(view) ?? 'region'),
  },
  {
    name: 'count',
    nouns: cueSet('resource'),
    uses: cueSet(`${setCues} own delete`),
    serves: setSlots,
    score(view) {
      if (!view.has('howmany')) return undefined;
      if (view.has('delete') && !view.isSet) return undefined;
      if (
        view.isSet ||
        (view.has('own') && view.records(['team']).length > 0 && view.slots.nouns.length === 0)
      )
        return 5;
      return askedEntity(view) === undefined &&
        view.slots.nouns.length === 0 &&
        hasFilter(view) &&
        view.slots.names.every(({ role }) => role !== 'plain')
        ? 3
        : undefined;
    },
    plan(view) {
      // `how much does Payments own`
      const query = queryOf(view.has('own') ? asTeam(view) : view);
      return countAnswer(view.has('delete') ? { ...query, states: [...query.states, 'deleted'] } : query);
    },
  },
  {
    name: 'count at a time',
    nouns: cueSet('resource'),
    uses: cueSet(setCues),
    serves: new Set([...setSlots, 'window']),
    score: (view) =>
      view.has('howmany') &&
      view.isSet &&
      view.slots.window !== undefined &&
      view.slots.spans.some(
        ({ text }) =>
          /^(?:did|were|was|had|do we have|there were|did we have)$/i.test(
            text.split(' ').slice(-2).join(' '),
          ) || /\b(?:did|were|was|had)\b/i.test(text),
      )
        ? 4.8
        : undefined,
    plan: (view) => countAtAnswer(queryOf(view), view.slots.window?.until ?? view.now, view.now),
  },
  {
    name: 'count of records in use',
    nouns: dimensionNouns,
    uses: cueSet(`${setCues} own`),
    serves: setSlots,
    score(view) {
      const entity = askedEntity(view);
      if (entity === undefined || view.isSet || !view.has('howmany', 'which', 'what', 'list'))
        return undefined;
      const by = dimensionOf(view);
      const scoped =
        view.resolutions.some(({ found }) =>
          found.some(({ kind }) => ['environment', 'account'].includes(kind)),
        ) || view.slots.regions.length > 0;
      return (by === 'application' || by === 'team' || by === 'account') && scoped ? 5.5 : undefined;
    },
    plan: (view) => valuesAnswer(queryOf(view), dimensionOf(view) ?? 'application'),
  },
];
