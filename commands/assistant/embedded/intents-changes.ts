import type { ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import { read } from '../../../domain/assistant/embedded/plan.ts';
import { cite, line, textOf } from '../../../domain/assistant/embedded/write-text.ts';
import {
  changeCount,
  changeGroupingNames,
  changeGroups,
  changeList,
  whoAnswer,
  whyChanged,
} from './answers/change-answers.ts';
import type { ChangeQuery, ChangeVerb } from './answers/change-answers.ts';
import {
  lastApplyAnswer,
  lastPlan,
  planEffect,
  planRisk,
  pullRequestLine,
  runsAnswer,
} from './answers/ci-answers.ts';
import type { AskedPlanAction } from './answers/ci-answers.ts';
import { forRecord } from './each-record.ts';
import { refusalAnswer } from './answers/fixed-answers.ts';
import { cueSet } from './intent.ts';
import type { Intent } from './intent.ts';
import {
  absenceAnswer,
  coverageAnswer,
  coverageGroups,
  freshnessAnswer,
  notScannedAnswer,
  projectCoverageAnswer,
  staleAnswer,
} from './answers/trust-answers.ts';
import { listAnswer } from './answers/resource-answers.ts';
import { emptyQuery } from './resource-query.ts';
import type { Scope } from './resource-query.ts';
import { lackedFilter, lastEntities } from './answers/entity-answers.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import { queryOf } from './view.ts';
import type { View } from './view.ts';

const generic = 'what which list about how howmany exist data recently finish';
/** What a question about a plan or a run may name besides it. */
const planNouns = cueSet<string>('plan execution project repository resource');
const verbs: readonly ChangeVerb[] = ['create', 'delete', 'update', 'reappear'];
const planActions: readonly AskedPlanAction[] = ['replace', 'create', 'delete', 'update'];
const codeKinds: readonly NamedKind[] = ['project', 'repository'];

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
function actorOf(view: View): string | undefined {
  const change = Math.min(
    ...[...view.slots.cues]
      .filter(([cue]) => cue === 'change' || verbs.some((verb) => verb === cue))
      .map(([, start]) => start),
  );
  const actor = view.slots.names.find(
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
  return actor?.text;
}

function hasAuxiliary({ slots }: View, start: number): boolean {
  return slots.spans.some(
    (span) =>
      span.end === start && ['did', 'has', 'have'].includes(span.text.toLowerCase().split(' ').at(-1) ?? ''),
  );
}

function changeQuery(view: View): ChangeQuery {
  const actor = actorOf(view);
  const actorNames = view.resolutions.filter(({ name }) => name.text === actor);
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
    ...(actor === undefined ? {} : { actor }),
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
  const actor = actorOf(view);
  const subject = view.records(['resource']).find(({ name }) => name.text !== actor);
  if (subject === undefined) return yield* answer(changeQuery(view));
  const base = changeQuery({ ...view, resolutions: [] });
  const only = { ...view, resolutions: view.resolutions.filter(({ name }) => name.text !== actor) };
  const text = yield* forRecord(only, ['resource'], 'a history', ({ row }) =>
    answer({ ...base, resources: emptyQuery, of: row }),
  );
  return text ?? refusalAnswer(view.leftovers);
}

const changeSlots = cueSet<string>('types regions states tags window group names namings limit');

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
    serves: cueSet('types regions states tags names'),
    score: (view) =>
      isDeletedState(view) && !view.has('howmany') && !view.has('when', 'who', 'why') ? 6 : undefined,
    plan: (view) => listAnswer({ ...queryOf(view), states: ['deleted'] }),
  },
  {
    name: 'risk of a plan',
    nouns: planNouns,
    uses: cueSet(`risk ${generic} last safe break change delete`),
    serves: cueSet('names'),
    score: (view) => (view.has('risk') && view.noun('plan', 'execution') ? 8 : undefined),
    plan: (view) => planRisk(namedPlan(view), codeScope(view)),
  },
  {
    name: 'effect of a plan',
    nouns: planNouns,
    uses: cueSet(`change create delete update replace break ${generic} last recently`),
    serves: cueSet('names types regions'),
    score(view) {
      if (!view.noun('plan')) return undefined;
      if (
        view.resolutions.some(
          ({ found, name }) =>
            found.length > 0 &&
            name.kind !== 'plan' &&
            !found.some(({ kind }) => codeKinds.includes(kind) || kind === 'resource'),
        )
      )
        return undefined;
      if (view.slots.nouns.some(({ noun, plural }) => noun === 'plan' && plural)) return undefined;
      return view.has('change', 'create', 'delete', 'update', 'replace', 'break', 'use') ? 7 : undefined;
    },
    plan: (view) =>
      planEffect(namedPlan(view), codeScope(view), planVerb(view), {
        refs: view
          .records(['resource'])
          .filter(({ name }) => name.certain)
          .flatMap(({ found }) => found.map(({ row }) => row.ref)),
        types: view.slots.types,
      }),
  },
  {
    name: 'a named plan',
    nouns: planNouns,
    uses: cueSet(`change create delete update replace break ${generic}`),
    serves: cueSet('names'),
    score: (view) => (view.slots.names.some(({ kind }) => kind === 'plan') ? 8 : undefined),
    plan: (view) => planEffect(namedPlan(view), {}, planVerb(view)),
  },
  {
    name: 'last plan',
    nouns: planNouns,
    uses: cueSet(`${generic} last when`),
    serves: cueSet('names'),
    score: (view) =>
      view.noun('plan') &&
      (view.has('last') || view.records(codeKinds).length > 0) &&
      view.slots.nouns.every(({ plural, noun }) => noun !== 'plan' || !plural) &&
      !view.has('howmany')
        ? 6
        : undefined,
    plan(view) {
      const [row] = view.records(codeKinds).flatMap(({ found }) => found);
      return lastPlan(codeScope(view), row === undefined ? '' : cite(row.row));
    },
  },
  {
    name: 'runs of a record',
    nouns: planNouns,
    uses: cueSet(`change create delete update ${generic} last when use`),
    serves: cueSet('names regions types'),
    score(view) {
      if (!view.noun('execution', 'plan') || view.has('howmany')) return undefined;
      const isOnePlan = view.slots.nouns.some(({ noun, plural }) => noun === 'plan' && !plural);
      if (isOnePlan && view.has('change', ...verbs)) return undefined;
      const isResource = view.records(['resource']).length > 0;
      return isResource ||
        (view.noun('execution') &&
          view.records([...codeKinds, 'application']).length > 0 &&
          view.slots.states.length === 0)
        ? 6.5
        : undefined;
    },
    *plan(view) {
      const touched = view.records(['resource']).length > 0;
      const kinds: readonly NamedKind[] = touched ? ['resource'] : [...codeKinds, 'application'];
      const text = yield* forRecord(view, kinds, 'a history of runs', ({ kind, row }) =>
        runsAnswer(
          kind === 'application' || kind === 'project' || kind === 'repository' ? kind : 'resource',
          row,
          touched && !view.has('last'),
        ),
      );
      return text ?? refusalAnswer(view.leftovers);
    },
  },
  {
    name: 'what the last apply changed',
    nouns: planNouns,
    uses: cueSet(`change create delete update ${generic} last when`),
    serves: new Set(),
    score: (view) =>
      view.noun('execution') && view.has('last') && view.has('change', 'create', 'delete', 'update')
        ? 8
        : undefined,
    plan: () => lastApplyAnswer(),
  },
  {
    name: 'author of a pull request',
    nouns: cueSet('pull_request project repository'),
    uses: cueSet(`opened create who ${generic}`),
    serves: cueSet('names states'),
    takesWords: true,
    takesNames: true,
    score: (view) => (view.noun('pull_request') && (view.has('who') || view.has('opened')) ? 8 : undefined),
    plan: authorAnswer,
  },
  {
    name: 'pull requests that touch',
    nouns: cueSet('pull_request'),
    uses: cueSet(`change update ${generic} delete create`),
    serves: cueSet('names states'),
    score: (view) =>
      view.noun('pull_request') && view.has('change', 'break', 'use', 'update', 'delete', 'create')
        ? 7
        : undefined,
    *plan(view) {
      const state = view.slots.states.find(({ value }) =>
        ['open', 'merged', 'closed'].includes(value),
      )?.value;
      const scopes = view.records(['environment', 'project', 'repository', 'application']);
      const reply = yield* read('list_pull_requests', {
        ...(state === undefined ? {} : { state }),
        limit: 50,
      });
      const [scope] = scopes.flatMap(({ found }) => found);
      const named =
        scope?.kind === 'environment'
          ? yield* read('list_projects', { environment: scope.row.ref, limit: 50 })
          : undefined;
      if (named?.rows.length === 0) {
        const open = reply.rows.slice(0, 20).map(pullRequestLine);
        return [
          `No project has the environment ${scope === undefined ? '' : cite(scope.row)}, so these are all ${state === undefined ? '' : `${state} `}pull requests, with their projects:`,
          ...open,
        ].join('\n');
      }
      const wanted =
        named?.rows.map(({ fields }) => textOf(fields, 'path')) ??
        (scope === undefined ? [] : [textOf(scope.row.fields, 'path', 'name')]);
      const rows = reply.rows.filter(({ fields }) => {
        const projects = Array.isArray(fields['projects'])
          ? fields['projects'].filter((one) => typeof one === 'string')
          : [];
        return (
          scope === undefined ||
          projects.some((project) => wanted.some((path) => path !== '' && project.endsWith(path))) ||
          textOf(fields, 'repository') === wanted[0]
        );
      });
      const of = scope === undefined ? '' : ` that touch projects of ${cite(scope.row)}`;
      return rows.length === 0
        ? `There are no ${state === undefined ? '' : `${state} `}pull requests${of}.`
        : [
            `${rows.length} ${state === undefined ? '' : `${state} `}pull ${rows.length === 1 ? 'request' : 'requests'}${of}:`,
            ...rows.slice(0, 20).map(pullRequestLine),
          ].join('\n');
    },
  },
  {
    name: 'last runs',
    nouns: cueSet('plan execution pull_request'),
    uses: cueSet(`${generic} last when break`),
    serves: cueSet('states names window limit'),
    score(view) {
      if (!view.has('last') || !view.noun('execution', 'plan', 'pull_request') || view.has('howmany'))
        return undefined;
      if (
        view.resolutions.some(
          ({ found }) => found.length > 0 && !found.some(({ kind }) => codeKinds.includes(kind)),
        )
      )
        return undefined;
      return lackedFilter(
        entityOf(view),
        view.slots.states.map(({ value }) => value),
        [],
        view.slots.window !== undefined,
      ) === undefined
        ? 5.5
        : undefined;
    },
    plan(view) {
      const isSeveral = view.slots.nouns.some(({ plural }) => plural);
      return lastEntities(
        {
          entity: entityOf(view),
          states: view.slots.states.map(({ value }) => value),
          scopes: codeScopes(view),
          now: view.now,
          ...(view.slots.window === undefined ? {} : { window: view.slots.window }),
        },
        view.slots.limit ?? (isSeveral ? 20 : 1),
      );
    },
  },
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
    serves: cueSet('types regions names states tags'),
    score: (view) =>
      view.has('why') && view.slots.types.length > 0 && view.slots.typesPlural ? 7 : undefined,
    *plan(view) {
      return yield* absenceAnswer(yield* listAnswer(queryOf(view)));
    },
  },
];

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

