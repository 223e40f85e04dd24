import { PlanEnded } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import {
  changeCount,
  changeGroupingNames,
  changeGroups,
  changeList,
  whoAnswer,
  whyChanged,
} from '../answers/change-answers.ts';
import type { ChangeQuery, ChangeVerb } from '../answers/change-answers.ts';
import { leftOutAnswer, refusalAnswer } from '../answers/fixed-answers.ts';
import { listAnswer } from '../answers/resource-answers.ts';
import { forRecord } from '../each-record.ts';
import { emptyQuery } from '../resource-query.ts';
import type { Name } from '../slots.ts';
import { queryOf } from '../view.ts';
import type { View } from '../view.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

const generic = `${genericCues} recently`;
const verbs: readonly ChangeVerb[] = ['create', 'delete', 'update', 'reappear'];
const changeSlots = cueSet<string>('types regions states tags window group names namings excluded limit');

/** Intents about changes of resources, and about deleted resources. */
export const changeIntents: readonly Intent[] = [
  {
    name: 'who changed',
    nouns: cueSet('resource changed revision'),
    uses: cueSet(`who change create delete update reappear own why ${generic} manage last when`),
    serves: changeSlots,
    score: (view) =>
      view.has('who') &&
      isChange(view) &&
      !view.has('own') &&
      !view.noun('pull_request') &&
      view.slots.group === undefined
        ? 7
        : undefined,
    plan: (view) => ofResource(view, whoAnswer),
  },
  {
    name: 'why changed',
    nouns: cueSet('resource changed revision'),
    uses: cueSet(`why change create delete update reappear ${generic} last`),
    serves: changeSlots,
    score: (view) => (view.has('why') && isChange(view) ? 7 : undefined),
    plan: (view) => ofResource(view, whyChanged),
  },
  {
    name: 'changes by group',
    nouns: new Set(['resource', 'changed', 'revision', ...changeGroupingNames]),
    uses: cueSet(`change create delete update reappear most fewest ${generic} more common who`),
    serves: changeSlots,
    score(view) {
      if (!isChange(view)) return undefined;
      if (view.slots.changeGroup !== undefined) return 8;
      if (view.slots.group !== undefined && changeGroupingNames.includes(view.slots.group.by)) return 8;
      return view.has('most') && (view.noun('account', 'region', 'type') || view.has('who')) ? 8 : undefined;
    },
    plan(view) {
      const by =
        view.slots.changeGroup ??
        view.slots.group?.by ??
        (view.has('who')
          ? 'actor'
          : view.noun('account')
            ? 'account'
            : view.noun('region')
              ? 'region'
              : 'type');
      return changeGroups(changeQuery(view), by);
    },
  },
  {
    name: 'number of changes',
    nouns: cueSet('resource changed revision'),
    uses: cueSet(`change create delete update reappear interval ${generic}`),
    serves: changeSlots,
    score(view) {
      if (!view.has('howmany', 'interval') || !isChange(view)) return undefined;
      return isDeletedState(view) ? undefined : 6;
    },
    plan: (view) => ofResource(view, changeCount),
  },
  {
    name: 'changes',
    nouns: cueSet('resource changed revision'),
    uses: cueSet(`change create delete update reappear ${generic} last when scan related manage use most`),
    serves: changeSlots,
    score(view) {
      if (!isChange(view) || view.noun('plan', 'execution', 'pull_request')) return undefined;
      return isDeletedState(view)
        ? undefined
        : view.has('change', 'delete', 'update') || view.noun('changed')
          ? 5
          : 4.5;
    },
    plan: (view) => ofResource(view, changeList),
  },
  {
    name: 'changes between scans',
    nouns: cueSet('resource changed revision'),
    uses: cueSet(`change scan ${generic} last`),
    serves: cueSet('window regions names'),
    score: (view) => (view.has('change') && view.has('scan') && view.has('last') ? 8 : undefined),
    *plan(view) {
      const text = yield* changeList(changeQuery(view));
      return `Scans of accounts run at different times; these are the changes of the last days, by all scans and by CloudTrail. ${text}`;
    },
  },
  {
    name: 'deleted resources',
    nouns: cueSet('resource'),
    uses: cueSet(`delete ${generic}`),
    serves: cueSet('types regions states tags names excluded'),
    score: (view) =>
      isDeletedState(view) && !view.has('howmany') && !view.has('when', 'who', 'why') ? 6 : undefined,
    plan: (view) => listAnswer({ ...queryOf(view), states: ['deleted'] }),
  },
];

