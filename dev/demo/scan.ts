import { ApiError } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { waitFor } from './wait-for.ts';

export interface Scan {
  readonly id: string;
  readonly status: string;
  readonly trigger: string;
  readonly progress: {
    readonly tasks_total: number;
    readonly tasks_done: number;
    readonly tasks_failed: number;
  };
  readonly counts: Readonly<Record<'seen' | 'created' | 'updated' | 'deleted' | 'unchanged', number>>;
  readonly started_at?: string;
  readonly finished_at?: string;
  readonly failures: readonly { readonly error?: string }[];
}

const scanSeconds = 1200;
const active = ['queued', 'running'];

/** Waits until no scan is running. Scans all accounts of the connection, unless onboarding scanned them after `since`. */
export async function scanAll(
  api: ApiClient,
  connectionId: string,
  since: Date,
  say: (text: string) => void,
): Promise<Scan> {
  await waitFor('the scans of the onboarding', () => noneActive(api), scanSeconds);
  const { items } = await api.get<{ items: readonly Scan[] }>('/scans?trigger=onboarding&limit=1');
  const [first] = items;
  if (first !== undefined && Date.parse(first.finished_at ?? '') > since.getTime()) return first;
  say('Scanning every account …');
  return scan(api, { connection_id: connectionId });
}

/** Starts a scan and waits for its end. */
export async function scan(api: ApiClient, body: object): Promise<Scan> {
  const started = await waitFor('a scan to be accepted', () => start(api, body), scanSeconds);
  return waitFor(
    'the scan to end',
    async () => {
      const current = await api.get<Scan>(`/scans/${started.id}`);
      return active.includes(current.status) ? undefined : current;
    },
    scanSeconds,
  );
}

/** Returns `undefined` while another scan, for example a scheduled one, is running. */
async function start(api: ApiClient, body: object): Promise<Scan | undefined> {
  try {
    return await api.post<Scan>('/scans', body);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'scan_conflict') return undefined;
    throw error;
  }
}

async function noneActive(api: ApiClient): Promise<true | undefined> {
  const { items } = await api.get<{ items: readonly Scan[] }>(
    `/scans?${active.map((status) => `status=${status}`).join('&')}`,
  );
  return items.length === 0 ? true : undefined;
}
