import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { explainChanges } from '../../../db/plans/explain/explain-changes.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { loadQueues } from '../mapping/load-queues.ts';
import type { LoadedQueues } from '../mapping/load-queues.ts';
import { startApiProcess, startMeasuredProcess } from '../scan/processes.ts';
import type { MeasuredProcess } from '../scan/processes.ts';
import { httpLoad } from '../support/http-load.ts';
import { signUp } from '../support/sign-up.ts';
import { generatePlan } from './generated-plan.ts';

const changes = Number(process.env['BENCH_CHANGES'] ?? 20_000);
const planBytes = Math.floor((changes / 20_000) * 64 * 1024 * 1024);
const maximumSeconds = 10;
const maximumLag = 50;
const maximumMegabytes = 600;
const wantedReports = 2000;
const maximumReportMilliseconds = 50;
const reportSeconds = 30;
const connections = 32;

interface Target {
  readonly process: MeasuredProcess;
  readonly headers: Readonly<Record<string, string>>;
  readonly plans: string;
  readonly executions: string;
  readonly health: string;
}

/**
 * Measures plans and reports, and the same requests to Express, which only parses and stores them. Both use one database server.
 * `BENCH_ONLY=reports` measures the reports alone.
 */
export const ingest: Bench = {
  name: 'ingest',
  summary: `a plan of 64 MB with ${changes} changes, small reports, and the explanation of as many changes`,
  async run(context) {
    const { environment, databaseUrl, say } = context;
    const api = await startApiProcess({ ...environment, NODE_ENV: 'development' });
    const bare = await startMeasuredProcess(
      'test/bench/ingest/bare-ingest.ts',
      environment,
      'PORT',
      '/healthz',
    );
    try {
      const { client, organizationId } = await signUp(api.url);
      const { token } = await dataOf(
        client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'bench' } }),
      );
      say(`loading ${changes} queues`);
      const loaded = await loadQueues(databaseUrl, changes, organizationId);
      const product: Target = {
        process: api,
        headers: { authorization: `Bearer ${token}` },
        plans: `/api/v1/ingest/plans?external_id=1&commit_sha=${commit}`,
        executions: '/api/v1/ingest/executions',
        health: '/api/v1/healthz',
      };
      const baseline: Target = {
        process: bare,
        headers: {},
        plans: '/plans',
        executions: '/executions',
        health: '/healthz',
      };
      const plan = generatePlan({ size: changes, account: loaded.account, region: loaded.region }, planBytes);
      if (process.env['BENCH_ONLY'] === 'reports') return await measureReports(context, product, baseline);
      return {
        ...(await measurePlan(context, product, baseline, plan)),
        ...(await measureExplanation(context, loaded)),
        ...(await measureReports(context, product, baseline)),
      };
    } finally {
      await Promise.all([api.stop(), bare.stop()]);
    }
  },
};

const commit = 'a'.repeat(40);

async function measurePlan(
  { say }: BenchContext,
  product: Target,
  baseline: Target,
  plan: Buffer,
): Promise<Record<string, Figure>> {
  say(`sending a plan of ${(plan.length / 1024 / 1024).toFixed(1)} MB`);
  const bare = await sendPlan(baseline, plan);
  const own = await sendPlan(product, plan);
  return {
    'plan, until the response': limited(own.seconds, 's', bare.seconds, maximumSeconds),
    'plan, p99 of other requests': limited(own.p99, 'ms', bare.p99, maximumLag),
    'plan, peak memory of the API': limited(
      product.process.peakMemory(),
      'MB',
      baseline.process.peakMemory(),
      maximumMegabytes,
    ),
  };
}

