import { textOf } from '../../../../domain/assistant/embedded/write-text.ts';
import { affectedAnswer, breaksAnswer, peersAnswer, safetyAnswer } from '../answers/graph-answers.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';
import { about, hasSubject, isAbout, nameBefore, placeSlots, resourceKinds } from './about-record.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

const deadLetterTypes = ['AWS::SQS::Queue', 'AWS::SNS::Topic', 'AWS::Lambda::Function'];

/** Intents about what fails without a resource, its role and its dead-letter queue. */
export const graphIntents: readonly Intent[] = [
  {
    name: 'safe to delete',
    nouns: new Set(),
    uses: cueSet(`safe delete break depend use why ${genericCues} need`),
    serves: cueSet(placeSlots),
    score: (view) => (view.has('safe') && hasSubject(view) ? 9 : undefined),
    plan: (view) => about(view, resourceKinds, 'the impact', ({ row }) => safetyAnswer(row)),
  },
  {
    name: 'what breaks',
    nouns: cueSet('resource team application environment'),
    uses: cueSet(`break delete change depend use ${genericCues} related who when seen`),
    serves: cueSet(placeSlots),
    score: (view) =>
      (view.has('break') ||
        (view.has('what') && view.has('change') && view.has('delete') && view.has('how'))) &&
      hasSubject(view)
        ? 6
        : undefined,
    plan: (view) =>
      about(view, resourceKinds, 'the impact', ({ row }) => {
        const by = (['team', 'application', 'environment'] as const).find((noun) => view.noun(noun));
        return by === undefined
          ? breaksAnswer(row, view.records(resourceKinds).length > 0 ? view.slots.types : [])
          : affectedAnswer(row, by);
      }),
  },
  {
    name: 'runs as',
    nouns: new Set(),
    uses: cueSet(`runas use ${genericCues}`),
    serves: cueSet(`${placeSlots} states tags conditions namings`),
    score(view) {
      const isRole = view.slots.types.length === 1 && view.slots.types[0] === 'AWS::IAM::Role';
      return (isAbout(view, resourceKinds) || view.slots.typesPlural) &&
        (view.has('runas') || (isRole && view.has('use', 'which', 'what') && nameBefore(view, 'use')))
        ? 8
        : undefined;
    },
    plan: (view) =>
      about(view, resourceKinds, 'the role', ({ row }) =>
        peersAnswer(
          row,
          ['runs_as'],
          (name) => `The role as which ${name} runs`,
          (name) => `No role is known as which ${name} runs`,
        ),
      ),
  },
  {
    name: 'dead letters',
    uses: cueSet(`deadletters ${genericCues} where break use belong related`),
    serves: cueSet(`${placeSlots} conditions`),
    score: (view) => (view.has('deadletters') && isAbout(view, resourceKinds) ? 8 : undefined),
    plan: (view) =>
      about(withTypes(view, deadLetterTypes), resourceKinds, 'dead letters', ({ row }) =>
        peersAnswer(
          row,
          ['dead_letters_to'],
          (name) => `Where failed messages of ${name} go`,
          (name) => `No dead-letter queue of ${name} is known`,
        ),
      ),
  },
];

/** The view in which names stand for resources of some types only, when there are any. */
function withTypes(view: View, types: readonly string[]): View {
  const resolutions = view.resolutions.map((resolution) => {
    const found = resolution.found.filter(
      ({ kind, row }) => kind !== 'resource' || types.includes(textOf(row.fields, 'resource_type')),
    );
    return found.length === 0 ? resolution : { ...resolution, found };
  });
  return viewOf(view.slots, resolutions, view.now);
}
