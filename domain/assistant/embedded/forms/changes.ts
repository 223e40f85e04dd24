import type { JsonObject } from '../../../json/json.ts';
import { changeArguments, changeFilters, changePhrase } from '../change-arguments.ts';
import { form } from '../form.ts';
import { groupText } from '../group-text.ts';
import { read } from '../plan.ts';
import type { ToolPlan } from '../plan.ts';
import type { Question } from '../question.ts';
import { describeFilters } from '../resource-arguments.ts';
import { resolveName } from '../resolve-name.ts';
import type { OkReply, ReplyRow } from '../tool-reply.ts';
import { cite, joinTexts, listedRows, textOf, timeOf } from '../write-text.ts';

export const countChanged = form({
  name: 'count changes',
  family: 'changes',
  examples: [
    'How many changes were there in the last 24 hours?',
    'How many queues were deleted since yesterday?',
    'How many unexplained changes last week?',
  ],
  patterns: [
    'how many VERB',
    'how many RES VERB',
    'how many of RES VERB',
    'number of changed',
    'number of RES VERB',
    'how many VERB RES',
    'how many changed to|in|of|on RES',
    'how many changed happen',
    'how much changed',
    'count changed',
    'count VERB RES',
    'how many RES changed',
    'is RES VERB',
    'how many RES changed in',
  ],
  accepts: changeFilters,
  when: isChange,
  *plan(question) {
    const prepared = yield* changeArguments(question);
    const reply = yield* read('count_changes', prepared.arguments);
    return `${reply.total ?? 'No count of'} ${changePhrase(question, reply.total)}${describeFilters(withoutReasons(question), prepared.scopes, reply.subject)} ${prepared.window}.`;
  },
});

export const listChanged = form({
  name: 'list changes',
  family: 'changes',
  examples: [
    'What changed today?',
    'Show the resources created since 2026-05-01',
    'What was deleted yesterday in eu-west-1?',
    'Unexplained changes this week',
  ],
  patterns: [
    'what|which VERB',
    'what|which RES VERB',
    'show VERB',
    'show everything|anything VERB',
    'show VERB RES',
    'show RES VERB',
    'VERB RES',
    'RES VERB',
    'what VERB RES',
    'what happen',
    'what|which changed happen',
    'what last changed',
    'last changed',
    'show last changed',
    'show last VERB RES',
    'show last RES VERB',
    'changed',
    'VERB',
    'what VERB in',
    'show changed to|of|in RES',
    'changed to|of|in RES',
    'RES changed',
    'who changed what',
    'who changed RES',
    'who changed anything|something',
    'who VERB RES',
    'who VERB',
    'is anything VERB',
  ],
  accepts: changeFilters,
  when: isChange,
  *plan(question) {
    const prepared = yield* changeArguments(question);
    const reply = yield* read('list_changes', { ...prepared.arguments, limit: listedRows });
    const phrase = changePhrase(question, reply.total);
    const filters = describeFilters(withoutReasons(question), prepared.scopes, reply.subject);
    return changeList(`${reply.total ?? 'Some'} ${phrase}${filters} ${prepared.window}`, reply);
  },
});

export const groupChanged = form({
  name: 'group changes',
  family: 'changes',
  examples: ['Changes by account in the last 7 days', 'How many changes per region since Monday?'],
  patterns: [
    'changed BY',
    'how many changed BY',
    'show changed BY',
    'RES VERB BY',
    'how many RES VERB BY',
    'number of changed BY',
    'count changed BY',
    'show number of changed BY',
    'which|what GROUP most changed',
    'what changed BY',
    'GROUP with most changed',
    'who most changed',
    'where most changed',
  ],
  accepts: changeFilters,
  when: (question) =>
    isChange(question) && ['account', 'region', 'type', undefined].includes(question.group?.by),
  *plan(question) {
    const prepared = yield* changeArguments(question);
    const by = question.group?.by ?? 'account';
    const reply = yield* read('count_changes', {
      ...prepared.arguments,
      group_by: by === 'type' ? 'resource_type' : by,
    });
    const filters = describeFilters(withoutReasons(question), prepared.scopes, reply.subject);
    return `${reply.total ?? 'No count of'} ${changePhrase(question, reply.total)}${filters} ${prepared.window}, by ${by}:\n${groupText(reply, by)}`;
  },
});

export const changesOf = form({
  name: 'changes of a record',
  family: 'changes',
  examples: [
    'What changed in orders-production?',
    'Show the history of queue orders-production',
    'What changed in account sandbox today?',
  ],
  patterns: [
    'what VERB in|on|to|of|about|with NAME',
    'show changed in|on|to|of|for NAME',
    'changed in|on|to|of|for NAME',
    'history of NAME',
    'show history of|for NAME',
    'what history of NAME',
    "NAME 's history|changed",
    'what happen to|with|in NAME',
    'how NAME changed',
    'NAME VERB',
    'is NAME VERB',
    'what last changed in|of|to NAME',
    'what NAME changed',
    'show revision of NAME',
    'revision of NAME',
    'show last changed of|in|to NAME',
    'which changed in|on|to|of|affect NAME',
  ],
  accepts: { window: true, regions: true, scopes: ['account'], attributes: ['explained', 'unexplained'] },
  when: ({ names }) => names[0]?.field !== 'plan',
  *plan(question) {
    return yield* changesOfRecord(question);
  },
});

