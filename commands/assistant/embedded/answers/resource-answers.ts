import { callAll, read, requireOk } from '../../../../domain/assistant/embedded/plan.ts';
import type { PlannedToolCall, ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import { groupText, labelOf, leadingGroup } from '../../../../domain/assistant/embedded/group-text.ts';
import type { Grouping } from '../../../../domain/assistant/embedded/grouping.ts';
import type { OkReply, ReplyRow } from '../../../../domain/assistant/embedded/tool-reply.ts';
import {
  cite,
  joinTexts,
  line,
  detailsOf,
  listedRows,
  listRows,
  plain,
  plural,
  rowNameOf,
  timeOf,
} from '../../../../domain/assistant/embedded/write-text.ts';
import {
  countPrepared,
  describeTypes,
  explainZero,
  noResponse,
  prepareQuery,
  unownedNote,
} from '../resource-query.ts';
import type { PreparedQuery, ResourceQuery } from '../resource-query.ts';

/** The values of `group_by` of `count_resources`. */
const groupArguments: Readonly<Record<Grouping, string>> = {
  type: 'resource_type',
  region: 'region',
  account: 'account',
  tag: 'tag',
  state: 'management_state',
  status: 'status',
  application: 'application',
  team: 'team',
  environment: 'environment',
  project: 'project',
};

const groupNouns: Readonly<Record<Grouping, string>> = {
  type: 'type',
  region: 'region',
  account: 'account',
  tag: 'tag value',
  state: 'management state',
  status: 'status',
  application: 'application',
  team: 'team',
  environment: 'environment',
  project: 'IaC project',
};

export function* countAnswer(query: ResourceQuery): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const { total, note } = yield* countPrepared(prepared);
  const because = total === 0 ? (yield* explainZero(query)) || (yield* namedAlike(query)) : '';
  const unowned = yield* unownedNote(query, prepared.arguments);
  const types = total !== 0 && query.types.length > 1 ? yield* typesText(prepared) : '';
  const others = yield* otherStates(query);
  const names = types === '' ? yield* fewNames(prepared, total) : '';
  return `${plural(total, 'There is', 'There are')} ${total ?? 'no count of'} ${prepared.noun(total)}${prepared.phrase}${note}.${because === '' ? '' : ` ${because}`}${unowned}${others}${types}${names}`;
}

/** `not managed` means the state unmanaged here; says how many have another state without code. */
function* otherStates(query: ResourceQuery): ToolPlan {
  const isUnmanaged = query.states.length === 1 && query.states[0] === 'unmanaged';
  const isExcluded = query.excluded.states.length === 1 && query.excluded.states[0] === 'managed';
  if (!isUnmanaged && !isExcluded) return '';
  const { arguments: args } = yield* prepareQuery({
    ...query,
    states: [],
    excluded: { ...query.excluded, states: [] },
  });
  const reply = yield* read('count_resources', { ...args, group_by: 'management_state' });
  const rest = reply.groups.filter(({ key }) => key !== 'managed' && key !== null);
  if (rest.every(({ key }) => key === 'unmanaged')) return '';
  const sum = rest.reduce((all, { count }) => all + count, 0);
  return ` ${sum} are not managed in all: ${joinTexts(rest.map(({ key, count }) => `${plain(key ?? 'none')} ${count}`))}.`;
}

/** Resources of a count whose names are stated with it. */
const fewCounted = 3;

function* fewNames({ arguments: args, minus }: PreparedQuery, total: number | null): ToolPlan {
  if (total === null || total === 0 || total > fewCounted || minus !== undefined) return '';
  const reply = yield* read('search_resources', { ...args, limit: fewCounted, sort: 'name' });
  return reply.rows.length === 0 ? '' : `\n${listRows(reply)}`;
}

