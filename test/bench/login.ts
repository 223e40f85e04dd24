import type { Bench } from './bench.ts';
import { httpLoad } from './support/http-load.ts';
import { signUp } from './support/sign-up.ts';
import type { BenchUser } from './support/sign-up.ts';
import { createTypedClient } from '../../api-client/create-typed-client.ts';
import { startProcess } from '../support/start-process.ts';

const loginsPerSecond = 20;
/** Number of users, so that no user exceeds the rate limit with concurrent logins. */
const userCount = 10;
const seconds = 15;
const wantedMilliseconds = 25;

/** Measures whether password hashing blocks the event loop: latency of `GET /healthz` during logins at a constant rate. */
export const login: Bench = {
  name: 'login',
  summary: 'p99 of GET /healthz under 20 logins a second',
  async run({ environment, say }) {
    say('starting the API');
    const api = await startProcess(
      'api/main.ts',
      { ...environment, NODE_ENV: 'development' },
      '/api/v1/healthz',
    );
    try {
      const users: BenchUser[] = [];
      while (users.length < userCount) users.push(await signUp(api.url));
      const anonymous = createTypedClient(api.url);
      const health = { port: api.port, path: '/api/v1/healthz' };
      await httpLoad(health, { connections: 1, seconds: 2 });
      const quiet = await probe(api.port, 3);
      say(`${loginsPerSecond} logins a second for ${seconds} s`);
      const durations: number[] = [];
      let failed = 0;
      let turn = 0;
      const logIn = async () => {
        const { email = '', password = '' } = users[(turn += 1) % users.length] ?? {};
        const started = performance.now();
        const { response } = await anonymous.POST('/api/v1/auth/login', { body: { email, password } });
        if (response.status !== 200) failed += 1;
        durations.push(performance.now() - started);
      };
      const pending: Promise<void>[] = [];
      const timer = setInterval(() => pending.push(logIn()), 1000 / loginsPerSecond);
      const busy = await probe(api.port, seconds);
      clearInterval(timer);
      await Promise.all(pending);
      return {
        healthz_p99: {
          value: busy.p99,
          unit: 'ms',
          baseline: quiet.p99,
          target: `<= ${wantedMilliseconds}`,
          ok: busy.p99 <= wantedMilliseconds,
        },
        logins: { value: durations.length / seconds, unit: 'logins/s', ok: durations.length > 0 },
        login_p50: { value: median(durations), unit: 'ms', ok: true },
        refused: { value: failed, unit: 'logins', target: '0', ok: failed === 0 },
      };
    } finally {
      await api.stop();
    }
  },
};

/** Latency of a hundred requests a second, one at a time, as of a load balancer. */
async function probe(port: number, probeSeconds: number): Promise<{ p99: number }> {
  const latencies: number[] = [];
  const ends = performance.now() + probeSeconds * 1000;
  while (performance.now() < ends) {
    const started = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/api/v1/healthz`)).arrayBuffer();
    latencies.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { p99: latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
