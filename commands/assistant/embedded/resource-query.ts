import { callAll, PlanEnded, read, requireOk } from '../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import type { PropertyWords } from '../../../domain/assistant/embedded/property-words.ts';
import type { OkReply } from '../../../domain/assistant/embedded/tool-reply.ts';
import { pluralOf, titleOfType } from '../../../domain/assistant/embedded/type-names.ts';
import { joinTexts, plain, plural, textOf } from '../../../domain/assistant/embedded/write-text.ts';
import type { Json, JsonObject } from '../../../domain/json/json.ts';
import { managementStates, resourceStatuses } from '../../../domain/values.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';

/** A record that restricts a set of resources. */
export interface Scope {
  readonly kind: NamedKind;
  /** Reference of the record, for the argument of a tool. */
  readonly value: string;
  /** As the question names it. */
  readonly text: string;
}

/** A set of resources that a question describes. */
export interface ResourceQuery {
  readonly types: readonly string[];
  /** A part of the name. */
  readonly text?: string;
  readonly scopes: readonly Scope[];
  readonly regions: readonly string[];
  readonly tags: readonly string[];
  readonly tagJoint: 'and' | 'or';
  readonly withoutTags: readonly string[];
  /** States of management and statuses, and `unowned`. */
  readonly states: readonly string[];
  readonly conditions: readonly { readonly value: PropertyWords; readonly negated: boolean }[];
  readonly excluded: {
    readonly types: readonly string[];
    readonly scopes: readonly Scope[];
    readonly regions: readonly string[];
    readonly states: readonly string[];
    /** Parts of names. */
    readonly texts: readonly string[];
  };
}

export const emptyQuery: ResourceQuery = {
  types: [],
  scopes: [],
  regions: [],
  tags: [],
  tagJoint: 'or',
  withoutTags: [],
  states: [],
  conditions: [],
  excluded: { types: [], scopes: [], regions: [], states: [], texts: [] },
};

/** A query as arguments of `search_resources` and `count_resources`. */
export interface PreparedQuery {
  readonly arguments: JsonObject;
  /** Arguments of the resources that the query excludes; the tools have no filter for the rest. */
  readonly minus?: JsonObject;
  /** `SQS queues in eu-west-1`, by the number of resources. */
  readonly noun: (count: number | null) => string;
  /** The filters, with a space before them. */
  readonly phrase: string;
}

const maximumValues = 20;
export const askedStates: readonly string[] = managementStates;
export const askedStatuses: readonly string[] = resourceStatuses;
const opposites: Readonly<Record<string, string>> = { managed: 'unmanaged', unmanaged: 'managed' };

/** Translates a query to arguments. Excluded values become the other values of the inventory where a filter can say so. */
export function* prepareQuery(query: ResourceQuery): ToolPlan<PreparedQuery> {
  const conditions = conditionsOf(query);
  const types = conditions?.types ?? query.types;
  const base = baseArguments({ ...query, types });
  if (conditions !== undefined) base['property'] = conditions.properties;
  const phrase = describeQuery(query);
  const noun = (count: number | null) => describeTypes(types, count);
  const { excluded } = query;
  const states = excluded.states.map((state) => opposites[state]);
  if (states.length > 0 && states.every((state) => state !== undefined))
    base['management_state'] = states.filter((state) => state !== undefined);
  const others = [
    { argument: 'region', by: 'region', values: excluded.regions },
    {
      argument: 'account',
      by: 'account',
      values: excluded.scopes.filter(({ kind }) => kind === 'account').map(({ value }) => value),
    },
    { argument: 'resource_type', by: 'resource_type', values: excluded.types },
  ].filter(({ argument, values }) => values.length > 0 && base[argument] === undefined);
  // `users without an access key`
  const children = query.types.length > 0 ? excluded.types.filter((type) => !query.types.includes(type)) : [];
  if (children.length > 0) base['without_child'] = children.slice(0, maximumValues);
  let minus: Record<string, Json> | undefined;
  for (const { argument, by, values } of others) {
    const reply = yield* read('count_resources', { ...base, group_by: by });
    const kept = reply.groups
      .filter(({ key, entity }) => !values.includes(entity ?? key ?? ''))
      .flatMap(({ key, entity }) => (key === null ? [] : [entity ?? key]));
    if (kept.length > 0 && kept.length <= maximumValues && !reply.truncated) base[argument] = kept;
    else minus = { ...base, [argument]: values };
  }
  const rest = excluded.scopes.filter(({ kind }) => kind !== 'account');
  if (rest.length > 0)
    minus = rest.reduce<Record<string, Json>>(
      (args, { kind, value }) => ({ ...args, [kind]: appendValue(args[kind], value) }),
      { ...base },
    );
  const [without] = excluded.texts;
  if (without !== undefined) minus = { ...base, q: without.slice(0, 200) };
  if (excluded.states.includes('unowned')) minus = { ...base, without_owner: true };
  return { arguments: base, ...(minus === undefined ? {} : { minus }), noun, phrase };
}