/** The number of resources at a time of the past. */
export function* countAtAnswer(query: ResourceQuery, until: Date, now: Date): ToolPlan {
  const prepared = yield* prepareQuery(query);
  if (prepared.minus !== undefined)
    return 'Not understood: an exception cannot be combined with a time of the past.';
  const time = new Date(Math.min(until.getTime() - 1, now.getTime())).toISOString();
  const reply = yield* read('search_resources', { ...prepared.arguments, as_of: time, limit: 1 });
  const at = `At ${time.slice(0, 16).replace('T', ' ')} UTC`;
  const { data_as_of: scannedAt, never_scanned: unread } = reply.freshness;
  if (reply.total === 0 && scannedAt === null)
    return `${at}, no connected account had a successful scan, so it is not known what was there.`;
  const gap =
    typeof unread === 'number' && unread > 0
      ? ` ${unread} connected ${plural(unread, 'account', 'accounts')} had no successful scan then.`
      : '';
  return `${at}, there ${plural(reply.total, 'was', 'were')} ${reply.total ?? 'no count of'} ${prepared.noun(reply.total)}${prepared.phrase}.${gap}`;
}

/** The types of a question that names several, such as `databases`. */
function* typesText({ arguments: args, minus }: PreparedQuery): ToolPlan {
  if (minus !== undefined) return '';
  const reply = yield* read('count_resources', { ...args, group_by: 'resource_type' });
  return reply.groups.length < 2 ? '' : `\n${groupText(reply, 'type')}`;
}

/** Says whether there are such resources, and lists the first of them. */
export function* existsAnswer(query: ResourceQuery): ToolPlan {
  const text = yield* listAnswer(query);
  return /^(?:0|No) /.test(text) ? `No: ${text}` : `Yes: ${text}`;
}

export function* listAnswer(query: ResourceQuery, skipped = 0): ToolPlan {
  const prepared = yield* prepareQuery(query);
  if (prepared.minus !== undefined) return yield* restAnswer(prepared, query);
  const reply = yield* read('search_resources', {
    ...prepared.arguments,
    limit: listedRows,
    sort: 'name',
    ...(skipped > 0 ? { offset: skipped * listedRows } : {}),
  });
  const lead = `${reply.total ?? 'Some'} ${prepared.noun(reply.total)}${prepared.phrase}${skipped > 0 ? ', continued' : ''}`;
  if (reply.rows.length === 0 && skipped > 0) return `There are no more: ${lead}.`;
  if (reply.rows.length === 0) {
    const because = (yield* explainZero(query)) || (yield* namedAlike(query));
    return `${lead}.${because === '' ? '' : ` ${because}`}`;
  }
  const isLast = reply.total !== null && skipped * listedRows + reply.rows.length >= reply.total;
  const unowned = `${yield* unownedNote(query, prepared.arguments)}${yield* otherStates(query)}`;
  return `${lead}${unowned === '' ? '' : `.${unowned} The list`}:\n${listRows(isLast ? { ...reply, total: reply.rows.length, truncated: false } : reply)}`;
}

/** Resources that an application or environment has by their names alone, when none is assigned to it. */
function* namedAlike(query: ResourceQuery): ToolPlan {
  const scopes = query.scopes.filter(({ kind }) => ['application', 'environment', 'team'].includes(kind));
  const [first] = scopes.filter(({ text }) => !/^r\d+$/.test(text));
  if (first === undefined) return '';
  const kept = query.scopes.filter((scope) => !scopes.includes(scope));
  const reply = yield* read('search_resources', {
    ...(yield* prepareQuery({ ...query, scopes: kept })).arguments,
    q: first.text.slice(0, 200),
    limit: 50,
    sort: 'name',
  });
  const others = scopes.filter((scope) => scope !== first).map(({ text }) => text.toLowerCase());
  const rows = reply.rows.filter((row) =>
    others.every((text) => rowNameOf(row).toLowerCase().includes(text)),
  );
  if (rows.length === 0) return '';
  const texts = joinTexts([first.text, ...others].map((text) => `"${plain(text)}"`));
  return `${reply.truncated ? 'At least ' : ''}${rows.length} ${plural(rows.length, 'has', 'have')} ${texts} in the name, without being assigned:\n${listRows({ rows, total: rows.length, truncated: reply.truncated })}`;
}

