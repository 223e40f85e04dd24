import type { Grouping } from '../../../domain/assistant/embedded/grouping.ts';
import { iacSystems } from '../../../domain/values.ts';
import { PlanEnded } from '../../../domain/assistant/embedded/plan.ts';
import {
  entityCount,
  entityGroupings,
  entityGroups,
  entityList,
  entityTools,
  unitAccounts,
  lackedFilter,
} from './answers/entity-answers.ts';
import type { EntityQuery } from './answers/entity-answers.ts';
import { cueSet } from './intent.ts';
import { learnedPropertyAnswer, propertyValuesAnswer } from './learned-property.ts';
import type { Intent } from './intent.ts';
import {
  ageAnswer,
  compareAnswer,
  countAnswer,
  countAtAnswer,
  differenceAnswer,
  existsAnswer,
  groupAnswer,
  lackingAnswer,
  leaderAnswer,
  listAnswer,
  valuesAnswer,
} from './answers/resource-answers.ts';
import { askedStates, describeTypes } from './resource-query.ts';
import type { ResourceQuery } from './resource-query.ts';
import { asTeam, queryOf } from './view.ts';
import type { View } from './view.ts';

const generic = 'what which list about how howmany exist data manage belong use finish';
const setSlots = cueSet<string>('types regions states tags conditions names namings');
const groupSlots = cueSet<string>('types regions states tags conditions names namings group limit');

/** The nouns of a set of resources: the resources, and the dimension by which the answer tells them apart. */
function dimensionNouns(view: View): ReadonlySet<string> {
  const by = dimensionOf(view);
  return new Set(['resource', ...(by === undefined ? [] : [by]), ...(by === 'team' ? ['owner'] : [])]);
}

/** The noun of the records that a question counts or lists, and the ones that their states belong to. */
function entityNounsOf(view: View): ReadonlySet<string> {
  const entity = entityOf(view);
  // `projects in our repositories`
  return new Set([
    ...(entity === undefined ? [] : [entity]),
    ...(entity === 'project' ? ['repository'] : []),
    'status',
    'state',
  ]);
}

/** The dimension that a question names: `which account has the most queues`. */
function dimensionOf({ slots }: View): Grouping | undefined {
  if (slots.group !== undefined) return slots.group.by;
  const nouns: Readonly<Record<string, Grouping>> = {
    type: 'type',
    region: 'region',
    account: 'account',
    application: 'application',
    team: 'team',
    environment: 'environment',
    project: 'project',
    owner: 'team',
    tag: 'tag',
  };
  return slots.nouns.flatMap(({ noun }) => nouns[noun] ?? [])[0];
}

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

/** The records that are no resources which a question counts or lists. */
function entityOf({ slots }: View): string | undefined {
  return slots.nouns.find(({ noun }) => entityTools[noun] !== undefined)?.noun;
}

/** The grouping of records that are no resources: `projects by system`. */
function groupingOf(view: View): string | undefined {
  const by = view.slots.group?.by;
  const entity = entityOf(view);
  if (entity === 'project' && view.slots.spans.some(({ text }) => /^(?:system|tool)s?$/i.test(text)))
    return 'system';
  return by === 'state' && entity === 'account' ? 'status' : by;
}

function hasFilter({ slots, resolutions }: View): boolean {
  return (
    slots.regions.length +
      slots.states.length +
      slots.tags.length +
      slots.conditions.length +
      slots.namings.length +
      resolutions.length >
    0
  );
}