/** The conditions of the configuration on the types that the query names, or on all that the words know. */
function conditionsOf({
  types,
  conditions,
}: ResourceQuery): { readonly types: readonly string[]; readonly properties: readonly string[] } | undefined {
  if (conditions.length === 0) return undefined;
  let possible: readonly string[] | undefined;
  const properties = new Set<string>();
  for (const { value, negated } of conditions) {
    const fitting = value.of.filter(
      (one) => types.length === 0 || one.types.some((type) => types.includes(type)),
    );
    if (fitting.length === 0)
      throw new PlanEnded(
        `The inventory has no property for ${value.text} of ${describeTypes(types, null)}; it knows it of ${describeTypes(
          value.of.flatMap((one) => one.types),
          null,
        )}.`,
      );
    // One property holds for all types of a call, so the first types that fit are asked about.
    const [first] = fitting;
    if (first === undefined) continue;
    for (const property of negated ? first.opposite : first.holds) properties.add(property);
    const own = first.types.filter((type) => types.length === 0 || types.includes(type));
    possible = possible === undefined ? own : possible.filter((type) => own.includes(type));
  }
  if (possible === undefined || possible.length === 0)
    throw new PlanEnded('These properties belong to different types of resources; ask for each alone.');
  return { types: possible, properties: [...properties] };
}

function baseArguments(query: ResourceQuery): Record<string, Json> {
  const args: Record<string, Json> = {};
  if (query.text !== undefined) args['q'] = query.text.slice(0, 200);
  if (query.types.length > 0) args['resource_type'] = query.types.slice(0, maximumValues);
  if (query.regions.length > 0) args['region'] = unique(query.regions);
  if (query.tags.length > 0)
    args[query.tagJoint === 'and' && query.tags.length > 1 ? 'all_tags' : 'tag'] = unique(query.tags);
  if (query.withoutTags.length > 0) args['without_tag'] = unique(query.withoutTags);
  const states = query.states.filter((state) => askedStates.includes(state));
  if (states.length > 0) args['management_state'] = unique(states);
  const statuses = query.states.filter((state) => askedStatuses.includes(state));
  if (statuses.length > 0) args['status'] = unique(statuses);
  if (query.states.includes('unowned')) args['without_owner'] = true;
  if (query.states.includes('in_sync')) args['drift'] = 'in_sync';
  for (const { kind, value } of query.scopes) args[kind] = appendValue(args[kind], value);
  return args;
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].slice(0, maximumValues);
}

/** Adds a value to an argument that accepts one or several. */
export function appendValue(present: Json | undefined, value: string): Json {
  if (present === undefined) return value;
  return [...(Array.isArray(present) ? (present as readonly Json[]) : [present]), value];
}

/** Returns `SQS queues`, `SQS queue`, or `resources`. */
export function describeTypes(types: readonly string[], count: number | null): string {
  if (types.length === 0) return plural(count, 'resource', 'resources');
  const titles = types
    .slice(0, 4)
    .map((type) => plural(count, titleOfType(type), pluralOf(titleOfType(type))));
  return types.length > 4
    ? `${joinTexts(titles.slice(0, 3), 'or')} or similar types`
    : joinTexts(titles, 'or');
}