export const countChangesOf = form({
  name: 'count changes of a record',
  family: 'changes',
  examples: [
    'How many changes of queue orders-production were there in the last 30 days?',
    'How many changes in account sandbox in the last 24 hours?',
  ],
  patterns: [
    'how many changed in|on|to|of|for NAME',
    'number of changed in|on|to|of|for NAME',
    'count changed in|on|to|of|for NAME',
  ],
  accepts: { window: true, regions: true, scopes: ['account'], attributes: ['explained', 'unexplained'] },
  when: ({ names }) => names[0]?.field !== 'plan',
  *plan(question) {
    const { reply, text } = yield* readChangesOf(question, 'count_changes');
    return `${text(reply)}.`;
  },
});

export const whoChanged = form({
  name: 'who changed a record',
  family: 'changes',
  examples: ['Who changed orders-production?', 'Who deleted queue archive-production last week?'],
  patterns: [
    'who VERB NAME',
    'who last VERB NAME',
    'who VERB NAME last',
    'who create changed to|in NAME',
    'by who NAME VERB',
    'who VERB changed to NAME',
    'who NAME VERB by',
    'who changed something in|on NAME',
    'who changed in NAME',
  ],
  accepts: { window: true, regions: true, scopes: ['account'], attributes: ['explained', 'unexplained'] },
  *plan(question) {
    return yield* changesOfRecord(question);
  },
});

/** `deleted queues` without a time are resources with the status `deleted`, not changes. */
function isChange({ verb, isThing, filters }: Question): boolean {
  return verb !== 'delete' || isThing !== true || filters.window !== undefined;
}

function withoutReasons(question: Question): Question {
  const attributes = question.filters.attributes.filter(
    (value) => value !== 'explained' && value !== 'unexplained',
  );
  return { ...question, filters: { ...question.filters, attributes } };
}

const scopeKinds = ['account', 'environment', 'application', 'team', 'project'] as const;

function* changesOfRecord(question: Question): ToolPlan {
  const { reply, text } = yield* readChangesOf(question, 'list_changes', { limit: listedRows });
  return changeList(text(reply), reply);
}

interface ChangesOfRecord {
  readonly reply: OkReply;
  /** Returns `3 changes of X [r1] since …`. */
  readonly text: (reply: OkReply) => string;
}

function* readChangesOf(
  question: Question,
  tool: 'count_changes' | 'list_changes',
  args: JsonObject = {},
): ToolPlan<ChangesOfRecord> {
  const [name = { text: '', certain: false }] = question.names;
  const kinds =
    name.field !== undefined && name.field !== 'region'
      ? scopeKinds
      : (['resource', 'account', 'application', 'environment'] as const);
  const { kind, row } = yield* resolveName(name, kinds, question.filters);
  // A resource has few changes: without a time, all of them are of interest.
  const prepared = yield* changeArguments(
    { ...question, filters: { ...question.filters, regions: [], scopes: [] } },
    kind === 'resource',
  );
  const period = prepared.window === '' ? '' : ` ${prepared.window}`;
  return {
    reply: yield* read(tool, { ...prepared.arguments, ...args, [kind]: row.ref }),
    text: ({ total }) => `${total ?? 'Some'} ${changePhrase(question, total)} of ${cite(row)}${period}`,
  };
}

function changeList(lead: string, reply: OkReply): string {
  if (reply.rows.length === 0) return `${lead}.`;
  const hasMore = reply.truncated || (reply.total !== null && reply.total > reply.rows.length);
  return [
    `${lead}:`,
    ...reply.rows.slice(0, listedRows).map(changeLine),
    ...(hasMore ? ['The list continues with older changes.'] : []),
  ].join('\n');
}

function changeLine({ ref, fields }: ReplyRow): string {
  const actor = textOf(fields, 'actor');
  const texts = fields['changed_paths'];
  const paths = Array.isArray(texts)
    ? joinTexts(texts.filter((one) => typeof one === 'string').slice(0, 3))
    : '';
  const resource = textOf(fields, 'resource');
  const kind = textOf(fields, 'kind');
  // Without names, the model does not know whether there is an actor, and the citation states resource and kind.
  const hasNames = resource !== '';
  const details = [
    hasNames ? '' : kind,
    textOf(fields, 'resource_type'),
    textOf(fields, 'region'),
    timeOf(fields, 'occurred_at'),
    actor === '' ? (hasNames ? 'actor unknown' : '') : `by ${actor}`,
    kind === 'updated' ? paths.replaceAll('[', '(').replaceAll(']', ')').slice(0, 200) : '',
  ];
  return `- ${hasNames ? `${resource} ${kind} ` : ''}[${ref}]: ${details.filter((detail) => detail !== '').join(', ')}`;
}