/** Sends the plan while another client sends a request every 10 ms, one at a time. */
async function sendPlan(
  { process: { url }, headers, plans, health }: Target,
  plan: Buffer,
): Promise<{ readonly seconds: number; readonly p99: number }> {
  const latencies: number[] = [];
  const state = { done: false };
  const probe = async () => {
    while (!state.done) {
      const sent = performance.now();
      await (await fetch(`${url}${health}`)).arrayBuffer();
      latencies.push(performance.now() - sent);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const probing = probe();
  const started = performance.now();
  const response = await fetch(`${url}${plans}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Uint8Array(plan),
  });
  const text = await response.text();
  const seconds = (performance.now() - started) / 1000;
  state.done = true;
  await probing;
  if (response.status !== 201) throw new Error(`the plan got ${response.status}: ${text.slice(0, 300)}`);
  return { seconds, p99: latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0 };
}

/** Explains the update of each queue by the stored plan. No table has statistics of the plan and the changes. */
async function measureExplanation(
  { databaseUrl, say }: BenchContext,
  { organizationId }: LoadedQueues,
): Promise<Record<string, Figure>> {
  say(`explaining ${changes} changes`);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const database = openDatabase({ url: databaseUrl, poolSize: 1 });
  try {
    const { rows } = await owner.query<{ id: string }>(
      `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, since, source, diff)
       select organization_id, id, aws_account_id, region, resource_type, 'updated', now() - interval '1 hour', 'scan',
         '[{"op": "replace", "path": "/configuration/Attributes/VisibilityTimeout", "before": "30", "after": "60"}]'
       from resources where organization_id = $1
       returning aws_account_id as id`,
      [organizationId],
    );
    const accountId = rows[0]?.id ?? '';
    const explain = async () => {
      const started = performance.now();
      const updated = await database.withTenant(organizationId, (tenant) =>
        explainChanges(tenant, { accountId, since: new Date(Date.now() - 3_600_000) }),
      );
      return { updated, seconds: (performance.now() - started) / 1000 };
    };
    const first = await explain();
    const again = await explain();
    return {
      'explained changes': {
        value: first.updated,
        unit: 'changes',
        ok: first.updated === (changes / 20) * 18,
      },
      explanation: { value: first.seconds, unit: 's', target: '<= 30', ok: first.seconds <= 30 },
      'explanation, again': { value: again.seconds, unit: 's', ok: again.updated === 0 },
    };
  } finally {
    await owner.end();
    await database.close();
  }
}

/** Reports the start and the end of executions. */
async function measureReports(
  { say }: BenchContext,
  product: Target,
  baseline: Target,
): Promise<Record<string, Figure>> {
  say(`reporting executions for ${reportSeconds} s`);
  const load = async ({ process: { url }, headers, executions }: Target, seconds: number) =>
    httpLoad(
      { port: Number(new URL(url).port), path: executions, headers, bodies: reports },
      { connections, seconds },
    );
  for (const target of [baseline, product]) await load(target, 3);
  const bare = await load(baseline, 10);
  const cpu = product.process.cpuSeconds();
  const own = await load(product, reportSeconds);
  const cores = (product.process.cpuSeconds() - cpu) / reportSeconds;
  return {
    reports: {
      value: own.perSecond,
      unit: 'reports/s',
      baseline: bare.perSecond,
      target: `>= ${wantedReports}`,
      ok: own.perSecond >= wantedReports,
    },
    'reports, p99': limited(own.p99, 'ms', bare.p99, maximumReportMilliseconds),
    'reports, processor of the API': { value: cores, unit: 'cores', ok: true },
  };
}

/** Of two bodies, the first starts an execution, and the second ends it. */
function reports(): () => string {
  let started: string | undefined;
  const report = (id: string, status: string) =>
    JSON.stringify({
      external_id: id,
      kind: 'apply',
      status,
      provider: 'github_actions',
      repository: 'acme/infra',
      project_path: 'live/production',
      workspace: 'default',
      commit_sha: id.replaceAll('-', ''),
      branch: 'main',
      actor: 'octocat',
      run_url: `https://github.com/acme/infra/actions/runs/${id}`,
      tool: { name: 'terraform', version: '1.11.4' },
    });
  return () => {
    const ended = started;
    started = ended === undefined ? randomUUID() : undefined;
    return report(ended ?? started ?? '', ended === undefined ? 'running' : 'succeeded');
  };
}

function limited(value: number, unit: string, baseline: number, most: number): Figure {
  return { value, unit, baseline, target: `<= ${most}`, ok: value <= most };
}
