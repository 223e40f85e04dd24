/** What a refresh found: a new access token, an ended session, or no answer. */
export type RefreshOutcome = 'refreshed' | 'ended' | 'failed';

const keys = { refreshedAt: 'session.refreshed-at', expiresAt: 'session.expires-at', lock: 'session.lock' };
const lockName = 'cloud-inventory-session';
const lockMilliseconds = 10_000;
const marginMilliseconds = 60_000;

let inFlight: Promise<RefreshOutcome> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Refreshes the session, once for all tabs and all requests: does nothing if another tab did so after `since` (milliseconds
 * since the epoch). The cookies carry the tokens; no script reads them.
 */
export function refreshSession(since: number): Promise<RefreshOutcome> {
  inFlight ??= withLock(() => refresh(since)).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

/** Plans a refresh one minute before the access token expires. `expiresAt` is a timestamp of the API. */
export function planRefresh(expiresAt: string): void {
  write(keys.expiresAt, expiresAt);
  clearTimeout(timer);
  const due = Date.parse(expiresAt) - marginMilliseconds - Date.now();
  if (Number.isFinite(due)) timer = setTimeout(() => void refreshSession(Date.now()), Math.max(due, 1000));
}

/** The value of the cookie `svc_csrf`, which requests that change data send back. */
export function csrfToken(): string | undefined {
  const value = /(?:^|; )svc_csrf=([^;]*)/.exec(document.cookie)?.[1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

async function refresh(since: number): Promise<RefreshOutcome> {
  if (Number(read(keys.refreshedAt) ?? 0) > since) return 'refreshed';
  const token = csrfToken();
  if (token === undefined) return 'ended';
  const response = await fetch('/api/v1/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token },
    body: '{}',
  }).catch(() => undefined);
  if (response === undefined || response.status >= 500 || response.status === 429) return 'failed';
  if (!response.ok) return 'ended';
  const { access_expires_at: expiresAt } = (await response.json()) as { access_expires_at: string };
  write(keys.refreshedAt, String(Date.now()));
  planRefresh(expiresAt);
  return 'refreshed';
}

/** Web Locks exist on https and on this machine only; elsewhere a key of `localStorage` is the lock. */
async function withLock(work: () => Promise<RefreshOutcome>): Promise<RefreshOutcome> {
  // The type of the DOM declares `locks` for every page.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  if (locks !== undefined) return locks.request(lockName, work);
  const deadline = Date.now() + lockMilliseconds;
  while (Number(read(keys.lock) ?? 0) > Date.now() && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  write(keys.lock, String(Date.now() + lockMilliseconds));
  try {
    return await work();
  } finally {
    write(keys.lock, '0');
  }
}

/** Storage can be turned off in a browser: each tab then refreshes for itself. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}