function entityOf(view: View): string {
  return (
    view.slots.nouns.find(({ noun }) => ['execution', 'plan', 'pull_request'].includes(noun))?.noun ??
    'execution'
  );
}

function planVerb(view: View): AskedPlanAction | undefined {
  return planActions.find((verb) => view.has(verb));
}

function namedPlan(view: View): string | undefined {
  const named = view.resolutions.find(({ name }) => name.kind === 'plan');
  return named?.found[0]?.row.ref ?? named?.name.text;
}

function codeScopes(view: View): readonly Scope[] {
  return view
    .records(codeKinds)
    .flatMap(({ name, found }) =>
      found.slice(0, 1).map(({ kind, row }) => ({ kind, value: row.ref, text: name.text })),
    );
}

function codeScope(view: View): Record<string, string> {
  return Object.fromEntries(codeScopes(view).map(({ kind, value }) => [kind, value]));
}

/** Finds pull requests by words of their titles. */
function* authorAnswer(view: View): ToolPlan {
  const reply = yield* read('list_pull_requests', { limit: 50 });
  const wanted = view.slots.spans
    .filter(({ kind }) => kind === 'word' || kind === 'type' || kind === 'condition')
    .flatMap(({ text }) => text.toLowerCase().split(/[^a-z0-9]+/))
    .filter((word) => word.length > 1);
  const rows = reply.rows.filter(({ fields }) => {
    const title =
      `${textOf(fields, 'title')} ${textOf(fields, 'number')} ${textOf(fields, 'source_branch')}`.toLowerCase();
    return wanted.length > 0 && wanted.every((word) => title.includes(word.replace(/s$/, '')));
  });
  if (rows.length === 0)
    return [
      `No pull request has these words in its title. ${reply.total ?? reply.rows.length} are known:`,
      ...reply.rows.slice(0, 20).map(pullRequestLine),
    ].join('\n');
  return rows
    .slice(0, 20)
    .map(
      (row) =>
        `${textOf(row.fields, 'author') === '' ? 'An unknown author' : textOf(row.fields, 'author')} opened ${line(row, [textOf(row.fields, 'title'), textOf(row.fields, 'repository'), textOf(row.fields, 'state')]).slice(2)}.`,
    )
    .join('\n');
}
