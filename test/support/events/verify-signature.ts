import { createHmac } from 'node:crypto';
import type { ReceivedRequest } from './event-receiver.ts';

/** Verifies the signature of a delivery as Standard Webhooks 1.0 describes it. Returns the body. @throws Error */
export function verifySignature(secret: string, { headers, body }: ReceivedRequest): unknown {
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64');
  if (!String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`))
    throw new Error('no matching signature found');
  return JSON.parse(body);
}