export const setIntents: readonly Intent[] = [
  {
    name: 'records without such resources',
    nouns: dimensionNouns,
    uses: cueSet(`${generic} own`),
    negates: cueSet('own manage belong use'),
    serves: setSlots,
    score: (view) => (view.slots.isLacking ? 12 : undefined),
    plan: (view) => lackingAnswer(queryOf(view), dimensionOf(view) ?? 'account'),
  },
  {
    name: 'compare numbers',
    nouns: cueSet('resource account environment region team application project'),
    uses: cueSet(`compare more most fewest ${generic} own who where`),
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
    uses: cueSet(`compare lack missing ${generic} more`),
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
    uses: cueSet(`most fewest common more ${generic} own who where`),
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
    uses: cueSet(`oldest first last create ${generic} most recently seen when`),
    serves: new Set([...setSlots, 'limit']),
    score(view) {
      const isNewest =
        view.has('last') &&
        view.isSet &&
        !view.has('change', 'delete', 'update', 'scan') &&
        view.slots.window === undefined;
      return view.has('oldest') && (view.isSet || entityOf(view) === undefined)
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
    uses: cueSet(`${generic} compare own`),
    serves: groupSlots,
    score(view) {
      const { group } = view.slots;
      if (isStateComparison(view)) return 7;
      if (group === undefined || (group.by === 'tag' && group.key === undefined)) return undefined;
      const entity = entityOf(view);
      return entity !== undefined && !view.isSet && entity !== group.by ? undefined : 6;
    },
    plan(view) {
      const query = queryOf(view);
      const by = isStateComparison(view) ? 'state' : (view.slots.group?.by ?? 'type');
      // `how is it managed, by management state` has no filter.
      return groupAnswer(by === 'state' ? { ...query, states: [] } : query, by, view.slots.group?.key);
    },
  },
  {
    name: 'group of records',
    nouns: entityNounsOf,
    uses: cueSet(`${generic}`),
    serves: cueSet('states names group'),
    score(view) {
      const entity = entityOf(view);
      const by = groupingOf(view);
      return entity !== undefined &&
        by !== undefined &&
        !view.isSet &&
        (entityGroupings[entity] ?? []).includes(by)
        ? 6
        : undefined;
    },
    plan: (view) => entityGroups(entityQuery(view), groupingOf(view) ?? 'status'),
  },
  {
    name: 'accounts of an organizational unit',
    nouns: cueSet('account ou number'),
    uses: cueSet(`${generic} more where`),
    serves: cueSet('names states'),
    takesNames: true,
    takesWords: true,
    score: (view) =>
      view.noun('account') && !view.isSet && unitOf(view) !== undefined && view.slots.group === undefined
        ? 7.5
        : undefined,
    plan: (view) =>
      unitAccounts(
        unitOf(view) ?? '',
        view.slots.names.some(({ negated }) => negated),
      ),
  },
  {
    name: 'values in use',
    nouns: dimensionNouns,
    uses: cueSet(`${generic} own common where who`),
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
    uses: cueSet(`${generic} own delete`),
    serves: setSlots,
    score(view) {
      if (!view.has('howmany')) return undefined;
      if (view.has('delete') && !view.isSet) return undefined;
      if (
        view.isSet ||
        (view.has('own') && view.records(['team']).length > 0 && view.slots.nouns.length === 0)
      )
        return 5;
      return entityOf(view) === undefined &&
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
    uses: cueSet(generic),
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
    uses: cueSet(`${generic} own`),
    serves: setSlots,
    score(view) {
      const entity = entityOf(view);
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
  {
    name: 'count records',
    nouns: entityNounsOf,
    uses: cueSet(`${generic} related`),
    serves: cueSet('states names window'),
    score: (view) =>
      view.has('howmany') && entityOf(view) !== undefined && !view.isSet && !isComparedByWork(view)
        ? 5
        : undefined,
    *plan(view) {
      const query = entityQuery(view);
      const text = yield* entityCount(query);
      // `how many, and what are they called`
      return view.has('what', 'list', 'which') ? `${text}\n${yield* entityList(query)}` : text;
    },
  },
  {
    name: 'list records',
    nouns: entityNounsOf,
    uses: cueSet(`${generic} related own`),
    serves: cueSet('states names window'),
    score(view) {
      const entity = entityOf(view);
      if (
        entity === undefined ||
        view.isSet ||
        isComparedByWork(view) ||
        view.has('howmany') ||
        (view.has('own') && entity !== 'application')
      )
        return undefined;
      return view.slots.nouns.some(({ noun, plural }) => noun === entity && plural) || view.has('exist')
        ? 5
        : 3;
    },
    plan: (view) => entityList(entityQuery(view)),
  },
  {
    name: 'resources by a property',
    nouns: cueSet('resource'),
    uses: cueSet(`${generic} more fewest most need address permissions where`),
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
    uses: cueSet(`${generic} own common`),
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
    uses: cueSet(`${generic} own`),
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
    uses: cueSet(`${generic}`),
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
    uses: cueSet(`${generic} where first who`),
    serves: new Set([...setSlots, 'limit']),
    score(view) {
      if (view.has('who') && !view.slots.types.every((type) => type === 'AWS::IAM::User')) return undefined;
      if (view.has('howmany') || view.slots.group !== undefined) return undefined;
      if (view.isSet)
        return view.slots.types.length > 0 || view.has('list', 'which', 'what', 'exist') || hasFilter(view)
          ? 4
          : 2;
      if (entityOf(view) !== undefined) return undefined;
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

/** `managed vs unmanaged queues` */
function isStateComparison({ slots }: View): boolean {
  return (
    slots.cues.has('compare') &&
    slots.states.length > 1 &&
    slots.states.every(({ value }) => askedStates.includes(value))
  );
}

/** Whether the tool of the records lacks a filter of the question, which the intent of work compares itself. */
function isComparedByWork(view: View): boolean {
  const entity = entityOf(view) ?? '';
  if (!['plan', 'execution', 'pull_request'].includes(entity)) return false;
  const states = view.slots.states.map(({ value }) => value);
  return (
    view.leftovers.length > 0 ||
    lackedFilter(entity, states, queryScopes(view), view.slots.window !== undefined) !== undefined
  );
}

/** The organizational unit that a question names: `under the Workloads OU`, `under /Root/Workloads`. */
function unitOf({ slots, missing }: View): string | undefined {
  const path = slots.names.find(({ text }) => text.startsWith('/'))?.text;
  if (path !== undefined) return path;
  const isUnit = slots.nouns.some(({ noun }) => noun === 'ou');
  return isUnit ? (missing[0]?.name.text ?? slots.names[0]?.text) : undefined;
}

function isPlural({ slots }: View): boolean {
  return (
    slots.typesPlural ||
    slots.nouns.some(({ plural, noun }) => plural && noun !== 'resource') ||
    slots.nouns.some(({ plural, noun }) => plural && noun === 'resource' && slots.cues.has('oldest'))
  );
}

/** `with a timeout`, `that have a timeout`: a condition, and no question for the values. */
function isFilter({ slots }: View, start: number): boolean {
  const before = slots.spans.filter((span) => span.end <= start && span.kind !== 'filler').at(-1);
  const text = before?.text.toLowerCase() ?? '';
  return before?.kind === 'not' || ['with', 'having', 'without'].includes(text);
}

/** `apply runs` */
const runKinds = ['apply', 'destroy', 'drift'];

/** @throws PlanEnded when the records have not the filter that the question states */
function entityQuery(view: View): EntityQuery {
  const entity = entityOf(view) ?? 'account';
  const runKind =
    entity === 'execution'
      ? view.slots.nouns.length > 1 &&
        runKinds.find((kind) => view.slots.spans.some(({ text }) => text.toLowerCase().endsWith(kind)))
      : undefined;
  // `iac projects that are just modules`: the last noun says the kind.
  const nounText =
    view.slots.spans.findLast((span) => span.kind === 'noun' && span.noun === entity)?.text.toLowerCase() ??
    '';
  // `terraform projects`, `helm charts`
  const system =
    entity === 'project'
      ? iacSystems.find((one) => nounText.startsWith(`${one} `) || nounText === `${one}s`)
      : undefined;
  const states = [
    ...(typeof runKind === 'string' ? [runKind] : []),
    ...(entity === 'execution' && /\bappl(?:y|ies)$/.test(nounText) && runKind === false ? ['apply'] : []),
    ...(system === undefined ? [] : [system]),
    // `modules` are projects of this kind.
    ...(entity === 'project' && /\bmodules?$/.test(nounText)
      ? [nounText.startsWith('root') ? 'root' : 'module']
      : []),
    ...view.slots.states.filter(({ negated }) => !negated).map(({ value }) => value),
  ];
  const excluded = view.slots.states.filter(({ negated }) => negated).map(({ value }) => value);
  states.push(...remainingStates(entity, states, excluded));
  const scopes = queryScopes(view);
  const lacked = lackedFilter(entity, [...states, ...excluded], scopes, view.slots.window !== undefined);
  const tool = entityTools[entity];
  if (lacked !== undefined)
    throw new PlanEnded(
      `Not understood: ${tool?.several ?? describeTypes([], null)} cannot be filtered by ${lacked}.`,
    );
  return {
    entity,
    states,
    scopes,
    now: view.now,
    ...(view.slots.window === undefined ? {} : { window: view.slots.window }),
  };
}

/** The other values of the filters whose values a question excludes: `not merged`. */
function remainingStates(
  entity: string,
  stated: readonly string[],
  excluded: readonly string[],
): readonly string[] {
  return Object.values(entityTools[entity]?.states ?? {}).flatMap((values) =>
    values.some((value) => excluded.includes(value)) && !values.some((value) => stated.includes(value))
      ? values.filter((value) => !excluded.includes(value))
      : [],
  );
}

function queryScopes(view: View): EntityQuery['scopes'] {
  return view.resolutions.flatMap(({ name, found }) => {
    const accepted = entityTools[entityOf(view) ?? '']?.scopes ?? [];
    const best = found.find(({ kind }) => accepted.includes(kind)) ?? found[0];
    return best === undefined ? [] : [{ kind: best.kind, value: best.row.ref, text: name.text }];
  });
}
