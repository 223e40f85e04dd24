import { listAnswer } from '../answers/resource-answers.ts';
import {
  absenceAnswer,
  coverageAnswer,
  coverageGroups,
  freshnessAnswer,
  notScannedAnswer,
  projectCoverageAnswer,
  staleAnswer,
} from '../answers/trust-answers.ts';
import { queryOf } from '../view.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

const generic = `${genericCues} recently`;

/** Intents about coverage by code, and about freshness and gaps of the data. */
export const trustIntents: readonly Intent[] = [
  {
    name: 'coverage of projects',
    nouns: cueSet('project'),
    uses: cueSet(`coverage code ${generic} manage missing statefile`),
    serves: cueSet('states'),
    score: (view) =>
      view.has('coverage') && view.noun('project') && view.records(['project']).length === 0 ? 8 : undefined,
    plan: () => projectCoverageAnswer(),
  },
  {
    name: 'coverage',
    nouns: cueSet('resource account type project'),
    uses: cueSet(`coverage code manage ${generic} statefile`),
    serves: cueSet('states names group'),
    score(view) {
      const isShare =
        view.has('howmany') &&
        /how much/.test(view.slots.spans.map(({ text }) => text.toLowerCase()).join(' ')) &&
        (view.has('code') ||
          view.slots.states.some(({ value }) => value === 'managed' || value === 'unmanaged') ||
          view.has('manage'));
      // `is everything in terraform?`
      const isAll =
        view.slots.nouns.some(({ noun, plural }) => noun === 'resource' && !plural) &&
        view.slots.states.some(({ value }) => value === 'managed') &&
        !view.has('list', 'which', 'what', 'howmany', 'exist') &&
        /^(?:is|are)\b/i.test(view.slots.spans[0]?.text ?? '');
      if (!view.has('coverage') && !isShare && !isAll) return undefined;
      if (
        view.slots.group !== undefined &&
        view.slots.group.by !== 'account' &&
        view.slots.group.by !== 'type'
      )
        return undefined;
      return view.slots.types.length === 0 &&
        view.resolutions.every(({ found }) => found.some(({ kind }) => kind === 'account'))
        ? 7
        : undefined;
    },
    *plan(view) {
      const { group } = view.slots;
      if (group !== undefined)
        return yield* coverageGroups(group.by === 'type' ? 'resource_type' : 'account');
      return yield* coverageAnswer(
        view.records(['account'])[0]?.found.find(({ kind }) => kind === 'account')?.row,
      );
    },
  },
  {
    name: 'freshness',
    nouns: cueSet('account'),
    uses: cueSet(`fresh scan data ${generic} last when change update oldest`),
    serves: cueSet('names states'),
    score(view) {
      if (view.has('cause')) return undefined;
      const asks =
        (view.has('fresh') && (view.has('data') || !view.isSet)) ||
        (view.has('scan') && (view.has('when') || view.has('last'))) ||
        (view.has('data') && view.has('when', 'update'));
      // `the last successful scan of X`
      const isSuccess = view.slots.states.every(({ value, negated }) => value === 'succeeded' && !negated);
      return asks &&
        isSuccess &&
        view.slots.types.length === 0 &&
        !view.slots.negatedCues.has('scan') &&
        view.resolutions.every(({ found }) => found.some(({ kind }) => kind === 'account'))
        ? view.slots.states.length > 0 && (view.resolutions.length > 0 || view.noun('account'))
          ? 7.5
          : 6
        : undefined;
    },
    *plan(view) {
      return yield* freshnessAnswer(
        view.records(['account'])[0]?.found.find(({ kind }) => kind === 'account')?.row,
      );
    },
  },
  {
    name: 'not scanned',
    nouns: cueSet('account'),
    uses: cueSet(`scan ${generic}`),
    negates: cueSet('scan'),
    serves: cueSet('states'),
    score: (view) =>
      view.has('scan') && view.slots.negatedCues.has('scan') && view.slots.types.length === 0 ? 8 : undefined,
    plan: () => notScannedAnswer(),
  },
  {
    name: 'stale',
    nouns: cueSet('account'),
    uses: cueSet(`stale data scan fresh ${generic}`),
    negates: cueSet('scan'),
    serves: new Set(),
    score: (view) => (view.has('stale') ? 7 : undefined),
    plan: () => staleAnswer(),
  },
  {
    name: 'why not there',
    nouns: cueSet('resource'),
    uses: cueSet(`why exist list scan missing denied ${generic}`),
    serves: cueSet('types regions names states tags excluded'),
    score: (view) =>
      view.has('why') && view.slots.types.length > 0 && view.slots.typesPlural ? 7 : undefined,
    *plan(view) {
      return yield* absenceAnswer(yield* listAnswer(queryOf(view)));
    },
  },
];
