import type { Json, JsonObject } from '../../json/json.ts';
import type { EntityNoun } from './lexicon.ts';
import type { Captures } from './pattern.ts';
import type { ToolPlan } from './plan.ts';
import type { AcceptedFilters, Question } from './question.ts';
import { defaultWindow } from './read-time-phrase.ts';
import { appendValue, describeScope } from './resource-arguments.ts';
import { resolveScopes } from './resolve-name.ts';
import { describeWindow, joinTexts } from './write-text.ts';

interface EntityTool {
  readonly tool: string;
  readonly one: string;
  readonly several: string;
  /** Argument → attributes that are values of it. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly scopes: readonly ('repository' | 'project' | 'account' | 'application')[];
  /** Whether the records are limited to a period. */
  readonly hasWindow?: true;
}

const executionStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** The tools that list records, with the filters that questions can name. */
export const entityTools: Readonly<Record<EntityNoun, EntityTool>> = {
  resource: { tool: 'search_resources', one: 'resource', several: 'resources', attributes: {}, scopes: [] },
  account: {
    tool: 'list_accounts',
    one: 'account',
    several: 'accounts',
    attributes: { status: ['pending', 'connected', 'invalid', 'unreachable', 'suspended', 'departed'] },
    scopes: [],
  },
  application: {
    tool: 'list_applications',
    one: 'application',
    several: 'applications',
    attributes: { criticality: ['critical'] },
    scopes: [],
  },
  team: { tool: 'list_teams', one: 'team', several: 'teams', attributes: {}, scopes: [] },
  environment: {
    tool: 'list_environments',
    one: 'environment',
    several: 'environments',
    attributes: {},
    scopes: [],
  },
  project: {
    tool: 'list_projects',
    one: 'IaC project',
    several: 'IaC projects',
    attributes: { status: ['active'] },
    scopes: ['repository'],
  },
  repository: {
    tool: 'list_repositories',
    one: 'repository',
    several: 'repositories',
    attributes: {},
    scopes: [],
  },
  pull_request: {
    tool: 'list_pull_requests',
    one: 'pull request',
    several: 'pull requests',
    attributes: { state: ['open', 'merged', 'closed'] },
    scopes: ['repository', 'project'],
  },
  plan: {
    tool: 'list_plans',
    one: 'plan',
    several: 'plans',
    attributes: {},
    scopes: ['repository', 'project'],
    hasWindow: true,
  },
  execution: {
    tool: 'list_executions',
    one: 'run',
    several: 'runs',
    attributes: { status: executionStatuses, kind: ['apply', 'destroy', 'drift'] },
    scopes: ['repository', 'project'],
    hasWindow: true,
  },
};

/** The filters that questions about any records can have; {@link entityArguments} rejects the ones of other records. */
export const entityFilters: AcceptedFilters = {
  scopes: ['repository', 'project'],
  window: true,
  attributes: ({ entity }: Captures) =>
    entity === undefined ? [] : Object.values(entityTools[entity].attributes).flat(),
};

export interface EntityArguments {
  readonly arguments: JsonObject;
  /** Attributes before the noun, with a space behind them. */
  readonly adjective: string;
  /** The other filters, with a space before them. */
  readonly phrase: (subject: string | undefined) => string;
}

/** Whether the tool of a question's records has all filters that the question states. */
export function supportsFilters({ entity, filters }: Question): boolean {
  if (entity === undefined) return false;
  const { scopes, hasWindow } = entityTools[entity];
  return (
    filters.scopes.every(({ field }) => scopes.some((scope) => field === undefined || scope === field)) &&
    (filters.window === undefined || hasWindow === true)
  );
}

/** Translates the filters of a question about records to arguments. Without a time, plans and runs of the last 7 days. */
export function* entityArguments(question: Question, withDefault = true): ToolPlan<EntityArguments> {
  const { entity = 'account', filters, now } = question;
  const { attributes, scopes: accepted, hasWindow } = entityTools[entity];
  const scopes = yield* resolveScopes(filters.scopes, accepted);
  const args: Record<string, Json> = {};
  for (const [argument, values] of Object.entries(attributes)) {
    const stated = filters.attributes.filter((value) => values.includes(value));
    if (stated.length > 0) args[argument] = [...new Set(stated)];
  }
  for (const { field, value } of scopes) args[field] = appendValue(args[field], value);
  const window =
    hasWindow === true ? (filters.window ?? (withDefault ? defaultWindow(now) : undefined)) : undefined;
  if (window !== undefined) {
    args['since'] = window.since.toISOString();
    args['until'] = window.until.toISOString();
  }
  return {
    arguments: args,
    adjective: filters.attributes.length === 0 ? '' : `${joinTexts(filters.attributes, 'or')} `,
    phrase: (subject) =>
      [
        ...scopes.map((scope, index) => ` ${describeScope(scope, index === 0 ? subject : undefined)}`),
        ...(window === undefined ? [] : [` ${describeWindow(window)}`]),
      ].join(','),
  };
}
