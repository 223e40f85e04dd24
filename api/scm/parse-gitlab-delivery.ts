import { readGitlabDelivery } from '../../domain/scm/read-delivery.ts';
import type { DeliveryEffect } from '../../domain/scm/read-delivery.ts';
import { parseJsonBody } from './parse-json-body.ts';
import type { DeliveryBody } from './webhook-delivery.ts';

/** Parses and reads a delivery; `undefined` for a body that is not JSON. A document task for large bodies. */
export function run({ body }: DeliveryBody): readonly DeliveryEffect[] | undefined {
  const payload = parseJsonBody(body);
  return payload === undefined ? undefined : readGitlabDelivery(payload);
}
