import { objectOf } from '../../domain/json/json.ts';
import { recordedArguments } from '../../domain/assistant/tool-call-record.ts';
import type { ToolCallRecord } from '../../domain/assistant/tool-call-record.ts';
import { resolveArguments } from '../../domain/assistant/tool-arguments.ts';
import type { ToolDefinition } from '../../domain/assistant/model.ts';
import { toolResponseJson } from '../../domain/assistant/tool-response-json.ts';
import type { Ambiguous, ToolResult } from '../../domain/assistant/tool-response.ts';
import type { TurnReferences } from '../../domain/assistant/turn-references.ts';
import { CatalogueError } from '../../domain/errors.ts';
import type { Json, JsonObject } from '../../domain/json/json.ts';
import { storableJson } from '../../domain/text/storable.ts';
import type { AssistantDataMode } from '../../domain/values.ts';
import { isWorkTimeout } from '../../db/database-errors.ts';
import type { AssistantTool } from './tools/shared/tool.ts';
import type { TurnSession } from './turn-answerer.ts';

/** A call whose id the server chose. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
}

export interface ToolOutcome {
  readonly response: JsonObject;
  readonly truncated: boolean;
  readonly record: ToolCallRecord;
  /** Missing when the call failed. */
  readonly result?: ToolResult;
}

interface CallTarget {
  /** `undefined` for a name that no tool has. */
  readonly tool: AssistantTool | undefined;
  /** As the model received it. */
  readonly definition: ToolDefinition | undefined;
  readonly session: TurnSession;
  readonly references: TurnReferences;
  readonly mode: AssistantDataMode;
}

type Read =
  { readonly result: ToolResult | Ambiguous } | { readonly refused: string } | { readonly error: string };

/**
 * Runs a call and returns the response for the model. Invalid arguments, missing permissions and timeouts are responses;
 * the model can explain or correct them.
 * @throws other errors of the session or the database
 */
export async function callTool(requested: RequestedCall, target: CallTarget): Promise<ToolOutcome> {
  const started = performance.now();
  // A provider can send texts that Postgres rejects in queries and in the audit log.
  const call = { ...requested, arguments: storableJson(requested.arguments) };
  const resolved = resolveCall(call, target);
  const read = 'error' in resolved ? resolved : await readTool(resolved.arguments, target);
  const base = {
    toolCallId: call.id,
    name: call.name,
    arguments: recordedArguments(
      'error' in resolved ? objectOf(call.arguments) : resolved.arguments,
      target.mode,
    ),
    milliseconds: Math.round(performance.now() - started),
  };
  if ('refused' in read || 'error' in read) {
    const status = 'refused' in read ? 'refused' : 'error';
    const error = 'refused' in read ? read.refused : read.error;
    return {
      response: { [status]: error },
      truncated: false,
      record: { ...base, status, rows: 0, ids: [], error },
    };
  }
  const { response, rows, truncated, ids } = toolResponseJson(read.result, target.references, target.mode);
  return {
    response,
    truncated,
    record: { ...base, status: 'ok', rows, ids },
    ...('ambiguous' in read.result ? {} : { result: read.result }),
  };
}

function resolveCall(
  call: RequestedCall,
  { tool, definition, references, mode }: CallTarget,
): { readonly arguments: JsonObject } | { readonly error: string } {
  if (tool === undefined || definition === undefined) return { error: 'There is no tool of this name.' };
  const resolved = resolveArguments(call.arguments, definition.parameters, references, mode);
  if ('error' in resolved) return resolved;
  const { error } = tool.parameters.safeParse(resolved.arguments);
  if (error === undefined) return resolved;
  const problems = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { error: problems.join('; ').slice(0, 1000) };
}

async function readTool(args: JsonObject, { tool, session, mode }: CallTarget): Promise<Read> {
  if (tool === undefined) return { error: 'There is no tool of this name.' };
  try {
    return await session.withTool(async (context): Promise<Read> => {
      if (!context.permissions.has(tool.permission)) return { refused: tool.permission };
      try {
        return { result: await tool.run(context, args) };
      } catch (error) {
        if (!(error instanceof CatalogueError) || error.status >= 500) throw error;
        // The message is the missing permission.
        if (error.code === 'forbidden') return { refused: error.message };
        // The message can contain a name or an id.
        return { error: mode === 'full' ? error.message : 'The arguments match no record.' };
      }
    });
  } catch (error) {
    if (isWorkTimeout(error)) return { error: 'The query took too long. Narrow it.' };
    throw error;
  }
}