/** Returns the filters of a query as a phrase: ` in eu-west-1, in the account X [r1]`. */
export function describeQuery(query: ResourceQuery): string {
  const { states, regions, scopes, tags, tagJoint, withoutTags, conditions, excluded } = query;
  const named = states.filter((state) => state !== 'unowned');
  const parts = [
    ...(query.text === undefined ? [] : [`with "${plain(query.text)}" in the name`]),
    ...(named.length > 0
      ? [
          `with the state ${joinTexts(
            named.map((state) => state.replaceAll('_', ' ')),
            'or',
          )}`,
        ]
      : []),
    ...(states.includes('unowned') ? ['without an owner'] : []),
    ...conditions.map(({ value, negated }) => `${negated ? 'without' : 'with'} ${value.text}`),
    ...(regions.length > 0 ? [`in ${joinTexts(regions.map(plain), 'or')}`] : []),
    ...scopes.map(describeScope),
    ...(tags.length > 0
      ? [
          tagJoint === 'and' && tags.length > 1
            ? `with the tags ${joinTexts(tags.map(plain))}`
            : `with the tag ${joinTexts(tags.map(plain), 'or')}`,
        ]
      : []),
    ...(withoutTags.length > 0 ? [`without the tag ${joinTexts(withoutTags.map(plain), 'or')}`] : []),
    ...(excluded.types.length > 0
      ? [`${query.types.length > 0 ? 'without' : 'except'} ${describeTypes(excluded.types, null)}`]
      : []),
    ...(excluded.regions.length > 0 ? [`not in ${joinTexts(excluded.regions.map(plain), 'or')}`] : []),
    ...(excluded.states.length > 0 ? [`not with the state ${joinTexts(excluded.states, 'or')}`] : []),
    ...excluded.texts.map((text) => `without "${plain(text)}" in the name`),
    ...excluded.scopes.map((scope) => `not ${describeScope(scope)}`),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

const scopePhrases: Readonly<Record<string, string>> = {
  team: 'owned by the team',
  project: 'managed by the project',
  environment: 'in the environment',
  application: 'of the application',
  account: 'in the account',
};

/** Returns `in the account X [r1]`. */
export function describeScope({ kind, value, text }: Scope): string {
  const phrase = scopePhrases[kind] ?? `of the ${kind}`;
  const name = /^r\d+$/i.test(text) ? '' : ` ${plain(text)}`;
  return `${phrase}${name}${/^r\d+$/.test(value) ? ` [${value}]` : ''}`;
}

/** Says why a set is empty when a filter is outside of the inventory: a region that is not scanned, or no account at all. */
export function* explainZero(query: ResourceQuery): ToolPlan<string> {
  const accounts = yield* read('list_accounts', { status: 'connected' });
  if (accounts.total === 0) return 'No account is connected, so nothing is in the inventory.';
  const scanned = new Set(
    accounts.rows.flatMap(({ fields }) => (Array.isArray(fields['regions']) ? fields['regions'] : [])),
  );
  const unknown = query.regions.filter(
    (region) => scanned.size > 0 && !scanned.has(region) && region !== 'global',
  );
  if (unknown.length > 0)
    return `No connected account is scanned in ${joinTexts(unknown.map(plain))}; the scanned regions are ${joinTexts(
      [...scanned]
        .filter((one) => typeof one === 'string')
        .slice(0, 10)
        .map(plain),
    )}.`;
  const never = accounts.rows.filter(({ fields }) => textOf(fields, 'last_successful_scan_at') === '');
  if (never.length > 0)
    return `Accounts without a complete scan yet: ${joinTexts(never.slice(0, 5).map(({ ref }) => `[${ref}]`))}.`;
  return '';
}

/**
 * Says how many of the resources without an owner have no application either. Parts of other resources and the resources that AWS makes need
 * no owner.
 */
export function* unownedNote(query: ResourceQuery, args: JsonObject): ToolPlan {
  if (!query.states.includes('unowned') || query.types.length > 0) return '';
  const { without_owner: _, ...rest } = args;
  const { total } = yield* read('count_resources', { ...rest, owned: false });
  return total === null
    ? ''
    : ` ${total} of them ${plural(total, 'counts', 'count')} as unowned: the others are parts of other resources, defaults of AWS, or have an application.`;
}

/** Counts a prepared query: the total, and for an excluding one what was subtracted. */
export function* countPrepared({
  arguments: args,
  minus,
}: PreparedQuery): ToolPlan<{
  readonly total: number | null;
  readonly reply: OkReply;
  readonly note: string;
}> {
  if (minus === undefined) {
    const reply = yield* read('count_resources', args);
    return { total: reply.total, reply, note: '' };
  }
  const [all, excluded] = yield* callAll([
    { tool: 'count_resources', arguments: args },
    { tool: 'count_resources', arguments: minus },
  ]);
  const reply = requireOk(all ?? noResponse);
  const left = reply.total ?? 0;
  const right = requireOk(excluded ?? noResponse).total ?? 0;
  return { total: left - right, reply, note: ` (${left} without this exception, ${right} of them excluded)` };
}

export const noResponse = { status: 'error', message: 'no response' } as const;
