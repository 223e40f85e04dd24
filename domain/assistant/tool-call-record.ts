import { redactCredentialPatterns } from '../secrets/redact-secrets.ts';
import { isSecretKey } from '../secrets/secret-keys.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { cutText } from '../text/storable.ts';
import type { ToolResponseStatus } from './tool-response.ts';
import type { AssistantDataMode } from '../values.ts';

/** A tool call as the AI audit log stores it. */
export interface ToolCallRecord {
  readonly toolCallId: string;
  readonly name: string;
  /** Redacted, at most 2 KB. In `schema_only` mode, the values are null. */
  readonly arguments: JsonObject;
  readonly status: ToolResponseStatus;
  readonly rows: number;
  /** Ids of the rows, at most 50. */
  readonly ids: readonly string[];
  readonly milliseconds: number;
  readonly error?: string;
}

const maximumBytes = 2048;
const maximumText = 200;
const redacted = 'redacted';

/** Returns arguments without credentials and within 2 KB. Arguments that do not fit are left out. */
export function recordedArguments(given: JsonObject, mode: AssistantDataMode): JsonObject {
  const recorded: Record<string, Json> = {};
  const encoder = new TextEncoder();
  for (const [name, value] of Object.entries(given)) {
    const next = mode === 'full' ? redactArgument(name, value) : null;
    const size = encoder.encode(JSON.stringify({ ...recorded, [name]: next })).length;
    if (size > maximumBytes) break;
    recorded[name] = next;
  }
  return recorded;
}

function redactArgument(name: string, value: Json): Json {
  if (typeof value === 'string')
    return isSecretKey(name)
      ? redacted
      : cutText(
          redactCredentialPatterns(value, () => redacted),
          maximumText,
        );
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).slice(0, 50).map((item) => redactArgument(name, item));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [key, redactArgument(key, inner)]),
  );
}
