import { defined } from '../../../defined.ts';
import type { JsonObject } from '../../../json/json.ts';
import { entityArguments, entityFilters, entityTools, supportsFilters } from '../entity-arguments.ts';
import { form } from '../form.ts';
import type { EntityNoun } from '../lexicon.ts';
import { namedResource } from '../named-resource.ts';
import { read } from '../plan.ts';
import type { Question } from '../question.ts';
import { isObject } from '../../../json/json.ts';
import type { OkReply, ReplyRow } from '../tool-reply.ts';
import { resolveName } from '../resolve-name.ts';
import type { NamedKind } from '../resolve-name.ts';
import { cite, detailsOf, line, listedRows, plain, textOf, timeOf } from '../write-text.ts';

const codeKinds: readonly NamedKind[] = ['project', 'repository'];

export const lastPlan = form({
  name: 'last plan of a project',
  family: 'ci',
  examples: [
    'What is the last plan of terraform/shop/production?',
    'Show the latest plan of repository sample-company/infrastructure',
  ],
  patterns: [
    'what|which [last] plan of|for|in NAME',
    'show [last] plan of|for|in NAME',
    '[last] plan of|for|in NAME',
    'when last plan of|for|in NAME',
    "NAME 's last plan",
    'what NAME last plan',
    'when NAME last plan',
  ],
  accepts: {},
  when: ({ names }) =>
    names[0]?.field === undefined || names[0].field === 'project' || names[0].field === 'repository',
  *plan(question) {
    const { kind, row } = yield* resolveName(question.names[0] ?? { text: '', certain: false }, codeKinds);
    const reply = yield* read('list_plans', { [kind]: row.ref, limit: 1 });
    const [plan] = reply.rows;
    if (plan === undefined) return `There is no plan of ${cite(row)}.`;
    return `The last plan of ${cite(row)} is ${planLine(plan)}.`;
  },
});

export const lastRun = form({
  name: 'last run of a project',
  family: 'ci',
  examples: [
    'What is the last run of terraform/shop/production?',
    'When was the last run of project terraform/shop/staging?',
  ],
  patterns: [
    'what|which [last] execution of|for|in NAME',
    'show [last] execution of|for|in NAME',
    '[last] execution of|for|in NAME',
    'when last execution of|for|in NAME',
    'when NAME last execution',
    "NAME 's last execution",
  ],
  accepts: {},
  when: ({ names }) => [undefined, 'project', 'repository', 'application'].includes(names[0]?.field),
  *plan(question) {
    const { kind, row } = yield* resolveName(question.names[0] ?? { text: '', certain: false }, [
      ...codeKinds,
      'application',
      'resource',
    ]);
    const tool = kind === 'resource' ? 'resource_executions' : 'list_executions';
    const reply = yield* read(tool, { [kind]: row.ref, limit: 5 });
    if (reply.rows.length === 0) return `There is no run of ${cite(row)}.`;
    return [`The last runs of ${cite(row)}, newest first:`, ...reply.rows.map(runLine)].join('\n');
  },
});

export const lastEntities = form({
  name: 'last plan, run or pull request',
  family: 'ci',
  examples: ['What was the last run?', 'Show the latest plan', 'Last failed runs'],
  patterns: ['show last ENTITY', 'last ENTITY', 'what|which last ENTITY', 'when last ENTITY'],
  accepts: entityFilters,
  when: (question) =>
    question.entity !== undefined && newestFirst.includes(question.entity) && supportsFilters(question),
  *plan(question) {
    const { entity = 'execution', isSeveral = false } = question;
    const { tool, one, several } = entityTools[entity];
    const prepared = yield* entityArguments(question, false);
    const reply = yield* read(tool, { ...prepared.arguments, limit: isSeveral ? listedRows : 1 });
    const phrase = `${prepared.adjective}${isSeveral ? several : one}${prepared.phrase(reply.subject)}`;
    if (reply.rows.length === 0) return `There is no ${phrase}.`;
    return [`The last ${phrase}:`, ...reply.rows.map(lineOf)].join('\n');
  },
});

/** Records whose tools list the newest first. */
const newestFirst: readonly EntityNoun[] = ['plan', 'execution', 'pull_request'];

function lineOf(row: ReplyRow): string {
  if (row.type === 'plan') return `- ${planLine(row)}`;
  return row.type === 'execution' ? runLine(row) : line(row, detailsOf(row));
}

export const planEffect = form({
  name: 'what a plan touches',
  family: 'ci',
  examples: [
    'What will the last plan of terraform/shop/production touch?',
    'What does the latest plan for project terraform/shop/staging change?',
  ],
  patterns: [
    'what [last] plan of|for|in NAME VERB',
    'what|which RES [last] plan of|for|in NAME VERB',
    'what [last] plan of|for|in NAME affect|use|break',
    'what|which RES [last] plan of|for|in NAME affect',
    'what|which RES affect by [last] plan of|for NAME',
    'what affect by [last] plan of|for NAME',
  ],
  accepts: {},
  when: ({ names, types }) =>
    types.length === 0 &&
    (names[0]?.field === 'project' || names[0]?.field === 'repository' || names[0]?.field === undefined),
  *plan(question) {
    const [name = { text: '', certain: false }] = question.names;
    const { kind, row } = yield* resolveName(name, codeKinds);
    const found = yield* read('list_plans', { [kind]: row.ref, limit: 1 });
    const [plan] = found.rows;
    if (plan === undefined) return `There is no plan of ${cite(row)}.`;
    return planText(yield* read('get_plan', planArguments(plan.ref, question)), question);
  },
});