/** Lists what remains of a set without the excluded resources, by their references. */
function* restAnswer(
  { arguments: args, minus = {}, noun, phrase }: PreparedQuery,
  query: ResourceQuery,
): ToolPlan {
  const [all, excluded] = yield* callAll([
    { tool: 'search_resources', arguments: { ...args, limit: 50, sort: 'name' } },
    { tool: 'search_resources', arguments: { ...minus, limit: 50, sort: 'name' } },
  ]);
  const whole = requireOk(all ?? noResponse);
  const taken = requireOk(excluded ?? noResponse);
  const total = (whole.total ?? 0) - (taken.total ?? 0);
  const lead = `${total} ${noun(total)}${phrase} (${whole.total ?? 0} without this exception, ${taken.total ?? 0} of them excluded)`;
  if (total === 0) {
    const because = yield* explainZero(query);
    return `${lead}.${because === '' ? '' : ` ${because}`}`;
  }
  const refs = new Set(taken.rows.map(({ ref }) => ref));
  const rows = whole.rows.filter(({ ref }) => !refs.has(ref));
  if (taken.truncated) return `${lead}. The list is too long to tell them apart; add a filter.`;
  return `${lead}:\n${listRows({ rows, total, truncated: whole.truncated })}`;
}

export function* groupAnswer(query: ResourceQuery, by: Grouping, key: string | undefined): ToolPlan {
  const { reply, prepared } = yield* grouped(query, by, key);
  const keyText = key === undefined ? '' : ` ${plain(key)}`;
  const because = reply.total === 0 ? yield* explainZero(query) : '';
  if (reply.groups.length === 0)
    return `There are no ${prepared.noun(null)}${prepared.phrase}.${because === '' ? '' : ` ${because}`}`;
  return `${reply.total ?? 'No count of'} ${prepared.noun(reply.total)}${prepared.phrase}, by ${groupNouns[by]}${keyText}:\n${groupText(reply, by)}`;
}

/** The regions, types or other values that a set of resources has. */
export function* valuesAnswer(query: ResourceQuery, by: Grouping): ToolPlan {
  const { reply, prepared } = yield* grouped(query, by, undefined);
  const isWhole = !reply.truncated;
  const count = isWhole
    ? reply.groups.filter(({ key }) => key !== null).length
    : reply.summary['group_count'];
  const noun = groupNouns[by];
  const total = `${reply.total ?? 'An unknown number of'} ${prepared.noun(reply.total)}${prepared.phrase}`;
  if (reply.groups.length === 0) return `${total}.`;
  const lead =
    typeof count === 'number'
      ? `${total}, in ${count} ${count === 1 ? noun : `${noun}s`}`
      : `${total}, by ${noun}`;
  return `${lead}:\n${groupText(reply, by)}`;
}

/** The records that can have no resource, by the grouping: a tool that lists them, and its arguments. */
const groupLists: Readonly<Partial<Record<Grouping, PlannedToolCall>>> = {
  account: { tool: 'list_accounts', arguments: {} },
  application: { tool: 'list_applications', arguments: { archived: false } },
  team: { tool: 'list_teams', arguments: { is_active: true } },
  environment: { tool: 'list_environments', arguments: {} },
  project: { tool: 'list_projects', arguments: { has_state: true } },
};

/** The group with the most or fewest resources, and the others. Records without a resource have no group, and are looked up. */
export function* leaderAnswer(
  query: ResourceQuery,
  by: Grouping,
  extreme: 'most' | 'fewest',
  limit: number | undefined,
): ToolPlan {
  const { reply, prepared } = yield* grouped(query, by, undefined);
  const noun = prepared.noun(null);
  if (limit !== undefined && limit > 1)
    return `The ${groupNouns[by]}s with the ${extreme} ${noun}${prepared.phrase}:\n${groupText({ ...reply, groups: topGroups(reply, extreme, limit), truncated: false }, by)}`;
  const list = extreme === 'fewest' ? groupLists[by] : undefined;
  const records = list && (yield* read(list.tool, list.arguments));
  const present = new Set(reply.groups.map(({ entity }) => entity));
  const empty = (records?.rows ?? []).filter(({ ref }) => !present.has(ref)).map(cite);
  const subject = `The ${groupNouns[by]} with the ${extreme} ${noun}${prepared.phrase}`;
  if (extreme === 'fewest' && (reply.truncated || (records?.truncated === true && empty.length === 0)))
    return `${subject} is unknown, because there are more groups than one call returns.`;
  const leader = leadingGroup(reply, by, extreme, empty);
  if (leader === undefined) return `No ${noun}${prepared.phrase} have a value for ${groupNouns[by]}.`;
  const among = extreme === 'fewest' && records === undefined ? ', of those with at least one,' : '';
  return `${subject}${among} is ${leader}.\n${groupText(reply, by)}`;
}

