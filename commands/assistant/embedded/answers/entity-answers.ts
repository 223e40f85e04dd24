import { read } from '../../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { groupText } from '../../../../domain/assistant/embedded/group-text.ts';
import { defaultWindow } from '../../../../domain/assistant/embedded/read-time-phrase.ts';
import type { TimeWindow } from '../../../../domain/assistant/embedded/read-time-phrase.ts';
import type { ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import {
  describeWindow,
  detailsOf,
  hasTexts,
  hiddenText,
  joinTexts,
  line,
  listRows,
  listedRows,
  plain,
  plural,
  textOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import type { Json, JsonObject } from '../../../../domain/json/json.ts';
import { iacProjectKinds, iacSystems, scanStatuses, scanTriggers } from '../../../../domain/values.ts';
import { planLine, pullRequestLine, runLine } from './ci-answers.ts';
import { scanLine } from './knowledge-answers.ts';
import { appendValue, describeScope } from '../resource-query.ts';
import type { Scope } from '../resource-query.ts';

interface EntityTool {
  readonly tool: string;
  readonly one: string;
  readonly several: string;
  /** Argument → states that are values of it. */
  readonly states: Readonly<Record<string, readonly string[]>>;
  readonly scopes: readonly string[];
  /** Whether the records are limited to a period. */
  readonly hasWindow?: true;
  /** Arguments of every call. */
  readonly always?: JsonObject;
  /** Fields with the time of a record, by the state in which the question asks for it; `''` for any other. */
  readonly times?: Readonly<Record<string, readonly string[]>>;
}

const executionStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** The tools that list records which are no resources, with the filters that questions can name. */
export const entityTools: Readonly<Record<string, EntityTool>> = {
  account: {
    tool: 'list_accounts',
    one: 'account',
    several: 'accounts',
    states: { status: ['pending', 'connected', 'invalid', 'unreachable', 'suspended', 'departed'] },
    scopes: [],
  },
  application: {
    tool: 'list_applications',
    one: 'application',
    several: 'applications',
    states: { criticality: ['critical'], archived: ['archived'] },
    scopes: ['team'],
  },
  team: { tool: 'list_teams', one: 'team', several: 'teams', states: {}, scopes: [] },
  environment: {
    tool: 'list_environments',
    one: 'environment',
    several: 'environments',
    states: {},
    scopes: [],
  },
  project: {
    tool: 'list_projects',
    one: 'IaC project',
    several: 'IaC projects',
    states: { status: ['active'], system: iacSystems, kind: iacProjectKinds },
    scopes: ['repository', 'environment'],
  },
  repository: {
    tool: 'list_repositories',
    one: 'repository',
    several: 'repositories',
    states: { provider: ['github', 'gitlab'] },
    scopes: [],
  },
  pull_request: {
    tool: 'list_pull_requests',
    one: 'pull request',
    several: 'pull requests',
    states: { state: ['open', 'merged', 'closed'] },
    scopes: ['repository', 'project'],
    times: { merged: ['merged_at'], closed: ['closed_at'], '': ['opened_at'] },
  },
  plan: {
    tool: 'list_plans',
    one: 'plan',
    several: 'plans',
    states: {},
    scopes: ['repository', 'project'],
    hasWindow: true,
    times: { '': ['created_at'] },
  },
  execution: {
    tool: 'list_executions',
    one: 'run',
    several: 'runs',
    states: { status: executionStatuses, kind: ['apply', 'destroy', 'drift'] },
    scopes: ['repository', 'project'],
    hasWindow: true,
    times: { '': ['finished_at', 'started_at', 'created_at'] },
  },
  scan: {
    tool: 'get_discovery',
    one: 'scan',
    several: 'scans',
    states: { scan_status: scanStatuses, trigger: scanTriggers },
    scopes: ['account'],
    times: { '': ['finished_at', 'started_at', 'created_at'] },
    always: { section: 'scans' },
  },
};

export interface EntityQuery {
  readonly entity: string;
  readonly states: readonly string[];
  readonly scopes: readonly Scope[];
  readonly window?: TimeWindow;
  readonly now: Date;
  /** Arguments that the question states otherwise, with their text. */
  readonly more?: { readonly arguments: JsonObject; readonly text: string };
}

/** Whether the tool of records has the filters of a question; else the filter that it lacks, as text. */
export function lackedFilter(
  entity: string,
  states: readonly string[],
  scopes: readonly Scope[],
  hasTime: boolean,
): string | undefined {
  const tool = entityTools[entity];
  if (tool === undefined) return entity;
  const values = Object.values(tool.states).flat();
  const state = states.find((one) => !values.includes(one));
  if (state !== undefined) return `"${state}"`;
  if (hasTime && tool.hasWindow !== true) return 'time';
  return scopes.find(({ kind }) => !tool.scopes.includes(kind))?.kind;
}

interface Prepared {
  readonly tool: EntityTool;
  readonly arguments: JsonObject;
  readonly adjective: string;
  readonly phrase: string;
}

function prepare(
  { entity, states, scopes, window: stated, now, more }: EntityQuery,
  withDefault: boolean,
): Prepared {
  const tool = entityTools[entity] ?? entityTools['account'];
  if (tool === undefined) throw new Error('accounts have a tool');
  const args: Record<string, Json> = {};
  for (const [argument, values] of Object.entries(tool.states)) {
    const own = states.filter((value) => values.includes(value));
    if (own.length > 0) args[argument] = argument === 'archived' ? true : [...new Set(own)];
  }
  if (entity === 'application' && args['archived'] === undefined) args['archived'] = false;
  for (const { kind, value } of scopes) args[kind] = appendValue(args[kind], value);
  const window =
    tool.hasWindow === true ? (stated ?? (withDefault ? defaultWindow(now) : undefined)) : undefined;
  if (window !== undefined) {
    args['since'] = window.since.toISOString();
    args['until'] = window.until.toISOString();
  }
  return {
    tool,
    arguments: { ...tool.always, ...args, ...more?.arguments },
    adjective: states.length === 0 ? '' : `${joinTexts(states, 'or')} `,
    phrase: [
      ...scopes.map((scope) => ` ${describeScope(scope)}`),
      ...(more === undefined ? [] : [` ${more.text}`]),
      ...(window === undefined ? [] : [` ${describeWindow(window)}`]),
    ].join(','),
  };
}

export function* entityCount(query: EntityQuery): ToolPlan {
  const { tool, arguments: args, adjective, phrase } = prepare(query, true);
  const reply = yield* read(tool.tool, { ...args, count_only: true });
  return `${plural(reply.total, 'There is', 'There are')} ${reply.total ?? 'no count of'} ${adjective}${plural(reply.total, tool.one, tool.several)}${phrase}.`;
}

export function* entityList(query: EntityQuery): ToolPlan {
  const { tool, arguments: args, adjective, phrase } = prepare(query, true);
  const reply = yield* read(tool.tool, { ...args, limit: listedRows });
  const count = reply.total ?? (reply.rows.length === 0 ? 'No' : '');
  const lead = `${count} ${adjective}${plural(reply.total, tool.one, tool.several)}${phrase}`.trim();
  if (reply.rows.length === 0) return `${lead}.`;
  const more = reply.truncated || (reply.total ?? 0) > reply.rows.length;
  return [
    `${lead.charAt(0).toUpperCase()}${lead.slice(1)}:`,
    ...reply.rows.map(entityLine),
    ...(more ? ['The list continues; add a filter to shorten it.'] : []),
  ].join('\n');
}

export function* entityGroups(query: EntityQuery, by: string): ToolPlan {
  const { tool, arguments: args } = prepare(query, true);
  const reply = yield* read(tool.tool, { ...args, group_by: by });
  return `${reply.total ?? 'No count of'} ${plural(reply.total, tool.one, tool.several)}, by ${by}:\n${groupText(reply, 'status')}`;
}

/** The accounts below an organizational unit, or the others. */
export function* unitAccounts(unit: string, isExcluded: boolean): ToolPlan {
  const text = unit.split('/').findLast((part) => part !== '') ?? unit;
  const reply = yield* read('list_accounts', { ...(isExcluded ? {} : { q: text.slice(0, 200) }), limit: 50 });
  const hidden = reply.rows.find((row) => !hasTexts(row));
  if (hidden !== undefined) return hiddenText(hidden, 'organizational unit');
  const isBelow = ({ fields }: ReplyRow) =>
    textOf(fields, 'ou_path').toLowerCase().split('/').includes(text.toLowerCase());
  const rows = reply.rows.filter((row) => isBelow(row) !== isExcluded);
  const count = `${reply.truncated ? 'At least ' : ''}${rows.length}`;
  const lead = `${count} ${plural(rows.length, 'account is', 'accounts are')} ${isExcluded ? 'not ' : ''}below the organizational unit ${plain(unit)}`;
  return rows.length === 0
    ? `${lead}.`
    : `${lead}:\n${listRows({ rows, total: null, truncated: reply.truncated })}`;
}

/** The groupings of the tools of records. */
export const entityGroupings: Readonly<Record<string, readonly string[]>> = {
  account: ['status'],
  repository: ['status', 'provider'],
  pull_request: ['state'],
  project: ['status', 'system', 'kind'],
  execution: ['status', 'kind'],
};

/** The newest plan, run or pull request, or several of them. */
export function* lastEntities(query: EntityQuery, maximum: number): ToolPlan {
  const { tool, arguments: args, adjective, phrase } = prepare(query, false);
  const reply = yield* read(tool.tool, { ...args, limit: maximum });
  const text = `${adjective}${maximum > 1 ? tool.several : tool.one}${phrase}`;
  if (reply.rows.length === 0) return `There is no ${text}.`;
  return [`The last ${text}:`, ...reply.rows.map(entityLine)].join('\n');
}

export function entityLine(row: ReplyRow): string {
  if (row.type === 'plan') return `- ${planLine(row)}`;
  if (row.type === 'execution') return runLine(row);
  if (row.type === 'scan') return scanLine(row);
  return row.type === 'pull_request' ? pullRequestLine(row) : line(row, detailsOf(row));
}
