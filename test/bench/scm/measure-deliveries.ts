import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchContext, Figure } from '../bench.ts';
import type { MeasuredProcess } from '../scan/processes.ts';
import type { ScmProduct } from './scm-product.ts';

const deliveries = 1_000;
/** Sent a second time with the same id. */
const repeated = 100;
/** Requests in flight. */
const connections = 10;
const maximumMilliseconds = 100;
const processingSeconds = 600;

interface Signed {
  readonly id: string;
  readonly body: string;
  readonly signature: string;
}

/**
 * Sends a burst of signed pushes to a branch that is not the default one, so that each has a workflow and none needs a
 * call to GitHub. Waits until all are processed.
 */
export async function measureDeliveries(
  { say }: BenchContext,
  { owner, apiUrl, github, installation, organizationId }: ScmProduct,
  { api, worker }: { readonly api: MeasuredProcess; readonly worker: MeasuredProcess },
): Promise<Record<string, Figure>> {
  const [repositoryId] = await externalIds(owner, organizationId);
  const signed = Array.from({ length: deliveries }, (): Signed => {
    const id = randomUUID();
    const body = JSON.stringify({
      ref: 'refs/heads/topic',
      repository: { id: Number(repositoryId) },
      installation: { id: installation.id },
      after: id,
    });
    const signature = `sha256=${createHmac('sha256', github.app.webhookSecret).update(body).digest('hex')}`;
    return { id, body, signature };
  });
  const countRuns = async (): Promise<{
    runs: number;
    subjects: number;
    succeeded: number;
    queued: number;
  }> => {
    const { rows } = await owner.query<{ runs: number; subjects: number; succeeded: number; queued: number }>(
      `select (select count(*)::int from runs r where r.kind = 'handle_delivery' and r.subject_id = any(d.ids)) as runs,
         (select count(distinct subject_id)::int from runs r where r.subject_id = any(d.ids)) as subjects,
         d.succeeded, d.queued
       from (select array_agg(id) as ids, (count(*) filter (where status = 'succeeded'))::int as succeeded,
           (count(*) filter (where status <> 'succeeded'))::int as queued
         from scm_deliveries where organization_id = $1 and delivery_id = any($2)) d`,
      [organizationId, signed.map(({ id }) => id)],
    );
    return rows[0] ?? { runs: 0, subjects: 0, succeeded: 0, queued: 0 };
  };
  const queue = [...signed, ...signed.slice(0, repeated)];
  const latencies: number[] = [];
  const cpu = { api: api.cpuSeconds(), worker: worker.cpuSeconds() };
  const started = performance.now();
  const send = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const sent = performance.now();
      const response = await fetch(`${apiUrl}/api/v1/webhooks/github`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'push',
          'x-github-delivery': next.id,
          'x-hub-signature-256': next.signature,
        },
        body: next.body,
      });
      await response.arrayBuffer();
      latencies.push(performance.now() - sent);
      if (response.status !== 202) throw new Error(`the delivery got status ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const acknowledged = (performance.now() - started) / 1000;
  const apiMilliseconds = ((api.cpuSeconds() - cpu.api) / latencies.length) * 1000;
  say(`${latencies.length} deliveries acknowledged in ${acknowledged.toFixed(1)} s`);
  let state = await countRuns();
  for (const end = performance.now() + processingSeconds * 1000; performance.now() < end;) {
    if (state.succeeded === deliveries) break;
    await pause(500);
    state = await countRuns();
  }
  const processed = (performance.now() - started) / 1000;
  const workerMilliseconds = ((worker.cpuSeconds() - cpu.worker) / deliveries) * 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const once = state.succeeded === deliveries && state.runs === deliveries && state.subjects === deliveries;
  return {
    acknowledgement_p50: { value: at(0.5), unit: 'ms', ok: true },
    acknowledgement_p99: {
      value: at(0.99),
      unit: 'ms',
      target: `<= ${maximumMilliseconds}`,
      ok: at(0.99) <= maximumMilliseconds,
    },
    // On a machine with other load, the latency is a multiple of the processor time.
    api_time_per_delivery: { value: apiMilliseconds, unit: 'ms', ok: true },
    worker_time_per_delivery: { value: workerMilliseconds, unit: 'ms', ok: true },
    acknowledged_in: { value: acknowledged, unit: 's', ok: true },
    processed_once: { value: state.runs, unit: 'deliveries', target: `${deliveries}`, ok: once },
    processed_in: { value: processed, unit: 's', ok: true },
  };
}

async function externalIds(owner: ScmProduct['owner'], organizationId: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ external_id: string }>(
    'select external_id from repositories where organization_id = $1',
    [organizationId],
  );
  return rows.map(({ external_id: id }) => id);
}
