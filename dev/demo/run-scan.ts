import { ApiError, dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { CreateScanBody, Scan } from '../../api-client/api-types.ts';
import { waitFor } from './wait-for.ts';

const scanSeconds = 1200;
const active: Scan['status'][] = ['queued', 'running'];
const notOfEvents: Scan['trigger'][] = ['manual', 'schedule', 'onboarding', 'retry'];

/** Waits until no scan is running but those that events started. Scans all accounts of the connection, unless onboarding scanned them after `since`. */
export async function scanAll(
  client: TypedClient,
  connectionId: string,
  since: Date,
  say: (text: string) => void,
): Promise<Scan> {
  await waitFor('the scans of the onboarding', () => noneActive(client), scanSeconds);
  const query = { trigger: 'onboarding' as const, limit: 1 };
  const { items } = await dataOf(client.GET('/api/v1/scans', { params: { query } }));
  const [first] = items;
  if (first !== undefined && Date.parse(first.finished_at ?? '') > since.getTime()) return first;
  say('Scanning every account …');
  return runScan(client, { connection_id: connectionId });
}

/** Starts a scan and waits for its end. */
export async function runScan(client: TypedClient, body: CreateScanBody): Promise<Scan> {
  const { id } = await waitFor('a scan to be accepted', () => start(client, body), scanSeconds);
  return waitFor(
    'the scan to end',
    async () => {
      const current = await dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id } } }));
      return active.includes(current.status) ? undefined : current;
    },
    scanSeconds,
  );
}

/** Returns `undefined` while another scan, for example a scheduled one, is running. */
async function start(client: TypedClient, body: CreateScanBody): Promise<Scan | undefined> {
  try {
    return await dataOf(client.POST('/api/v1/scans', { body }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'scan_conflict') return undefined;
    throw error;
  }
}

async function noneActive(client: TypedClient): Promise<true | undefined> {
  const query = { status: active, trigger: notOfEvents };
  const { items } = await dataOf(client.GET('/api/v1/scans', { params: { query } }));
  return items.length === 0 ? true : undefined;
}
