import type { NamedKind } from '../../../../domain/assistant/embedded/named-kind.ts';
import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { resourceOwners } from '../answers/ownership-answers.ts';
import {
  conditionAnswer,
  fieldAnswer,
  propertyAnswer,
  recordText,
  showResource,
  stateAnswer,
  tagAnswer,
  timesAnswer,
  unknownProperty,
} from '../answers/record-answers.ts';
import type { Resolved } from '../resolve-names.ts';
import type { View } from '../view.ts';
import { about, isAbout, isAttached, placeSlots, resourceKinds, shownKinds } from './about-record.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents about times, fields, states, tags and properties of one record. */
export const recordIntents: readonly Intent[] = [
  {
    name: 'times of a resource',
    nouns: new Set(),
    uses: cueSet(`when first seen create delete change update ${genericCues} last oldest fresh recently`),
    serves: cueSet(placeSlots),
    score(view) {
      if (!isAbout(view, resourceKinds) && !(view.missing.length > 0 && view.has('when'))) return undefined;
      if (view.has('who')) return undefined;
      return view.has('when') || view.has('seen')
        ? view.has('seen', 'create', 'delete', 'change', 'update', 'when')
          ? 7
          : undefined
        : view.has('fresh')
          ? 5
          : undefined;
    },
    plan: (view) => about(view, resourceKinds, 'times', ({ row }) => timesAnswer(row)),
  },
  {
    name: 'field',
    nouns: cueSet('tag type region account state status'),
    uses: cueSet(`${genericCues} belong where use`),
    serves: cueSet(`${placeSlots} states`),
    score(view) {
      if (!isAbout(view, resourceKinds) || view.slots.typesPlural) return undefined;
      if (view.noun('tag', 'type', 'region', 'account', 'state', 'status')) return 6;
      return view.has('where') && view.slots.nouns.length === 0 ? 4 : undefined;
    },
    plan(view) {
      const noun =
        view.slots.nouns.find((one) =>
          ['tag', 'type', 'region', 'account', 'state', 'status'].includes(one.noun),
        )?.noun ?? 'place';
      return about(view, resourceKinds, `the ${noun}`, ({ row }) => fieldAnswer(row, noun));
    },
  },
  {
    name: 'whether a state',
    nouns: new Set(),
    uses: cueSet(`${genericCues} manage code where`),
    serves: cueSet(`${placeSlots} states`),
    score: (view) =>
      isAbout(view, resourceKinds) &&
      view.slots.states.length === 1 &&
      !view.slots.typesPlural &&
      !view.noun('resource') &&
      view.slots.nouns.length === 0
        ? view.has('list', 'which', 'what', 'howmany', 'where', 'how', 'who')
          ? 3
          : 5
        : undefined,
    plan: (view) =>
      about(view, resourceKinds, 'the state', ({ row }) => {
        const [state] = view.slots.states;
        return state?.value === 'unowned'
          ? resourceOwners(row)
          : stateAnswer(row, state?.value ?? 'managed', state?.negated === true);
      }),
  },
  {
    name: 'whether a tag',
    nouns: new Set(),
    uses: cueSet(genericCues),
    serves: cueSet(`${placeSlots} tags`),
    score: (view) =>
      isAbout(view, resourceKinds) &&
      view.slots.tags.length === 1 &&
      !view.slots.typesPlural &&
      view.slots.nouns.length === 0
        ? 5
        : undefined,
    plan: (view) =>
      about(view, resourceKinds, 'tags', ({ row }) => tagAnswer(row, view.slots.tags[0]?.value ?? '')),
  },
  {
    name: 'property',
    nouns: cueSet('resource address'),
    uses: cueSet(
      `${genericCues} who when where use change create code manage permissions delete update depend own last more need address related public scan`,
    ),
    serves: cueSet(`${placeSlots} conditions states properties limit negation`),
    takesWords: true,
    score(view) {
      if (!isAbout(view, resourceKinds) || view.slots.typesPlural || isAttached(view)) return undefined;
      if (
        view.missing.some(({ name }) => name.certain && !/^[a-z]{2,30}[A-Z][A-Za-z]{0,100}$/.test(name.text))
      )
        return undefined;
      if (view.missing.length > 0) return 4.5;
      if (view.slots.properties.length > 0) return 5.5;
      if (view.leftovers.length > 0) return 4.5;
      return view.slots.conditions.length > 0 ? 5.5 : undefined;
    },
    plan(view) {
      const { properties, conditions } = view.slots;
      const [condition] = conditions;
      if (
        condition !== undefined &&
        conditions.length === 1 &&
        view.leftovers.length + properties.length === 0
      )
        return about(view, resourceKinds, 'the configuration', ({ row }) =>
          conditionAnswer(row, condition.value, condition.negated),
        );
      const isList = properties.length > 1 && view.leftovers.length === 0;
      const texts = isList ? properties.map(({ text }) => text) : [propertyWords(view)];
      return about(view, resourceKinds, 'the configuration', function* property({ row }) {
        const answers: string[] = [];
        for (const text of texts)
          answers.push((yield* propertyAnswer(row, text)) ?? (yield* unknownProperty(row, text)));
        return answers.join('\n');
      });
    },
  },
  {
    name: 'show',
    nouns: new Set(),
    uses: cueSet(`about ${genericCues} where`),
    serves: cueSet('regions names types'),
    score(view) {
      if (!isAbout(view, shownKinds) || view.slots.typesPlural || view.noun('resource'))
        return view.missing.some(({ name }) => name.certain) && view.slots.cues.size <= 1 ? 1 : undefined;
      if (
        view.records(shownKinds).every(({ name }) => name.role === 'place' || name.role === 'before') &&
        !view.has('about')
      )
        return undefined;
      if (view.slots.nouns.length > 0) return undefined;
      if (view.has('howmany')) return undefined;
      // `is there a bucket called logs`
      return view.has('about') ? 4 : view.has('list', 'exist') ? 3 : 2;
    },
    *plan(view) {
      return yield* about(view, shownKinds, 'the record', ({ kind, row }) =>
        kind === 'resource' ? showResource(row) : showRecord(kind, row),
      );
    },
  },
  {
    name: 'status of a record',
    nouns: cueSet('status state region tag number ou email commit'),
    uses: cueSet(`${genericCues} validated when last seen scan`),
    serves: cueSet('names'),
    score: (view) =>
      (view.noun('status', 'state', 'region', 'tag', 'number', 'ou', 'email', 'commit') ||
        view.has('validated')) &&
      !isAbout(view, resourceKinds) &&
      isAbout(view, shownKinds) &&
      !view.isSet
        ? 5
        : undefined,
    plan: (view) => about(view, shownKinds, 'the status', ({ kind, row }) => showRecord(kind, row)),
  },
];

function* showRecord(kind: NamedKind, row: Resolved['row']): ToolPlan {
  if (kind === 'repository' || kind === 'project') return recordText(row);
  const reply = yield* read('count_resources', { [kind]: row.ref });
  return `${recordText(row)}\n- resources: ${reply.total ?? 'not counted'}`;
}

function propertyWords(view: View): string {
  const conditions = view.slots.spans.filter(({ kind }) => kind === 'condition');
  const indexes = view.slots.spans.flatMap((span, index) =>
    (span.kind === 'word' && view.missing.some(({ name }) => name.text === span.text)) ||
    span.kind === 'condition' ||
    span.kind === 'property'
      ? [index]
      : [],
  );
  const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
  if (conditions.length > 0 && indexes.length === conditions.length)
    return conditions.map(({ text }) => text).join(' ');
  // `visibility timeout` may have known words between.
  return view.slots.spans
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');
}