function verbOf({ slots }: View): ChangeVerb | undefined {
  // `how often was X edited`
  if (slots.cues.has('interval') && slots.cues.has('change')) return 'update';
  const made = slots.spans.find((span) => span.kind === 'cue' && span.cue === 'create')?.text;
  // `made the change`
  const isMade = slots.cues.has('change') && made?.toLowerCase() === 'made';
  return verbs.find(
    (verb) => slots.cues.has(verb) && !slots.negatedCues.has(verb) && !(verb === 'create' && isMade),
  );
}

function isChange(view: View): boolean {
  return (
    view.has('change', ...verbs) ||
    view.noun('changed', 'revision') ||
    view.slots.states.some(({ value }) => value === 'explained' || value === 'unexplained')
  );
}

/** The name of a person or role: `what did root change`, `changes by alice`. */
function actorOf(view: View): Name | undefined {
  const change = Math.min(
    ...[...view.slots.cues]
      .filter(([cue]) => cue === 'change' || verbs.some((verb) => verb === cue))
      .map(([, start]) => start),
  );
  return view.slots.names.find(
    ({ role, start, kind, types }) =>
      kind === undefined &&
      types === undefined &&
      (role === 'by' ||
        (start < change &&
          (view.has('what', 'exist') ||
            view.isSet ||
            /^(?:did|has|have)\b/i.test(view.slots.spans[0]?.text ?? '')) &&
          role === 'plain' &&
          hasAuxiliary(view, start))),
  );
}

function hasAuxiliary({ slots }: View, start: number): boolean {
  return slots.spans.some(
    (span) =>
      span.end === start && ['did', 'has', 'have'].includes(span.text.toLowerCase().split(' ').at(-1) ?? ''),
  );
}

function changeQuery(view: View): ChangeQuery {
  const actor = actorOf(view);
  const actorNames = view.resolutions.filter(({ name }) => name.text === actor?.text);
  if (actor?.negated === true) throw new PlanEnded(leftOutAnswer([`not ${actor.text}`]));
  const explained = view.slots.states.find(({ value }) => value === 'explained' || value === 'unexplained');
  const verb = verbOf(view);
  // `made by hand` is a property of a change here, and the management state of a resource elsewhere.
  const isByHand =
    explained === undefined &&
    view.slots.states.some(({ value, negated }) => value === 'unmanaged' && !negated) &&
    view.slots.spans.some(({ text }) => /hand|manual|click/i.test(text));
  const plain =
    actor === undefined
      ? view
      : { ...view, resolutions: view.resolutions.filter((one) => !actorNames.includes(one)) };
  return {
    resources: { ...queryOf(plain), ...(isByHand ? { states: [] } : {}) },
    ...(isByHand ? { explained: false } : {}),
    ...(verb === undefined ? {} : { verb }),
    ...(actor === undefined ? {} : { actor: actor.text }),
    ...(explained === undefined
      ? {}
      : { explained: (explained.value === 'explained') !== explained.negated }),
    ...(view.slots.window === undefined ? {} : { window: view.slots.window }),
    ...(view.slots.limit === undefined ? {} : { limit: view.slots.limit }),
    now: view.now,
  };
}

/** A resource whose changes a question asks about, unless a set with places is meant. */
function* ofResource(view: View, answer: (query: ChangeQuery) => ToolPlan): ToolPlan {
  const actor = actorOf(view)?.text;
  const subject = view.records(['resource']).find(({ name }) => name.text !== actor);
  if (subject === undefined) return yield* answer(changeQuery(view));
  const base = changeQuery({ ...view, resolutions: [] });
  const only = { ...view, resolutions: view.resolutions.filter(({ name }) => name.text !== actor) };
  const text = yield* forRecord(only, ['resource'], 'a history', ({ row }) =>
    answer({ ...base, resources: emptyQuery, of: row }),
  );
  return text ?? refusalAnswer(view.leftovers);
}

/** `deleted queues` without a time are resources with the status `deleted`, not changes. */
function isDeletedState(view: View): boolean {
  return (
    view.has('delete') &&
    view.isSet &&
    view.slots.window === undefined &&
    !view.has('change', 'recently', 'last', 'who', 'why', 'when') &&
    view.records(['resource']).length === 0
  );
}
