import { defined } from '../../defined.ts';
import { isObject } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/json.ts';

/** A row of a tool response. */
export interface ReplyRow {
  /** `r1`, `r2`, … */
  readonly ref: string;
  readonly type: string;
  readonly fields: JsonObject;
}

export interface ReplyGroup {
  readonly key: string | null;
  readonly count: number;
  /** Reference of the record that the key names. */
  readonly entity?: string;
  /** Name of that record; absent when the model receives no names. */
  readonly name?: string;
  /** Values that a property has. */
  readonly examples?: readonly Json[];
}

/** Stands for a key that the model does not receive. */
const hiddenKey = '(hidden value)';

/** A tool response as the model receives it. */
export type ToolReply =
  | {
      readonly status: 'ok';
      readonly rows: readonly ReplyRow[];
      readonly total: number | null;
      readonly truncated: boolean;
      readonly groups: readonly ReplyGroup[];
      /** Reference of the record that the arguments name. */
      readonly subject?: string;
      readonly summary: JsonObject;
      readonly freshness: JsonObject;
    }
  | { readonly status: 'ambiguous'; readonly rows: readonly ReplyRow[]; readonly total: number }
  | { readonly status: 'refused'; readonly permission: string }
  | { readonly status: 'error'; readonly message: string };

export type OkReply = Extract<ToolReply, { readonly status: 'ok' }>;

/** Reads a tool response. Ignores fields that do not have the documented form. */
export function readReply(response: JsonObject): ToolReply {
  if (typeof response['refused'] === 'string') return { status: 'refused', permission: response['refused'] };
  if (typeof response['error'] === 'string') return { status: 'error', message: response['error'] };
  const rows = arrayOf(response['rows']).flatMap(readRow);
  if (isObject(response['ambiguous'])) {
    const refs = new Set(arrayOf(response['ambiguous']['candidates']).flatMap(readReference));
    const total = numberOf(response['ambiguous']['total']) ?? rows.length;
    const candidates = rows.filter(({ ref }) => refs.size === 0 || refs.has(ref));
    return { status: 'ambiguous', rows: candidates, total };
  }
  const [subject] = readReference(response['subject']);
  return defined({
    status: 'ok',
    rows,
    total: numberOf(response['total']) ?? null,
    truncated: response['truncated'] === true,
    groups: arrayOf(response['groups']).flatMap(readGroup),
    subject,
    summary: isObject(response['summary']) ? response['summary'] : {},
    freshness: isObject(response['freshness']) ? response['freshness'] : {},
  });
}

export function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function readRow(value: Json): readonly ReplyRow[] {
  if (!isObject(value)) return [];
  const [ref] = readReference(value['ref']);
  const { type } = value;
  return ref === undefined ? [] : [{ ref, type: typeof type === 'string' ? type : '', fields: value }];
}

function readGroup(value: Json): readonly ReplyGroup[] {
  if (!isObject(value)) return [];
  const count = numberOf(value['count']);
  const [entity] = readReference(value['entity']);
  // Without names, a group of records has no key but the reference, and a group of texts has neither.
  const key = value['key'] === undefined ? (entity ?? hiddenKey) : value['key'];
  if (count === undefined || (key !== null && typeof key !== 'string')) return [];
  const name = isObject(value['entity']) ? value['entity']['name'] : value['name'];
  const examples = value['examples'] === undefined ? undefined : arrayOf(value['examples']);
  return [{ key, count, ...defined({ entity, examples }), ...(typeof name === 'string' ? { name } : {}) }];
}

/** Accepts `r3` and `{ref: 'r3'}`. */
function readReference(value: Json | undefined): readonly string[] {
  const text = isObject(value) ? value['ref'] : value;
  return typeof text === 'string' && /^r\d{1,6}$/.test(text) ? [text] : [];
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
