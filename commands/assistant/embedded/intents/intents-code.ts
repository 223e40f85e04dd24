import { rowNameOf } from '../../../../domain/assistant/embedded/write-text.ts';
import { codeAnswer, missingAnswer, whyState } from '../answers/code-answers.ts';
import { listAnswer } from '../answers/resource-answers.ts';
import type { Resolved } from '../resolve-names.ts';
import { queryOf } from '../view.ts';
import { about, hasSubject, isAbout, placeSlots, resourceKinds } from './about-record.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

/** Intents about the code of resources, and about resources that only a state file has. */
export const codeIntents: readonly Intent[] = [
  {
    name: 'import block',
    nouns: cueSet('resource'),
    uses: cueSet(`importblock code create address manage ${genericCues}`),
    serves: cueSet(placeSlots),
    score: (view) => (view.has('importblock') ? 9 : undefined),
    *plan(view) {
      if (!hasSubject(view)) return 'Import blocks are made of one resource at a time; name it.';
      return yield* about(view, resourceKinds, 'the code', function* importBlock({ row }) {
        const text = yield* codeAnswer(row);
        return `The assistant writes no import block; \`GET /api/v1/resources/{id}/import-block\` returns it where the type has one. ${text}`;
      });
    },
  },
  {
    name: 'code',
    nouns: cueSet('project repository file commit address'),
    uses: cueSet(`code address manage ${genericCues} where who why create use`),
    serves: cueSet(`${placeSlots} states`),
    score(view) {
      const isManaged =
        view.slots.states.some(({ value }) => value === 'managed') &&
        view.has('where', 'which', 'what', 'how', 'who');
      const cued =
        isManaged ||
        view.has('code') ||
        view.has('address') ||
        (view.has('where') && view.has('manage')) ||
        (view.noun('project', 'repository', 'file', 'commit') && isAbout(view, resourceKinds)) ||
        (view.has('manage') && view.has('what', 'who', 'which', 'how'));
      if (
        !cued ||
        !hasSubject(view) ||
        !(isAbout(view, resourceKinds) || view.missing.length > 0 || view.slots.types.length > 0)
      )
        return undefined;
      if (view.slots.typesPlural && view.records(resourceKinds).length === 0) return undefined;
      return 5 + (view.has('code') && view.has('where', 'which', 'list') ? 1 : 0);
    },
    plan: (view) => about(view, resourceKinds, 'the code', ({ row }) => codeAnswer(row)),
  },
  {
    name: 'why a state',
    nouns: new Set(),
    uses: cueSet(`why manage code own ${genericCues}`),
    negates: cueSet('manage own code'),
    serves: cueSet(`${placeSlots} states`),
    score: (view) =>
      view.has('why') && isAbout(view, resourceKinds) && view.slots.states.length > 0 ? 7 : undefined,
    plan: (view) => about(view, resourceKinds, 'the management state', ({ row }) => whyState(row)),
  },
  {
    name: 'resources of a project',
    nouns: cueSet('resource'),
    uses: cueSet(`manage code ${genericCues} belong own`),
    serves: cueSet('types regions states names excluded'),
    score(view) {
      const [project] = view.records(['project']);
      if (project === undefined || view.has('change', 'missing', 'coverage')) return undefined;
      return (view.has('manage') ||
        view.slots.states.some(({ value }) => value === 'managed') ||
        view.has('what', 'list', 'which')) &&
        !view.noun('plan', 'execution', 'pull_request') &&
        !view.has('howmany')
        ? 4.5
        : undefined;
    },
    plan: (view) =>
      listAnswer(
        queryOf({
          ...view,
          slots: { ...view.slots, states: view.slots.states.filter(({ value }) => value !== 'managed') },
        }),
      ),
  },
  {
    name: 'missing',
    nouns: cueSet('resource project state'),
    uses: cueSet(`compare missing statefile exist code ${genericCues} gone delete manage`),
    serves: cueSet('names states'),
    score(view) {
      const inState =
        (view.has('statefile') ||
          view.has('code') ||
          view.slots.states.some(({ value }) => value === 'managed')) &&
        (view.slots.negatedCues.has('exist') || view.has('missing') || view.slots.regions.length > 0);
      if (!view.has('missing') && !inState) return undefined;
      if (
        view.slots.types.length > 0 ||
        view.slots.names.some(
          ({ kind }) => kind !== undefined && kind !== 'project' && kind !== 'environment',
        )
      )
        return undefined;
      return view.resolutions.length === 0 || isAbout(view, ['project', 'environment'])
        ? view.has('statefile')
          ? 8
          : 6
        : undefined;
    },
    *plan(view) {
      const [project] = view.records(['project']);
      const [environment] = view.records(['environment']);
      return yield* missingAnswer(
        project?.found[0]?.row,
        environment === undefined ? undefined : rowNameOf(environment.found[0]?.row ?? emptyRow),
      );
    },
  },
];

const emptyRow: Resolved['row'] = { ref: '', type: '', fields: {} };
