import type { Json } from '../../domain/json.ts';
import { readGithubDelivery } from '../../domain/scm/read-delivery.ts';
import type { GithubDelivery } from '../../domain/scm/read-delivery.ts';

export interface GithubDeliveryBody {
  readonly event: string;
  readonly body: Uint8Array;
}

/** Parses and reads a delivery; `undefined` for a body that is not JSON. A document task for large bodies. */
export function run({ event, body }: GithubDeliveryBody): GithubDelivery | undefined {
  const payload = parse(body);
  return payload === undefined ? undefined : readGithubDelivery(event, payload);
}

function parse(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
