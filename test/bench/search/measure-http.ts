import { readFileSync, writeFileSync } from 'node:fs';
import type { BenchContext, Figure } from '../bench.ts';
import { httpLoad } from '../support/http-load.ts';
import { addMember } from '../support/add-member.ts';
import { createTypedClient, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import { startProcess } from '../../support/start-process.ts';
import type { GeneratedOrganization } from './generated-inventory.ts';

const connections = 16;
const seconds = 8;
const rowsPerSecond = 30_000;
const maximumMegabytes = 200;

/** Measures search and export over HTTP, with authentication. */
export async function measureHttp(
  { databaseUrl, environment, say }: BenchContext,
  organization: GeneratedOrganization,
): Promise<Readonly<Record<string, Figure>>> {
  const api = await startProcess(
    'api/main.ts',
    { ...environment, NODE_ENV: 'development' },
    '/api/v1/healthz',
  );
  try {
    const token = await signInTo(api.url, databaseUrl, organization.id);
    const headers = { Authorization: `Bearer ${token}` };
    // The export runs first, because the other measurements increase the peak memory.
    const figures = await measureExport(api, headers, organization.size);
    for (const [name, query] of Object.entries({ 'no filter': '', 'one filter': '?region=eu-west-1' })) {
      const target = { port: api.port, path: `/api/v1/resources${query}`, headers };
      await httpLoad(target, { connections, seconds: 1 });
      const { perSecond, p95 } = await httpLoad(target, { connections, seconds });
      say(`HTTP, ${name}: ${perSecond.toFixed(0)} requests/s, p95 ${p95.toFixed(1)} ms`);
      figures[`HTTP, ${name}: throughput`] = { value: perSecond, unit: 'requests/s', ok: true };
      figures[`HTTP, ${name}: p95`] = { value: p95, unit: 'ms', ok: true };
    }
    return figures;
  } finally {
    await api.stop();
  }
}

async function measureExport(
  api: { readonly url: string; readonly pid: number },
  headers: Readonly<Record<string, string>>,
  size: number,
): Promise<Record<string, Figure>> {
  // Resets VmHWM, which includes the memory of the password hashes of the sign-in.
  writeFileSync(`/proc/${api.pid}/clear_refs`, '5');
  const started = performance.now();
  const response = await fetch(`${api.url}/api/v1/resources/export?format=ndjson&include_deleted=true`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  let rows = 0;
  for await (const chunk of response.body ?? []) {
    for (const byte of chunk as Uint8Array) if (byte === 10) rows += 1;
  }
  if (rows < size) throw new Error(`the export has ${rows} of ${size} rows`);
  const perSecond = rows / ((performance.now() - started) / 1000);
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'));
  const megabytes = Number(peak?.[1] ?? 0) / 1024;
  return {
    'export: rows': {
      value: perSecond,
      unit: 'rows/s',
      target: `>= ${rowsPerSecond}`,
      ok: perSecond >= rowsPerSecond,
    },
    'export: peak of the API process': {
      value: megabytes,
      unit: 'MB',
      target: `<= ${maximumMegabytes}`,
      ok: megabytes <= maximumMegabytes,
    },
  };
}

/** Creates a user of the generated organization, as a copy of a user who has signed up. */
async function signInTo(url: string, databaseUrl: string, organizationId: string): Promise<string> {
  const body = await addMember(url, databaseUrl, organizationId);
  const { access_token } = await sessionTokensOf(createTypedClient(url).POST('/api/v1/auth/login', { body }));
  return access_token;
}
