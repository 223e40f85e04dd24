import type { Json } from '../../domain/json/json.ts';
import { readGithubDelivery, readGitlabDelivery } from '../../domain/scm/read-delivery.ts';
import type { ScmDelivery } from '../../domain/scm/read-delivery.ts';
import type { ScmProvider } from '../../domain/values.ts';

export interface DeliveryBody {
  readonly provider: ScmProvider;
  /** The event that the headers name. */
  readonly event: string;
  readonly body: Uint8Array;
}

/** Parses and reads a delivery; `undefined` for a body that is not JSON. A document task for large bodies. */
export function run({ provider, event, body }: DeliveryBody): ScmDelivery | undefined {
  const payload = parse(body);
  if (payload === undefined) return undefined;
  return provider === 'github'
    ? readGithubDelivery(event, payload)
    : { deleted: false, effects: readGitlabDelivery(payload) };
}

function parse(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
