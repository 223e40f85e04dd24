import { cite } from '../../../../domain/assistant/embedded/write-text.ts';
import {
  evidenceAnswer,
  membershipAnswer,
  resourceOwners,
  scopeOwners,
  setOwners,
  unownedApplications,
} from '../answers/ownership-answers.ts';
import { listAnswer } from '../answers/resource-answers.ts';
import { asTeam, queryOf } from '../view.ts';
import type { View } from '../view.ts';
import {
  about,
  hasName,
  hasSubject,
  isAbout,
  placeSlots,
  resourceKinds,
  shownKinds,
} from './about-record.ts';
import { fixed, cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents about the owners, applications and environments of records. */
export const ownershipIntents: readonly Intent[] = [
  {
    name: 'owner',
    nouns: cueSet('owner team'),
    uses: cueSet(`own belong ${genericCues} who members why contributors oncall`),
    serves: cueSet(`${placeSlots} tags states group conditions namings excluded`),
    score(view) {
      const asksOwner =
        view.has('own') ||
        (view.noun('owner') && !view.slots.states.some(({ value }) => value === 'unowned')) ||
        (view.noun('team') && view.has('belong', 'which', 'what', 'who') && hasName(view)) ||
        (view.has('who') && view.has('belong')) ||
        (view.has('who') && view.noun('team') && hasName(view));
      if (!asksOwner || isOwnedBy(view)) return undefined;
      if (view.has('howmany') && !hasName(view)) return undefined;
      return hasSubject(view) || view.isSet ? 6 : undefined;
    },
    *plan(view) {
      const isPlural =
        view.slots.typesPlural || view.slots.nouns.some(({ noun, plural }) => noun === 'resource' && plural);
      if (
        view.isSet &&
        (isPlural ||
          !isAbout(view, shownKinds) ||
          (view.slots.types.length > 0 && view.records(resourceKinds).length === 0))
      )
        return yield* setOwners(queryOf(view));
      return yield* about(
        view,
        ['resource', 'application', 'account', 'environment', 'project', 'team'],
        'ownership',
        ({ kind, row }) =>
          kind === 'resource'
            ? resourceOwners(row)
            : kind === 'team'
              ? fixed(`${cite(row)} is a team.`)
              : scopeOwners(kind, row),
      );
    },
  },
  {
    name: 'applications without an owner',
    nouns: cueSet('application owner'),
    uses: cueSet(`own ${genericCues}`),
    negates: cueSet('own'),
    serves: cueSet('states'),
    score: (view) =>
      view.noun('application') &&
      (view.slots.states.some(({ value, negated }) => value === 'unowned' && !negated) ||
        view.slots.negatedCues.has('own')) &&
      !hasName(view) &&
      !view.isSet
        ? 9
        : undefined,
    plan: () => unownedApplications(),
  },
  {
    name: 'resources of a team',
    nouns: cueSet('resource'),
    uses: cueSet(`own belong ${genericCues} manage members`),
    serves: cueSet('types regions states tags conditions names excluded'),
    score: (view) =>
      isOwnedBy(view) &&
      !view.noun('application', 'account', 'environment', 'project') &&
      !view.has('howmany') &&
      view.slots.group === undefined
        ? 8
        : undefined,
    plan: (view) => listAnswer(queryOf(asTeam(view)), view.slots.skipped ?? 0),
  },
  {
    name: 'evidence',
    nouns: cueSet('owner team application environment'),
    uses: cueSet(`certainty why belong own ${genericCues}`),
    serves: cueSet(placeSlots),
    score: (view) =>
      (view.has('certainty') || (view.has('why') && view.has('belong', 'own'))) &&
      isAbout(view, resourceKinds)
        ? 8
        : undefined,
    plan: (view) => about(view, resourceKinds, 'evidence of ownership', ({ row }) => evidenceAnswer(row)),
  },
  {
    name: 'application or environment of a resource',
    nouns: cueSet('application environment'),
    uses: cueSet(`belong own use ${genericCues} where why`),
    serves: cueSet(placeSlots),
    score(view) {
      if (!view.noun('application', 'environment') || !isAbout(view, resourceKinds) || view.has('own'))
        return undefined;
      return view.slots.nouns.some(({ plural }) => plural) && !view.has('belong') ? 3 : 6;
    },
    plan: (view) =>
      about(view, resourceKinds, 'membership', function* membership({ row }) {
        const asked = (['application', 'environment'] as const).filter((noun) => view.noun(noun));
        const texts: string[] = [];
        for (const noun of asked) texts.push(yield* membershipAnswer(row, noun, view.has('why')));
        return texts.join('\n');
      }),
  },
  {
    name: 'belongs to',
    nouns: new Set(),
    uses: cueSet(`belong ${genericCues} who where`),
    serves: cueSet(placeSlots),
    score: (view) =>
      view.has('belong') && isAbout(view, resourceKinds) && view.slots.nouns.length === 0 ? 4 : undefined,
    plan: (view) => about(view, resourceKinds, 'membership', ({ row }) => evidenceAnswer(row)),
  },
];

/** `what does the Platform team own`, `owned by team X`: resources of a team. */
function isOwnedBy(view: View): boolean {
  if (!view.has('own') && !(view.has('belong') && view.records(['team']).length > 0)) return false;
  const [team] = view.records(['team']);
  if (team === undefined) return view.slots.names.some(({ kind }) => kind === 'team');
  const own = view.slots.cues.get('own') ?? -1;
  if (team.name.kind === 'team') return !view.has('who') || view.isSet;
  // `what does Payments own`, `owned by Payments`
  return view.has('what', 'which', 'howmany', 'list') || view.isSet
    ? (team.name.start < own && !view.has('who')) || team.name.role === 'by'
    : team.name.role === 'by';
}
