import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from './event-receiver.ts';

/** Verifies the signature of a delivery with a library of Standard Webhooks. Returns the body. @throws WebhookVerificationError */
export function verifySignature(secret: string, { headers, body }: ReceivedRequest): unknown {
  const given = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  );
  return new Webhook(secret).verify(body, given);
}
