import type { Json, JsonObject } from '../json/json.ts';
import type { AssistantDataMode } from '../values.ts';
import type { Ambiguous, ToolGroup, ToolResult, ToolRow } from './tool-response.ts';
import { cleanJson, cutJson } from './cut-json.ts';
import { toolLimits } from './turn-limits.ts';
import type { TurnReferences } from './turn-references.ts';
import { visibleLine } from './visible-text.ts';

export interface ToolResponseJson {
  readonly response: JsonObject;
  readonly rows: number;
  readonly truncated: boolean;
  /** Ids of the rows. */
  readonly ids: readonly string[];
}

/** A field that is longer is cut; two of them have room in a response. */
const maximumFieldBytes = 24_000;
const maximumItems = 50;
const reservedNames = new Set(['ref', 'type']);
const encoder = new TextEncoder();

/** Returns the JSON of a result within the limits of a response, and adds a reference for each of its records. */
export function toolResponseJson(
  result: ToolResult | Ambiguous,
  references: TurnReferences,
  mode: AssistantDataMode,
): ToolResponseJson {
  if ('ambiguous' in result) return ambiguousJson(result.ambiguous, references, mode);
  const { groups, subject, summary, freshness } = result;
  const rest: JsonObject = {
    total: result.total,
    ...(groups !== undefined && { groups: groups.map((group) => groupJson(group, references, mode)) }),
    ...(subject !== undefined && { subject: references.add(subject) }),
    ...(summary !== undefined && { summary: cutJson(summary, maximumFieldBytes) }),
    freshness: {
      data_as_of: freshness.data_as_of,
      stale_accounts:
        mode === 'full'
          ? freshness.stale_accounts
              .slice(0, maximumItems)
              .map(({ id, name }) => ({ id, name: visibleLine(name) }))
          : freshness.stale_accounts.length,
      never_scanned: freshness.never_scanned,
    },
  };
  const rows = rowsJson(result.rows, references, mode, toolLimits.bytes - bytesOf(rest));
  const truncated = result.truncated || rows.length < result.rows.length;
  const { offset } = result;
  const nextOffset: JsonObject =
    truncated && offset !== undefined && rows.length > 0 ? { next_offset: offset + rows.length } : {};
  return {
    response: { untrusted: true, rows, truncated, ...nextOffset, ...rest },
    rows: rows.length,
    truncated,
    ids: result.rows.slice(0, rows.length).map(({ entity }) => entity.id),
  };
}

function ambiguousJson(
  { argument, candidates, total }: Ambiguous['ambiguous'],
  references: TurnReferences,
  mode: AssistantDataMode,
): ToolResponseJson {
  const rows = rowsJson(candidates, references, mode, toolLimits.bytes);
  return {
    response: {
      untrusted: true,
      ambiguous: { argument, candidates: rows.map(({ ref = '' }) => ref), total },
      rows,
    },
    rows: rows.length,
    truncated: total > rows.length,
    ids: candidates.slice(0, rows.length).map(({ entity }) => entity.id),
  };
}

/** Returns the first rows that have no more than `maximumBytes` together, at most 50. */
function rowsJson(
  rows: readonly ToolRow[],
  references: TurnReferences,
  mode: AssistantDataMode,
  maximumBytes: number,
): readonly JsonObject[] {
  const kept: JsonObject[] = [];
  let bytes = bytesOf({ untrusted: true, rows: [], truncated: false });
  for (const row of rows.slice(0, toolLimits.rows)) {
    const fields = fieldsOf(row, mode);
    // A reference has at most ten characters more than this one.
    bytes += bytesOf({ ref: 'r', type: row.entity.type, ...fields }) + 11;
    if (bytes > maximumBytes) break;
    kept.push({ ref: references.add(row.entity), type: row.entity.type, ...fields });
  }
  return kept;
}

function fieldsOf({ fields, structural }: ToolRow, mode: AssistantDataMode): JsonObject {
  const names = mode === 'full' ? Object.keys(fields) : structural;
  return Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, Json])[] => {
      const value = fields[name];
      return value === undefined || reservedNames.has(name)
        ? []
        : [[name, cutJson(value, maximumFieldBytes)]];
    }),
  );
}

function groupJson(
  { key, count, entity, isText, examples }: ToolGroup,
  references: TurnReferences,
  mode: AssistantDataMode,
): JsonObject {
  if (entity === undefined && isText === true && key !== undefined && mode === 'schema_only')
    return { count };
  if (entity === undefined)
    return {
      key: key === undefined ? null : visibleLine(key),
      count,
      ...(examples !== undefined && mode === 'full' && { examples: cleanJson(examples) }),
    };
  const entry = { entity: references.add(entity), count };
  return mode === 'full' ? { key: key ?? null, name: visibleLine(entity.name), ...entry } : entry;
}

function bytesOf(value: JsonObject): number {
  return encoder.encode(JSON.stringify(value)).length;
}