export const newestPlanEffect = form({
  name: 'what the newest plan touches',
  family: 'ci',
  examples: ['What will this plan delete?', 'What does the last plan change?'],
  patterns: [
    'what|which [last] plan affect',
    'what|which [last] plan VERB',
    'what|which RES [last] plan VERB',
  ],
  accepts: {},
  when: ({ types }) => types.length === 0,
  *plan(question) {
    const found = yield* read('list_plans', { limit: 1 });
    const [plan] = found.rows;
    if (plan === undefined) return 'There is no plan.';
    return planText(yield* read('get_plan', planArguments(plan.ref, question)), question);
  },
});

/** Verbs of questions that are actions of plans. Other verbs ask for all changes. */
const planActions: Readonly<Record<string, string>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
};

function planArguments(plan: string, { verb }: Question): JsonObject {
  const action = verb === undefined ? undefined : planActions[verb];
  return defined({ plan, action });
}

export const showPlanForm = form({
  name: 'a plan',
  family: 'ci',
  examples: ['What will plan "plan-1" touch?', 'Show plan "plan-1"'],
  patterns: [
    'what NAME VERB',
    'what|which RES NAME VERB',
    'what NAME affect|use|break',
    'show NAME',
    'what affect by NAME',
    'what|which RES NAME affect',
    'NAME',
  ],
  accepts: {},
  when: ({ names }) => names[0]?.field === 'plan',
  *plan(question) {
    const plan = question.names[0]?.text ?? '';
    return planText(yield* read('get_plan', planArguments(plan, question)), question);
  },
});

export const runsOfResource = form({
  name: 'runs that touched a resource',
  family: 'ci',
  examples: [
    'Which runs touched orders-production?',
    'Show the executions that affected queue orders-production',
    'Which plans touch orders-production?',
  ],
  patterns: [
    'which|what execution|plan affect|changed|update|create NAME',
    'show execution|plan affect|changed NAME',
    'execution affect|changed NAME',
    'NAME affect by which execution',
    'which|what execution|plan affect|changed|use|delete|break NAME',
    'which execution NAME',
    'execution on NAME',
    'show execution on NAME',
    'how many execution affect NAME',
  ],
  accepts: { regions: true, scopes: ['account'] },
  *plan(question) {
    const row = yield* namedResource(question);
    const reply = yield* read('resource_executions', { resource: row.ref, limit: listedRows });
    if (reply.rows.length === 0) return `No run touched ${cite(row)}.`;
    return [`Runs that touched ${cite(row)}:`, ...reply.rows.map(runLine)].join('\n');
  },
});

function runLine(row: ReplyRow): string {
  const { fields } = row;
  return line(row, [
    textOf(fields, 'kind'),
    textOf(fields, 'status'),
    textOf(fields, 'project', 'repository'),
    timeOf(fields, 'finished_at', 'started_at', 'created_at'),
    textOf(fields, 'actor'),
  ]);
}

function planLine(row: ReplyRow): string {
  const { fields } = row;
  const details = [textOf(fields, 'project'), timeOf(fields, 'created_at'), actionsText(fields['summary'])];
  return `[${row.ref}]: ${details.filter((detail) => detail !== '').join(', ')}`;
}

/** Returns `create 2, delete 1` of the actions that have a count. */
function actionsText(summary: ReplyRow['fields'][string] | undefined): string {
  if (!isObject(summary)) return '';
  const actions = Object.entries(summary).flatMap(([action, count]) =>
    typeof count === 'number' && count > 0 ? [`${plain(action)} ${count}`] : [],
  );
  return actions.join(', ');
}

/** The plan and the changes of resources that it proposes. */
function planText(reply: OkReply, { verb }: Question): string {
  const plan = reply.rows.find(({ type }) => type === 'plan') ?? reply.rows[0];
  const subject = plan?.ref ?? reply.subject;
  const changes = reply.rows.filter((row) => row !== plan || textOf(row.fields, 'address') !== '');
  const actions =
    actionsText(reply.summary['summary']) ||
    actionsText(reply.summary) ||
    actionsText(plan?.fields['summary']);
  const lead = `The plan${subject === undefined ? '' : ` [${subject}]`}${actions === '' ? '' : ` has these actions: ${actions}`}`;
  const action = verb === undefined ? undefined : planActions[verb];
  const intro =
    action === undefined ? `${lead}.` : `${lead}. It will ${action} ${reply.total ?? changes.length}.`;
  const hasMore = reply.truncated || changes.length > listedRows;
  return [
    intro,
    ...changes.slice(0, listedRows).map(planChangeLine),
    ...(hasMore ? ['The plan has more changes.'] : []),
  ].join('\n');
}

function planChangeLine({ ref, fields }: ReplyRow): string {
  const actions = fields['actions'];
  const texts = Array.isArray(actions)
    ? actions.filter((one) => typeof one === 'string').join(' and ')
    : textOf(fields, 'actions', 'action');
  return `- ${textOf(fields, 'address', 'name')} [${ref}]: ${plain(texts)}`;
}
