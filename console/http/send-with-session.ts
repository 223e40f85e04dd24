import { setConnectionLost } from './connection-state.ts';
import { csrfToken, refreshSession } from './refresh-session.ts';

const endListeners = new Set<() => void>();

/** Calls `listener` when a request found that the session has ended. Returns a function that stops that. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Sends a request with the cookies of the session. After a 401 of an expired access token it refreshes the session and sends
 * the request once more.
 */
export async function sendWithSession(request: Request): Promise<Response> {
  const again = request.clone();
  const startedAt = Date.now();
  const response = await send(request);
  if (response.status !== 401 || withoutSession.test(new URL(request.url).pathname)) return response;
  const { code } = (await response.clone().json()) as { code?: string };
  if (code !== 'unauthorized' && code !== 'invalid_token') return response;
  const outcome = await refreshSession(startedAt);
  if (outcome === 'refreshed') return send(again);
  if (outcome === 'failed') throw new TypeError('The session could not be refreshed.');
  for (const listener of endListeners) listener();
  return response;
}

/** Operations whose 401 is about what they were given, not about the session. */
const withoutSession = /\/auth\/(?:login|signup|refresh|invitations|password-reset|verify-email)/;

async function send(request: Request): Promise<Response> {
  const token = csrfToken();
  if (!['GET', 'HEAD'].includes(request.method) && token !== undefined)
    request.headers.set('x-csrf-token', token);
  try {
    const response = await fetch(request);
    setConnectionLost(false);
    return response;
  } catch (error) {
    // A request that the page itself aborted says nothing about the connection.
    if (!request.signal.aborted) setConnectionLost(true);
    throw error;
  }
}