/** The records of a grouping that have no resource of a set. */
export function* lackingAnswer(query: ResourceQuery, by: Grouping): ToolPlan {
  const { reply, prepared } = yield* grouped(query, by, undefined);
  const list = groupLists[by];
  if (list === undefined)
    return `Not understood: which ${groupNouns[by]}s have no resource cannot be said, because the inventory lists only those that have some.`;
  const records = yield* read(list.tool, list.arguments);
  const present = new Set(reply.groups.map(({ entity }) => entity));
  const empty = records.rows.filter(({ ref }) => !present.has(ref));
  const noun = `${prepared.noun(null)}${prepared.phrase}`;
  if (reply.truncated || records.truncated) return `There are too many ${groupNouns[by]}s to compare.`;
  return empty.length === 0
    ? `Every ${groupNouns[by]} has ${noun}: ${records.total ?? records.rows.length}.`
    : `${groupNouns[by].charAt(0).toUpperCase()}${groupNouns[by].slice(1)}s without ${noun}: ${joinTexts(empty.slice(0, listedRows).map(cite))}.`;
}

function topGroups({ groups }: OkReply, extreme: 'most' | 'fewest', limit: number): OkReply['groups'] {
  const sorted = groups.filter(({ key }) => key !== null).toSorted((one, other) => other.count - one.count);
  return extreme === 'most' ? sorted.slice(0, limit) : sorted.slice(-limit);
}

function* grouped(
  query: ResourceQuery,
  by: Grouping,
  key: string | undefined,
): ToolPlan<{ readonly reply: OkReply; readonly prepared: PreparedQuery }> {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('count_resources', {
    ...prepared.arguments,
    group_by: groupArguments[by],
    ...(by === 'tag' && key !== undefined ? { tag_key: key } : {}),
  });
  return { reply, prepared };
}

interface Side {
  readonly reply: OkReply;
  readonly phrase: string;
}

function* countSides(
  sides: readonly ResourceQuery[],
  args: { readonly group_by?: string } = {},
): ToolPlan<readonly Side[]> {
  const prepared: PreparedQuery[] = [];
  for (const side of sides) prepared.push(yield* prepareQuery(side));
  const replies = yield* callAll(
    prepared.map((one) => ({ tool: 'count_resources', arguments: { ...one.arguments, ...args } })),
  );
  return prepared.map(({ phrase }, index) => ({ reply: requireOk(replies[index] ?? noResponse), phrase }));
}

/** Compares the numbers of resources at several places. */
export function* compareAnswer(sides: readonly ResourceQuery[], extreme: 'most' | 'fewest'): ToolPlan {
  const counted = yield* countSides(sides);
  const noun = describeTypes(sides[0]?.types ?? [], null);
  const totals = counted.map(({ reply }) => reply.total ?? 0);
  const largest = extreme === 'most' ? Math.max(...totals) : Math.min(...totals);
  const leaders = counted.filter(({ reply }) => (reply.total ?? 0) === largest);
  const verdict =
    leaders.length > 1
      ? `The same number of ${noun} is${joinTexts(leaders.map(({ phrase }) => phrase))}.`
      : `${extreme === 'fewest' ? 'The fewest' : counted.length === 2 ? 'More' : 'Most'} ${noun} are${leaders[0]?.phrase ?? ''}${counted.length === 2 && extreme === 'most' ? ` than${counted.find((one) => one !== leaders[0])?.phrase ?? ''}` : ''}.`;
  const [one, other] = counted.map(({ reply }) => reply.total ?? 0);
  const difference =
    counted.length === 2 && one !== undefined && other !== undefined && one !== other
      ? [`The difference is ${Math.abs(one - other)}.`]
      : [];
  return [verdict, ...counted.map(({ phrase, reply }) => `-${phrase}: ${reply.total}`), ...difference].join(
    '\n',
  );
}

