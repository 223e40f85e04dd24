import type { JsonObject } from '../../../domain/json/json.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import { call, callAll } from '../../../domain/assistant/embedded/plan.ts';
import type { PlannedToolCall, ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import { similarTexts } from '../../../domain/assistant/embedded/similar-texts.ts';
import type { ReplyRow, ToolReply } from '../../../domain/assistant/embedded/tool-reply.ts';
import { rowNameOf } from '../../../domain/assistant/embedded/write-text.ts';
import type { Name } from './slots.ts';

export interface Resolved {
  readonly kind: NamedKind;
  readonly row: ReplyRow;
  /** 0: equal, 1: equal without case, 2: part, 3: class of an environment. */
  readonly rank: number;
}

/** What a name of a question stands for. */
export interface Resolution {
  readonly name: Name;
  /** The records of the best rank; deleted ones only when there is no other. Empty when no record has the name. */
  readonly found: readonly Resolved[];
  /** Names that the text may be a misspelling of. */
  readonly similar: readonly string[];
  /** The kinds that were searched. */
  readonly kinds: readonly NamedKind[];
  /** The number of resources with the name, when another kind of record is meant. */
  readonly alike?: number;
  /** Permission that a search lacked. */
  readonly refused?: string;
}

const searchTools: Readonly<Record<NamedKind, string>> = {
  resource: 'search_resources',
  account: 'list_accounts',
  application: 'list_applications',
  environment: 'list_environments',
  team: 'list_teams',
  project: 'list_projects',
  repository: 'list_repositories',
  plan: 'list_plans',
};

/** Kinds with few records. Their lists are read without a search, because several names of a turn then share them. */
const shortLists: readonly NamedKind[] = ['account', 'application', 'environment', 'team'];
/** The lists of these kinds have a parameter `q`. */
const searchable: readonly NamedKind[] = ['account', 'application', 'team'];

/** Fields of a row that a name can equal. */
const identityFields = [
  'id',
  'arn',
  'name',
  'native_id',
  'full_name',
  'slug',
  'path',
  'account_id',
  'account_number',
  'external_id',
] as const;

/** Short forms of classes of environments. */
const aliases: Readonly<Record<string, string>> = {
  prod: 'production',
  prd: 'production',
  live: 'production',
  stg: 'staging',
  stage: 'staging',
  dev: 'development',
  qa: 'test',
};

/** Whether a word names a class of environments. */
export function isEnvironmentWord(word: string): boolean {
  return (
    Object.hasOwn(aliases, word) ||
    Object.values(aliases).includes(word) ||
    word === 'sandbox' ||
    word === 'shared'
  );
}

/** Filters that narrow a search of resources. */
export interface Narrowing {
  readonly regions: readonly string[];
}

/**
 * Finds the records that names stand for, in at most three steps: the kinds of each name, the pages of long lists that can lack the
 * record, and similar names of resources.
 *
 * @param kindsOf the kinds that a name without a stated kind can stand for
 */
export function* resolveQuestionNames(
  names: readonly Name[],
  kindsOf: (name: Name) => readonly NamedKind[],
  narrowing: Narrowing,
): ToolPlan<readonly Resolution[]> {
  const searches = names.map((name) => ({ name, kinds: searchedKinds(name, kindsOf) }));
  const calls = searches.map(({ name, kinds }) => callsOf(name, kinds, narrowing));
  const replies = yield* callUnique(calls.flat());
  const resolutions: Resolution[] = [];
  for (const [index, { name, kinds }] of searches.entries()) {
    if (kinds[0] === 'plan') {
      // The tool of plans finds them by their names.
      resolutions.push({
        name,
        kinds,
        similar: [],
        found: [{ kind: 'plan', rank: 0, row: { ref: name.text, type: 'plan', fields: {} } }],
      });
      continue;
    }
    const own = (calls[index] ?? []).map((call) => replies.get(keyOf(call)));
    resolutions.push(yield* resolve(name, kinds, own, narrowing));
  }
  return resolutions;
}

function searchedKinds(name: Name, kindsOf: (name: Name) => readonly NamedKind[]): readonly NamedKind[] {
  if (name.severalOf !== undefined) return [name.severalOf];
  // `the reporting service` is an application, mostly.
  if (name.types !== undefined)
    return name.types.includes('AWS::ECS::Service') ? ['resource', 'application'] : ['resource'];
  return name.kind === undefined ? kindsOf(name) : [name.kind];
}

function callsOf(name: Name, kinds: readonly NamedKind[], narrowing: Narrowing): readonly PlannedToolCall[] {
  if (kinds[0] === 'plan') return [];
  if (isIdentifier(name.text)) return kinds.map((kind) => probeCall(kind, name.text));
  return kinds.map((kind) => searchCall(kind, name, narrowing, !shortLists.includes(kind)));
}

function* callUnique(calls: readonly PlannedToolCall[]): ToolPlan<ReadonlyMap<string, ToolReply>> {
  const unique = new Map(calls.map((call) => [keyOf(call), call]));
  const replies = yield* callAll([...unique.values()]);
  return new Map(
    [...unique.keys()].flatMap((key, index) => {
      const reply = replies[index];
      return reply === undefined ? [] : [[key, reply] as const];
    }),
  );
}

function keyOf({ tool, arguments: args }: PlannedToolCall): string {
  return JSON.stringify([tool, args]);
}

function* resolve(
  name: Name,
  kinds: readonly NamedKind[],
  replies: readonly (ToolReply | undefined)[],
  narrowing: Narrowing,
): ToolPlan<Resolution> {
  if (isIdentifier(name.text)) return { name, kinds, similar: [], ...identified(kinds, replies) };
  let candidates = kinds.flatMap((kind, index) => rankRows(kind, replies[index], name));
  // The page of a long list can lack the record.
  const cut = kinds.filter((kind, index) => searchable.includes(kind) && isCut(replies[index]));
  if (cut.length > 0 && candidates.every(({ rank }) => rank > 0)) {
    const more = yield* callAll(cut.map((kind) => searchCall(kind, name, narrowing, true)));
    candidates = [
      ...candidates.filter(({ kind }) => !cut.includes(kind)),
      ...cut.flatMap((kind, index) => rankRows(kind, more[index], name)),
    ];
  }
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const ranked = candidates.filter(({ rank }) => rank === best);
  const live = ranked.filter(({ row }) => row.fields['status'] !== 'deleted');
  // The resource of AWS Organizations that has the name of an account is the account itself.
  const isAccount = candidates.some(({ kind, rank }) => kind === 'account' && rank <= best);
  const distinct = live.filter(
    ({ kind, row }) =>
      !isAccount || kind !== 'resource' || row.fields['resource_type'] !== 'AWS::Organizations::Account',
  );
  const all = distinct.length > 0 ? distinct : live.length > 0 ? live : ranked;
  // An English word such as `payments`, and a place, mean the application or account before resources of the same name.
  const others = all.filter(({ kind }) => kind !== 'resource');
  const found = (!name.certain || name.role === 'place') && others.length > 0 ? others : all;
  if (found.length > 0) return { name, kinds, found, similar: [], alike: all.length - found.length };
  const refused = replies.find((reply) => reply?.status === 'refused');
  if (refused?.status === 'refused')
    return { name, kinds, found: [], similar: [], refused: refused.permission };
  const known = replies.flatMap((reply) => (reply?.status === 'ok' ? reply.rows.map(rowNameOf) : []));
  // The tools know more names than the lists show, such as the management account.
  const probe =
    name.kind === undefined || name.kind === 'repository'
      ? undefined
      : identified(
          [name.kind],
          [yield* call(probeCall(name.kind, name.text).tool, probeCall(name.kind, name.text).arguments)],
        );
  if (probe !== undefined && probe.found.length > 0) return { name, kinds, similar: [], ...probe };
  const similar = similarTexts(
    name.text,
    known.filter((one) => one.toLowerCase() !== name.text.toLowerCase()),
  );
  if (similar.length > 0 || !name.certain || !kinds.includes('resource'))
    return { name, kinds, found, similar };
  return { name, kinds, found, similar: yield* similarResources(name) };
}

/** Names of resources that share the longest part of a misspelled name. */
function* similarResources(name: Name): ToolPlan<readonly string[]> {
  const parts = name.text.split(/[^a-zA-Z0-9]+/).toSorted((one, other) => other.length - one.length);
  const stems = [...new Set(parts.filter((part) => part.length >= 4).slice(0, 2))];
  const replies = yield* callAll(
    stems.map((stem) => ({ tool: 'search_resources', arguments: { limit: 50, q: stem.slice(0, 5) } })),
  );
  return similarTexts(
    name.text,
    replies
      .flatMap((reply) => (reply.status === 'ok' ? reply.rows : []))
      .filter(
        ({ fields }) =>
          name.types === undefined || name.types.some((type) => fields['resource_type'] === type),
      )
      .map(rowNameOf)
      .filter((one) => one.toLowerCase() !== name.text.toLowerCase()),
  );
}

function isCut(reply: ToolReply | undefined): boolean {
  return reply?.status === 'ok' && reply.truncated;
}

function rankRows(kind: NamedKind, reply: ToolReply | undefined, name: Name): readonly Resolved[] {
  if (reply?.status !== 'ok') return [];
  return reply.rows.flatMap((row): readonly Resolved[] => {
    const rank = rankOf(row, name.text);
    // A word of a sentence does not stand for a resource that merely contains it.
    if (rank === undefined || (kind === 'resource' && rank > 1 && !name.certain && name.types === undefined))
      return [];
    return [{ kind, row, rank }];
  });
}

function rankOf({ fields }: ReplyRow, name: string): number | undefined {
  const texts = identityFields.flatMap((field) => {
    const value = fields[field];
    return typeof value === 'string' ? [value] : [];
  });
  if (texts.includes(name)) return 0;
  const lower = name.toLowerCase();
  const alias = Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
  if (texts.some((text) => text.toLowerCase() === lower || text.toLowerCase() === alias)) return 1;
  if (lower.length >= 2 && texts.some((text) => text.toLowerCase().includes(alias ?? lower))) return 2;
  return fields['class'] === (alias ?? lower) ? 3 : undefined;
}

/** A reference, a UUID or an ARN: tools accept it as an argument, and searches by name do not find it. */
export function isIdentifier(text: string): boolean {
  return (
    /^r\d{1,6}$/i.test(text) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ||
    /^arn:/i.test(text)
  );
}

/** Tools with an argument that names a record of the kind. */
const probeTools: Readonly<Record<NamedKind, string>> = {
  resource: 'get_resource',
  account: 'count_resources',
  application: 'count_resources',
  environment: 'count_resources',
  team: 'count_resources',
  project: 'count_resources',
  repository: 'list_projects',
  plan: 'get_plan',
};

function probeCall(kind: NamedKind, text: string): PlannedToolCall {
  return {
    tool: probeTools[kind],
    arguments: {
      [kind]: /^r\d/i.test(text) ? text.toLowerCase() : text,
      ...(probeTools[kind].startsWith('list_') ? { count_only: true } : {}),
    },
  };
}

/** The kind of the record that an identifier names: the first one whose tool accepts it. */
function identified(
  kinds: readonly NamedKind[],
  replies: readonly (ToolReply | undefined)[],
): Pick<Resolution, 'found' | 'refused'> {
  for (const [index, kind] of kinds.entries()) {
    const reply = replies[index];
    if (reply?.status !== 'ok') continue;
    const ref = reply.subject ?? reply.rows[0]?.ref;
    if (ref === undefined) continue;
    const row = reply.rows.find((one) => one.ref === ref) ?? { ref, type: kind, fields: {} };
    return { found: [{ kind, row, rank: 0 }] };
  }
  const refused = replies.find((reply) => reply?.status === 'refused');
  return { found: [], ...(refused?.status === 'refused' ? { refused: refused.permission } : {}) };
}

function searchCall(
  kind: NamedKind,
  name: Name,
  { regions }: Narrowing,
  withSearch: boolean,
): PlannedToolCall {
  const args: Record<string, JsonObject[string]> = { limit: 50 };
  if (withSearch) args['q'] = name.text.slice(0, 200);
  if (kind === 'resource') {
    args['include_deleted'] = true;
    if (name.types !== undefined) args['resource_type'] = name.types.slice(0, 20);
    if (name.region !== undefined) args['region'] = [name.region];
    else if (regions.length > 0) args['region'] = regions;
  }
  return { tool: searchTools[kind], arguments: args };
}
