import {
  ageAnswer,
  compareAnswer,
  differenceAnswer,
  groupAnswer,
  lackingAnswer,
  leaderAnswer,
} from '../answers/resource-answers.ts';
import { askedStates } from '../resource-query.ts';
import type { ResourceQuery } from '../resource-query.ts';
import { queryOf } from '../view.ts';
import type { View } from '../view.ts';
import { dimensionNouns, dimensionOf, setCues, setSlots } from './about-set.ts';
import { askedEntity } from './entity-query.ts';
import { cueSet } from './intent.ts';
import type { Intent } from './intent.ts';

const groupSlots = cueSet<string>('types regions states tags conditions names namings excluded group limit');

/** Intents that compare, rank or group resources. */
export const groupIntents: readonly Intent[] = [
  {
    name: 'records without such resources',
    nouns: dimensionNouns,
    uses: cueSet(`${setCues} own`),
    negates: cueSet('own manage belong use'),
    serves: setSlots,
    score: (view) => (view.slots.isLacking ? 12 : undefined),
    plan: (view) => lackingAnswer(queryOf(view), dimensionOf(view) ?? 'account'),
  },
  {
    name: 'compare numbers',
    nouns: cueSet('resource account environment region team application project'),
    uses: cueSet(`compare more most fewest ${setCues} own who where`),
    serves: setSlots,
    score(view) {
      if (sides(view) < 2 || view.slots.group !== undefined || isOneSided(view)) return undefined;
      const hasVersus = view.has('compare');
      if (view.slots.names.length > 1 && view.slots.names.every(({ negated }) => negated)) return undefined;
      if (view.has('more', 'most', 'fewest')) return 7;
      if (hasVersus && (view.isSet || view.has('howmany'))) return 7;
      return view.slots.hasAlternatives && view.has('which') && view.isSet && view.has('fewest')
        ? 7
        : undefined;
    },
    plan: (view) => compareAnswer(sidesOf(view), view.has('fewest') ? 'fewest' : 'most'),
  },
  {
    name: 'difference',
    nouns: cueSet('resource type account environment region team application project'),
    uses: cueSet(`compare lack missing ${setCues} more`),
    negates: cueSet('missing'),
    serves: setSlots,
    score(view) {
      if (sides(view) < 2) return undefined;
      if (isOneSided(view) && view.has('exist', 'lack', 'missing', 'what', 'which', 'list')) return 7;
      return view.has('compare') && !view.isSet ? 6.5 : undefined;
    },
    *plan(view) {
      const found = sidesOf(view);
      const [first, second] = found;
      if (first === undefined || second === undefined) return yield* compareAnswer(found, 'most');
      // `what does A have that B lacks` is about A, wherever the sentence names it.
      return yield* differenceAnswer([first, second], isOneSided(view));
    },
  },
  {
    name: 'largest group',
    nouns: dimensionNouns,
    uses: cueSet(`most fewest common more ${setCues} own who where`),
    serves: groupSlots,
    score(view) {
      if (!view.has('most', 'fewest', 'common')) return undefined;
      const by =
        dimensionOf(view) ??
        (view.has('common') ? 'type' : view.has('where') ? 'region' : view.has('who') ? 'team' : undefined);
      return by === undefined || by === 'tag' ? undefined : 6;
    },
    plan(view) {
      const by = dimensionOf(view) ?? (view.has('common') ? 'type' : view.has('where') ? 'region' : 'team');
      const own = queryOf(view);
      return leaderAnswer(
        own,
        by,
        view.has('fewest') ? 'fewest' : 'most',
        view.slots.limit ??
          (view.slots.nouns.some(({ plural, noun }) => plural && noun === by) ? 5 : undefined),
      );
    },
  },
  {
    name: 'age',
    nouns: cueSet('resource'),
    uses: cueSet(`oldest first last create ${setCues} most recently seen when`),
    serves: new Set([...setSlots, 'limit']),
    score(view) {
      const isNewest =
        view.has('last') &&
        view.isSet &&
        !view.has('change', 'delete', 'update', 'scan') &&
        view.slots.window === undefined;
      return view.has('oldest') && (view.isSet || askedEntity(view) === undefined)
        ? 7
        : isNewest
          ? 5.5
          : undefined;
    },
    plan: (view) =>
      ageAnswer(
        queryOf(view),
        view.has('oldest') ? 'oldest' : 'newest',
        view.slots.limit ?? (isPlural(view) ? 5 : 1),
      ),
  },
  {
    name: 'group',
    nouns: dimensionNouns,
    uses: cueSet(`${setCues} compare own`),
    serves: groupSlots,
    score(view) {
      const { group } = view.slots;
      if (isStateComparison(view)) return 7;
      if (group === undefined || (group.by === 'tag' && group.key === undefined)) return undefined;
      const entity = askedEntity(view);
      return entity !== undefined && !view.isSet && entity !== group.by ? undefined : 6;
    },
    plan(view) {
      const query = queryOf(view);
      const by = isStateComparison(view) ? 'state' : (view.slots.group?.by ?? 'type');
      // `how is it managed, by management state` has no filter.
      return groupAnswer(by === 'state' ? { ...query, states: [] } : query, by, view.slots.group?.key);
    },
  },
];

/** Names, regions and accounts that can be the sides of a comparison. */
function sidesOf(view: View): readonly ResourceQuery[] {
  const base = queryOf(view);
  const regions = [...base.regions, ...base.excluded.regions];
  const scopes = [...base.scopes, ...base.excluded.scopes];
  const excluded = {
    types: base.excluded.types,
    scopes: [],
    regions: [],
    states: base.excluded.states,
    texts: base.excluded.texts,
  };
  const plain = { ...base, regions: [], scopes: [], excluded };
  if (regions.length >= 2) return regions.map((region) => ({ ...plain, scopes, regions: [region] }));
  if (scopes.length >= 2) return scopes.map((scope) => ({ ...plain, regions, scopes: [scope] }));
  if (scopes.length === 1 && regions.length === 1)
    return [
      { ...plain, scopes },
      { ...plain, regions },
    ];
  return [];
}

function sides(view: View): number {
  const places = new Set(
    view.resolutions
      .filter(({ found }) => found.some(({ kind }) => kind !== 'resource'))
      .map(({ name }) => name.text.toLowerCase()),
  ).size;
  return Math.max(places, view.slots.regions.length, places + view.slots.regions.length === 2 ? 2 : 0);
}

/** Whether one side is named as the one that the other lacks: `in A but not in B`. */
function isOneSided(view: View): boolean {
  // `neither in A nor in B` names no side that remains.
  const sided = view.slots.names.filter(({ role }) => role !== 'plain');
  if (sided.length > 1 && sided.every(({ negated }) => negated)) return false;
  return (
    view.has('lack') ||
    view.slots.names.some(({ negated }) => negated) ||
    view.slots.regions.some(({ negated }) => negated) ||
    view.has('missing')
  );
}

/** `managed vs unmanaged queues` */
function isStateComparison({ slots }: View): boolean {
  return (
    slots.cues.has('compare') &&
    slots.states.length > 1 &&
    slots.states.every(({ value }) => askedStates.includes(value))
  );
}

function isPlural({ slots }: View): boolean {
  return (
    slots.typesPlural ||
    slots.nouns.some(({ plural, noun }) => plural && noun !== 'resource') ||
    slots.nouns.some(({ plural, noun }) => plural && noun === 'resource' && slots.cues.has('oldest'))
  );
}
