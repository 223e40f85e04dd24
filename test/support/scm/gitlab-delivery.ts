import { createHmac, randomUUID } from 'node:crypto';

type Headers = Readonly<Record<string, string>>;

/** Posts the bytes of a webhook delivery. `undefined` leaves a header out. */
export async function postDelivery(
  url: string,
  body: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers }> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
    body,
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: Object.fromEntries(response.headers),
  };
}

/** Returns the headers of GitLab 19 for a hook with a signing token. */
export function signedHeaders(
  secret: string,
  body: string,
  { id = randomUUID(), seconds = Math.floor(Date.now() / 1000) }: { id?: string; seconds?: number } = {},
): Headers {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signatureOf(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), id, seconds, body)}`,
  };
}

/** Returns the signature of Standard Webhooks in base64. */
export function signatureOf(key: Uint8Array, id: string, seconds: number, body: string): string {
  return createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
}

/** Returns the body of a push to `main`. Source: GitLab, "Webhook events". */
export function pushBody(projectId: number, after: string = randomUUID()): string {
  return JSON.stringify({
    object_kind: 'push',
    event_name: 'push',
    before: '0'.repeat(40),
    after,
    ref: 'refs/heads/main',
    project_id: projectId,
    project: { id: projectId },
  });
}