/** What two places have that the other one lacks: types of resources, or names of one type. */
export function* differenceAnswer(
  sides: readonly [ResourceQuery, ResourceQuery],
  isOneSided: boolean,
): ToolPlan {
  if (sides[0].types.length > 0) return yield* nameDifference(sides);
  const [first, second] = yield* countSides(sides, { group_by: 'resource_type' });
  if (first === undefined || second === undefined) return '';
  if (second.reply.truncated || first.reply.truncated)
    return `There are too many types${first.phrase} and${second.phrase} to compare.`;
  const totals = `Resources${first.phrase}: ${first.reply.total};${second.phrase}: ${second.reply.total}.`;
  if (!isOneSided)
    return [
      totals,
      `Only${first.phrase}: ${onlyIn(first.reply, second.reply)}.`,
      `Only${second.phrase}: ${onlyIn(second.reply, first.reply)}.`,
    ].join('\n');
  const present = new Set(second.reply.groups.map(({ key }) => key));
  const lacking = first.reply.groups.filter(({ key }) => !present.has(key));
  if (lacking.length === 0) return `Every resource type${first.phrase} is${second.phrase} too. ${totals}`;
  return `Resource types${first.phrase} that are not${second.phrase}:\n${groupText({ groups: lacking, truncated: false }, 'type')}`;
}

function onlyIn(one: OkReply, other: OkReply): string {
  const keys = new Set(other.groups.map(({ key }) => key));
  const only = one.groups.filter(({ key }) => !keys.has(key)).slice(0, 10);
  return only.length === 0
    ? 'no type'
    : only.map((group) => `${labelOf(group, 'type')}: ${group.count}`).join(', ');
}

/** Names of environments in names of resources do not distinguish them: `orders-production` and `orders-staging`. */
const placeWords =
  /[-_./]?(production|prod|staging|stage|stg|development|dev|sandbox|test|shared)(?=[-_./]|$)/gi;

function* nameDifference([first, second]: readonly [ResourceQuery, ResourceQuery]): ToolPlan {
  const prepared = [yield* prepareQuery(first), yield* prepareQuery(second)] as const;
  const replies = yield* callAll(
    prepared.map((one) => ({
      tool: 'search_resources',
      arguments: { ...one.arguments, limit: 50, sort: 'name' },
    })),
  );
  const [left, right] = replies.map((reply) => requireOk(reply));
  if (left === undefined || right === undefined) return '';
  const noun = describeTypes(first.types, null);
  if (left.truncated || right.truncated)
    return `There are more than 50 ${noun}${prepared[0].phrase} or${prepared[1].phrase}; add a filter to compare their names.`;
  const stem = (row: ReplyRow) => rowNameOf(row).toLowerCase().replaceAll(placeWords, '');
  const known = new Set(right.rows.map(stem));
  const only = left.rows.filter((row) => !known.has(stem(row)));
  const lead = `${only.length} of ${left.total ?? left.rows.length} ${noun}${prepared[0].phrase} have no counterpart with the same name${prepared[1].phrase} (names are compared without the environment)`;
  return only.length === 0
    ? `${lead}.`
    : `${lead}:\n${listRows({ rows: only, total: only.length, truncated: false })}`;
}

/** The resources that were first seen earliest or last. */
export function* ageAnswer(query: ResourceQuery, extreme: 'oldest' | 'newest', limit: number): ToolPlan {
  const prepared = yield* prepareQuery(query);
  const reply = yield* read('search_resources', {
    ...prepared.arguments,
    limit: Math.min(limit, listedRows),
    sort: extreme === 'oldest' ? 'first_discovered_at' : '-first_discovered_at',
  });
  if (reply.rows.length === 0) return `There are no ${prepared.noun(null)}${prepared.phrase}.`;
  const subject = `${extreme} ${prepared.noun(reply.rows.length)}${prepared.phrase}, by the time at which a scan first saw ${reply.rows.length === 1 ? 'it' : 'them'}`;
  return [
    `The ${subject}:`,
    ...reply.rows.map((row) =>
      line(row, [
        ...detailsOf(row),
        `first seen ${timeOf(row.fields, 'first_discovered_at')}`,
        createdText(row),
      ]),
    ),
  ].join('\n');
}

function createdText({ fields }: ReplyRow): string {
  const created = timeOf(fields, 'created_at_source');
  return created === '' ? '' : `created in AWS ${created}`;
}
