import type { Json, JsonObject } from '../../json/json.ts';
import type { TimeWindow } from './read-time-phrase.ts';
import type { OkReply, ReplyRow, ToolReply } from './tool-reply.ts';
import { titleOfType } from './type-names.ts';

/** Rows that an answer lists. */
export const listedRows = 20;
/** Candidates that a question about an ambiguous name lists. */
export const listedCandidates = 5;
const maximumText = 256;

/**
 * Returns a text from the inventory or from the question as one line without brackets, because `[r1]` is a reference and
 * a name can contain it. The quoted keys of Terraform addresses, such as `["orders"]`, are no references and stay.
 */
export function plain(text: string): string {
  return text
    .replaceAll(/\["[^"[\]]*"\]|[[\]]/g, (part) => (part === '[' ? '(' : part === ']' ? ')' : part))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maximumText);
}

/** Returns a field as text, or an empty text when it is absent or not a scalar. */
export function textOf(fields: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    const text = value === undefined ? '' : scalarText(value);
    if (text !== '') return text;
  }
  return '';
}

/** Returns a scalar as text, and an empty text for other values. */
export function scalarText(value: Json): string {
  if (typeof value === 'string') return plain(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const nameFields = ['name', 'full_name', 'title', 'path', 'native_id', 'external_id', 'id'] as const;

/** Returns the name of a row and its reference: `orders [r3]`; only the reference when the row has no name. */
export function cite(row: ReplyRow): string {
  const name = rowNameOf(row);
  return name === '' ? `[${row.ref}]` : `${name} [${row.ref}]`;
}

/** Whether the row of a resource has its texts. In the data mode `schema_only`, tools return no name, id, tag or account. */
export function hasTexts({ fields }: ReplyRow): boolean {
  return textOf(fields, 'native_id', 'arn', 'name') !== '';
}

/** Returns the sentence about a property that a resource without texts does not have. */
export function hiddenText(row: ReplyRow, property: string): string {
  return `The data mode \`schema_only\` does not share the ${property} of ${cite(row)}.`;
}

export function rowNameOf({ fields }: ReplyRow): string {
  return textOf(fields, ...nameFields);
}

/** Returns `- orders [r3]: SQS queue, eu-west-1, shop-production`. */
export function line(row: ReplyRow, details: readonly string[] = []): string {
  const shown = [...new Set(details.filter((detail) => detail !== ''))];
  return `- ${cite(row)}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`;
}

/** Details of a row that distinguish it from rows with the same name. */
export function detailsOf(row: ReplyRow): readonly string[] {
  const { fields } = row;
  const type = textOf(fields, 'resource_type');
  return [
    type === '' ? '' : titleOfType(type),
    textOf(fields, 'region'),
    textOf(fields, 'account_name', 'account', 'aws_account'),
    textOf(fields, 'project', 'repository', 'repository_full_name'),
    textOf(fields, 'system', 'kind'),
    textOf(fields, 'state', 'status'),
  ];
}

/** Returns a line for each of the first rows, and a sentence when the result has more. */
export function listRows(
  { rows, total, truncated }: Pick<OkReply, 'rows' | 'total' | 'truncated'>,
  details: (row: ReplyRow) => readonly string[] = detailsOf,
): string {
  const lines = rows.slice(0, listedRows).map((row) => line(row, details(row)));
  const hasMore = truncated || rows.length > listedRows || (total !== null && total > rows.length);
  return [...lines, ...(hasMore ? ['The list continues; add a filter to shorten it.'] : [])].join('\n');
}

/** Returns `a`, `a and b`, or `a, b and c`. */
export function joinTexts(texts: readonly string[], joint = 'and'): string {
  if (texts.length < 2) return texts[0] ?? '';
  return `${texts.slice(0, -1).join(', ')} ${joint} ${texts.at(-1) ?? ''}`;
}

/** Returns `one` when the count is 1, else `several`. */
export function plural(count: number | null, one: string, several: string): string {
  return count === 1 ? one : several;
}

/** Returns `since 2026-05-01T00:00Z and before 2026-05-02T00:00Z (UTC)`. */
export function describeWindow({ since, until }: TimeWindow): string {
  const before = `before ${minutesOf(until)} UTC`;
  return since.getTime() <= 0 ? before : `from ${minutesOf(since)} UTC to ${minutesOf(until)} UTC`;
}

function minutesOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns a time of a row in seconds, or an empty text. */
export function timeOf(fields: JsonObject, ...names: readonly string[]): string {
  const text = textOf(fields, ...names);
  const time = Date.parse(text);
  return text === '' || Number.isNaN(time)
    ? ''
    : `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Describes a reply without a result. */
export function describeFailure(reply: Exclude<ToolReply, OkReply>): string {
  switch (reply.status) {
    case 'refused':
      return `You lack the permission ${plain(reply.permission)} that this question needs.`;
    case 'error':
      return `The inventory cannot answer this question: ${plain(reply.message).replace(/\.$/, '')}.`;
    case 'ambiguous':
      return describeCandidates(reply.rows);
  }
}

/** Lists records of one rank and asks for a choice. */
export function describeCandidates(rows: readonly ReplyRow[]): string {
  const lines = rows
    .slice(0, listedCandidates)
    .map((row) => line(row, [kindOf(row), ...detailsOf(row), textOf(row.fields, 'arn', 'id')]));
  return [
    'Several records match this name:',
    ...lines,
    'Which one do you mean? Ask again with its id or ARN.',
  ].join('\n');
}

function kindOf({ type }: ReplyRow): string {
  return type === 'resource' ? '' : type.replaceAll('_', ' ');
}
