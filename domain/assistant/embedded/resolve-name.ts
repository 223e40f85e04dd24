import type { JsonObject } from '../../json/json.ts';
import { callAll, PlanEnded, requireOk } from './plan.ts';
import type { ToolPlan, PlannedToolCall } from './plan.ts';
import type { NameReference } from './pattern.ts';
import type { Filters, Scope } from './question.ts';
import type { ReplyRow, ToolReply } from './tool-reply.ts';
import { describeCandidates, plain } from './write-text.ts';

/** Kinds of records that a name can stand for. */
export type NamedKind =
  'resource' | 'account' | 'application' | 'environment' | 'team' | 'project' | 'repository' | 'plan';

export interface Resolved {
  readonly kind: NamedKind;
  readonly row: ReplyRow;
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

/** Fields of a row that a name can equal. */
const identityFields = [
  'id',
  'arn',
  'name',
  'native_id',
  'full_name',
  'slug',
  'path',
  'account_number',
  'external_id',
] as const;

/**
 * Finds the record with a name among kinds: by id, ARN, equal name, equal name without case, part of a name.
 * @throws PlanEnded when no record or several of one rank match; the answer lists them
 */
export function* resolveName(
  name: NameReference,
  kinds: readonly NamedKind[],
  filters?: Places,
): ToolPlan<Resolved> {
  const stated = kinds.filter((kind) =>
    name.types === undefined ? kind === name.field : kind === 'resource',
  );
  const searched = stated.length > 0 ? stated : kinds;
  if (isIdentifier(name.text)) return yield* resolveIdentifier(name.text, searched);
  const candidates = yield* findCandidates(name, searched, filters);
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const ranked = candidates.filter(({ rank }) => rank === best);
  const live = ranked.filter(({ row }) => row.fields['status'] !== 'deleted');
  const found = live.length > 0 ? live : ranked;
  const [first] = found;
  if (first === undefined) throw new PlanEnded(describeMissing(name, searched));
  if (found.length > 1) throw new PlanEnded(describeCandidates(found.map(({ row }) => row)));
  return first;
}

interface Ranked extends Resolved {
  readonly rank: number;
}

/** Kinds with few records. Their lists are read without a search, because several names of a turn then share them. */
const shortLists: readonly NamedKind[] = ['account', 'application', 'environment', 'team'];
/** The lists of these kinds have a parameter `q`. */
const searchable: readonly NamedKind[] = ['account', 'application', 'team'];

type Places = Pick<Filters, 'regions' | 'scopes'> | undefined;

function* findCandidates(
  name: NameReference,
  kinds: readonly NamedKind[],
  filters: Places,
): ToolPlan<readonly Ranked[]> {
  const replies = yield* callAll(
    kinds.map((kind) => searchCall(kind, name, filters, !shortLists.includes(kind))),
  );
  const candidates = kinds.flatMap((kind, index) => rankRows(kind, replies[index], name.text));
  // The page of a long list can lack the record.
  const cut = kinds.filter((kind, index) => searchable.includes(kind) && isCut(replies[index]));
  if (cut.length === 0 || candidates.some(({ rank }) => rank === 0)) {
    const refused = candidates.length === 0 ? replies.find(({ status }) => status === 'refused') : undefined;
    if (refused !== undefined) requireOk(refused);
    return candidates;
  }
  const more = yield* callAll(cut.map((kind) => searchCall(kind, name, filters, true)));
  return [
    ...candidates.filter(({ kind }) => !cut.includes(kind)),
    ...cut.flatMap((kind, index) => rankRows(kind, more[index], name.text)),
  ];
}

function isCut(reply: ToolReply | undefined): boolean {
  return reply?.status === 'ok' && reply.truncated;
}

function rankRows(kind: NamedKind, reply: ToolReply | undefined, text: string): readonly Ranked[] {
  if (reply?.status !== 'ok') return [];
  return reply.rows.flatMap((row): readonly Ranked[] => {
    const rank = rankOf(row, text);
    return rank === undefined ? [] : [{ kind, row, rank }];
  });
}

/** A reference, a UUID or an ARN: tools accept it as an argument, and searches by name do not find it. */
function isIdentifier(text: string): boolean {
  return (
    /^r\d{1,6}$/i.test(text) ||
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ||
    /^arn:/i.test(text)
  );
}

/** Finds the kind of the record that an identifier names: the kind whose tool accepts it. */
function* resolveIdentifier(text: string, kinds: readonly NamedKind[]): ToolPlan<Resolved> {
  const identifier = /^r\d/i.test(text) ? text.toLowerCase() : text;
  const replies = yield* callAll(
    kinds.map((kind) => ({
      tool: probeTools[kind],
      arguments: {
        [kind]: identifier,
        ...(probeTools[kind].startsWith('list_') ? { count_only: true } : {}),
      },
    })),
  );
  const found = replies.flatMap((reply, index): readonly Resolved[] => {
    const kind = kinds[index];
    if (reply.status !== 'ok' || kind === undefined) return [];
    const ref = reply.subject ?? reply.rows[0]?.ref;
    const row =
      reply.rows.find((one) => one.ref === ref) ??
      (ref === undefined ? undefined : { ref, type: kind, fields: {} });
    return row === undefined ? [] : [{ kind, row }];
  });
  const [first] = found;
  if (first === undefined) throw new PlanEnded(describeMissing({ text, certain: true }, kinds));
  return first;
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

function describeMissing(name: NameReference, kinds: readonly NamedKind[]): string {
  const nouns = kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ');
  return `No record named "${plain(name.text)}" exists (${nouns}).`;
}

function searchCall(
  kind: NamedKind,
  name: NameReference,
  filters: Places,
  withSearch: boolean,
): PlannedToolCall {
  const args: Record<string, JsonObject[string]> = { limit: 50 };
  if (withSearch) args['q'] = name.text.slice(0, 200);
  if (kind === 'resource') {
    args['include_deleted'] = true;
    if (name.types !== undefined) args['resource_type'] = name.types.slice(0, 20);
    if (filters !== undefined && filters.regions.length > 0) args['region'] = filters.regions;
    for (const { field, text } of filters?.scopes ?? []) args[field ?? 'account'] = text;
  }
  return { tool: searchTools[kind], arguments: args };
}

/** 0: equal, 1: equal without case, 2: part, 3: class of an environment; undefined: no match. */
function rankOf({ fields }: ReplyRow, name: string): number | undefined {
  const texts = identityFields.flatMap((field) => {
    const value = fields[field];
    return typeof value === 'string' ? [value] : [];
  });
  if (texts.includes(name)) return 0;
  const lower = name.toLowerCase();
  if (texts.some((text) => text.toLowerCase() === lower)) return 1;
  if (texts.some((text) => text.toLowerCase().includes(lower))) return 2;
  return fields['class'] === lower ? 3 : undefined;
}

/** Kinds of records that a name after a preposition stands for first: `in X`. */
const scopeKinds = ['account', 'environment', 'application'] as const;
const codeKinds = ['project', 'repository'] as const;

/** The scopes of a question with references in place of names whose kind the question does not state. */
export function* resolveScopes(
  scopes: readonly Scope[],
  accepted: readonly string[],
): ToolPlan<readonly ResolvedScope[]> {
  const resolved: ResolvedScope[] = [];
  for (const { field, text } of scopes) {
    if (field !== undefined) resolved.push({ field, value: text, text });
    else {
      const usual = scopeKinds.filter((kind) => accepted.includes(kind));
      // Paths of projects and names of repositories have slashes.
      const isPath = usual.length === 0 || text.includes('/');
      const kinds = [...usual, ...(isPath ? codeKinds.filter((kind) => accepted.includes(kind)) : [])];
      const { kind, row } = yield* resolveName({ text, certain: false }, kinds);
      resolved.push({ field: kind, value: row.ref, text });
    }
  }
  return resolved;
}

export interface ResolvedScope {
  readonly field: string;
  /** A name or a reference, for the argument of a tool. */
  readonly value: string;
  readonly text: string;
}
