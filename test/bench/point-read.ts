import type { Bench } from './bench.ts';
import { httpLoad } from './support/http-load.ts';
import { signUp } from './support/sign-up.ts';
import { startProcess } from '../support/start-process.ts';

const connections = 32;
const rounds = 5;
const roundSeconds = 4;

/**
 * Measures an authenticated read of one row (session, permission, row-level security, validation, logging). The baseline
 * is an Express handler that reads the same row with pg. Both run in alternation.
 */
export const pointRead: Bench = {
  name: 'point-read',
  summary: 'GET /organization at 32 connections compared with Express and pg alone',
  async run({ environment, say }) {
    say('starting the API and the baseline');
    const api = await startProcess(
      'api/main.ts',
      { ...environment, NODE_ENV: 'development' },
      '/api/v1/healthz',
    );
    const bare = await startProcess('test/bench/support/bare-point-read.ts', environment, '/healthz');
    try {
      const { token, organizationId } = await signUp(api.url);
      const product = {
        port: api.port,
        path: '/api/v1/organization',
        headers: { Authorization: `Bearer ${token}` },
      };
      const baseline = { port: bare.port, path: `/organizations/${organizationId}` };
      const measured: { product: number[]; baseline: number[]; p99: number[] } = {
        product: [],
        baseline: [],
        p99: [],
      };
      for (const target of [product, baseline]) await httpLoad(target, { connections, seconds: 2 });
      for (let round = 1; round <= rounds; round += 1) {
        say(`round ${round} of ${rounds}`);
        measured.baseline.push((await httpLoad(baseline, { connections, seconds: roundSeconds })).perSecond);
        const { perSecond, p99 } = await httpLoad(product, { connections, seconds: roundSeconds });
        measured.product.push(perSecond);
        measured.p99.push(p99);
      }
      const perSecond = median(measured.product);
      const barePerSecond = median(measured.baseline);
      const ratio = median(
        measured.product.map((value, round) => value / (measured.baseline[round] ?? value)),
      );
      return {
        throughput: { value: perSecond, unit: 'requests/s', baseline: barePerSecond, ok: true },
        ratio: { value: ratio, unit: 'of the baseline', baseline: 1, ok: true },
        p99: { value: median(measured.p99), unit: 'ms', ok: true },
      };
    } finally {
      await api.stop();
      await bare.stop();
    }
  },
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
