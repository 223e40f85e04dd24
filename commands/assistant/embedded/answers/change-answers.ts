import { groupText } from '../../../../domain/assistant/embedded/group-text.ts';
import type { Grouping } from '../../../../domain/assistant/embedded/grouping.ts';
import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { defaultWindow } from '../../../../domain/assistant/embedded/read-time-phrase.ts';
import type { TimeWindow } from '../../../../domain/assistant/embedded/read-time-phrase.ts';
import type { OkReply, ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { titleOfType } from '../../../../domain/assistant/embedded/type-names.ts';
import {
  cite,
  describeWindow,
  joinTexts,
  listedRows,
  plain,
  plural,
  scalarText,
  textOf,
  timeOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import { arrayOf } from '../../../../domain/assistant/embedded/tool-reply.ts';
import { isObject } from '../../../../domain/json/json.ts';
import type { Json } from '../../../../domain/json/json.ts';
import { prepareQuery } from '../resource-query.ts';
import type { ResourceQuery } from '../resource-query.ts';

export type ChangeVerb = 'create' | 'update' | 'delete' | 'reappear';

/** Changes that a question asks about. */
export interface ChangeQuery {
  readonly resources: ResourceQuery;
  /** A resource whose changes are meant. */
  readonly of?: ReplyRow;
  readonly verb?: ChangeVerb;
  readonly explained?: boolean;
  readonly actor?: string;
  readonly window?: TimeWindow;
  readonly now: Date;
  /** How many changes are listed. */
  readonly limit?: number;
}

const kinds: Readonly<Record<ChangeVerb, string>> = {
  create: 'created',
  delete: 'deleted',
  update: 'updated',
  reappear: 'reappeared',
};

interface PreparedChanges {
  readonly arguments: Record<string, Json>;
  /** Returns `3 changes of the kind created of X from … to …`. */
  readonly text: (total: number | null) => string;
}

/** Without a time: the last 7 days, and of one resource all changes, because it has few. */
function* prepare(query: ChangeQuery): ToolPlan<PreparedChanges> {
  const { resources, of, verb, explained, actor } = query;
  const prepared = yield* prepareQuery(resources);
  const window = query.window ?? (of === undefined ? defaultWindow(query.now) : undefined);
  const { types } = resources;
  const words = [
    ...(explained === undefined ? [] : [explained ? 'explained' : 'unexplained']),
    '%',
    ...(verb === undefined ? [] : [`of the kind ${kinds[verb]}`]),
    ...(of === undefined && types.length > 0
      ? [`of the type ${joinTexts(types.slice(0, 4).map(titleOfType), 'or')}`]
      : []),
    ...(of === undefined ? [] : [`of ${cite(of)}`]),
    ...(actor === undefined ? [] : [`by ${plain(actor)}`]),
  ].join(' ');
  return {
    arguments: {
      ...(of === undefined ? prepared.arguments : { resource: of.ref }),
      ...(verb === undefined ? {} : { kind: kinds[verb] }),
      ...(explained === undefined ? {} : { explained }),
      ...(actor === undefined ? {} : { actor }),
      ...(window === undefined
        ? {}
        : { since: window.since.toISOString(), until: window.until.toISOString() }),
    },
    text: (total) =>
      `${total ?? 'Some'} ${words.replace('%', () => plural(total, 'change', 'changes'))}${of === undefined ? prepared.phrase : ''}${window === undefined ? '' : ` ${describeWindow(window)}`}`,
  };
}

export function* changeCount(query: ChangeQuery): ToolPlan {
  const prepared = yield* prepare(query);
  const reply = yield* read('count_changes', prepared.arguments);
  return `${prepared.text(reply.total)}.`;
}

export function* changeList(query: ChangeQuery): ToolPlan {
  const prepared = yield* prepare(query);
  const limit = Math.min(query.limit ?? listedRows, listedRows);
  const reply = yield* read('list_changes', { ...prepared.arguments, limit });
  return listText(prepared.text(reply.total), reply);
}

/** Who made changes: the actors, then the changes. */
export function* whoAnswer(query: ChangeQuery): ToolPlan {
  const prepared = yield* prepare(query);
  const reply = yield* read('list_changes', { ...prepared.arguments, limit: listedRows });
  if (reply.rows.length === 0) return `Nobody is known to have done so: ${prepared.text(reply.total)}.`;
  const actors = [
    ...new Set(reply.rows.map(({ fields }) => textOf(fields, 'actor')).filter((actor) => actor !== '')),
  ];
  const lead = actors.length === 0 ? 'The actor is not known.' : `By ${joinTexts(actors.slice(0, 5))}.`;
  return `${lead} ${listText(prepared.text(reply.total), reply)}`;
}

export function* changeGroups(query: ChangeQuery, by: Grouping | (typeof otherGroupings)[number]): ToolPlan {
  const prepared = yield* prepare(query);
  const reply = yield* read('count_changes', {
    ...prepared.arguments,
    group_by: by === 'type' ? 'resource_type' : by,
  });
  if (reply.groups.length === 0) return `${prepared.text(reply.total)}.`;
  return `${prepared.text(reply.total)}, by ${by}:\n${groupText(reply, isOtherGrouping(by) ? 'status' : by)}`;
}

/** Groupings that only changes have. */
const otherGroupings = ['actor', 'day', 'kind', 'source'] as const;

function isOtherGrouping(by: string): by is (typeof otherGroupings)[number] {
  return otherGroupings.some((one) => one === by);
}

/** The groupings of `count_changes`. */
export const changeGroupingNames: readonly string[] = [
  'account',
  'region',
  'type',
  'actor',
  'day',
  'resource',
  'kind',
  'source',
];

/** Why a resource changed: what explains its last changes. */
export function* whyChanged(query: ChangeQuery): ToolPlan {
  const prepared = yield* prepare(query);
  const reply = yield* read('list_changes', { ...prepared.arguments, limit: 5 });
  if (reply.rows.length === 0) return `No change is known: ${prepared.text(reply.total)}.`;
  return [
    `What explains ${prepared.text(reply.total)}, newest first:`,
    ...reply.rows.map((row) => {
      const by = textOf(row.fields, 'explained_by');
      const reason =
        by === ''
          ? 'no plan, run or pull request explains it'
          : `explained by ${by === 'execution' ? 'a run' : `a ${by.replaceAll('_', ' ')}`}`;
      return `${changeLine(row)}; ${reason}`;
    }),
  ].join('\n');
}

function listText(lead: string, reply: OkReply): string {
  if (reply.rows.length === 0) return `${lead}.`;
  const hasMore = reply.truncated || (reply.total !== null && reply.total > reply.rows.length);
  return [
    `${lead}:`,
    ...reply.rows.slice(0, listedRows).map(changeLine),
    ...(hasMore ? ['The list continues with older changes.'] : []),
  ].join('\n');
}

/** `/configuration/Timeout: 30 → 60`, of the first paths whose values are short. */
function valuesText(fields: ReplyRow['fields']): string {
  const entries = arrayOf(fields['diff']).filter(isObject);
  const texts = entries
    .slice(0, 3)
    .map((entry) => `${textOf(entry, 'path')}: ${valueOf(entry['before'])} → ${valueOf(entry['after'])}`);
  return joinTexts(texts).replaceAll('[', '(').replaceAll(']', ')').slice(0, 300);
}

function valueOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return (scalarText(value) || JSON.stringify(value)).slice(0, 60);
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
    textOf(fields, 'event_name'),
    kind === 'updated'
      ? valuesText(fields) || paths.replaceAll('[', '(').replaceAll(']', ')').slice(0, 200)
      : '',
  ];
  return `- ${hasNames ? `${resource} ${kind} ` : ''}[${ref}]: ${details.filter((detail) => detail !== '').join(', ')}`;
}
