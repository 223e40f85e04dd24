import type { Json } from '../../domain/json.ts';

/** Returns the parsed body, or `undefined` for one that is not JSON. */
export function parseJsonBody(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
