import type { NamedKind } from '../../../../domain/assistant/embedded/named-kind.ts';
import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { cite, textOf, line } from '../../../../domain/assistant/embedded/write-text.ts';
import {
  lastApplyAnswer,
  lastPlan,
  planEffect,
  planRisk,
  pullRequestLine,
  runsAnswer,
} from '../answers/ci-answers.ts';
import type { AskedPlanAction } from '../answers/ci-answers.ts';
import { lackedFilter, lastEntities } from '../answers/entity-answers.ts';
import { refusalAnswer } from '../answers/fixed-answers.ts';
import { forRecord } from '../each-record.ts';
import type { Scope } from '../resource-query.ts';
import type { View } from '../view.ts';
import { cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';

const generic = `${genericCues} recently`;
/** What a question about a plan or a run may name besides it. */
const planNouns = cueSet<string>('plan execution project repository resource');
const planActions: readonly AskedPlanAction[] = ['replace', 'create', 'delete', 'update'];
const codeKinds: readonly NamedKind[] = ['project', 'repository'];

/** Intents about plans, runs and pull requests. */
export const ciIntents: readonly Intent[] = [
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
      if (isOnePlan && view.has('change', 'create', 'delete', 'update', 'reappear')) return undefined;
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
];

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
