import { readGithubDelivery } from '../../domain/scm/read-delivery.ts';
import type { GithubDelivery } from '../../domain/scm/read-delivery.ts';
import { parseJsonBody } from './parse-json-body.ts';
import type { DeliveryBody } from './webhook-delivery.ts';

/** Parses and reads a delivery; `undefined` for a body that is not JSON. A document task for large bodies. */
export function run({ event, body }: DeliveryBody): GithubDelivery | undefined {
  const payload = parseJsonBody(body);
  return payload === undefined ? undefined : readGithubDelivery(event, payload);
}
