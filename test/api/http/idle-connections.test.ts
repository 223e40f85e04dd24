import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import test from 'ava';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

test('keeps idle connections open for longer than proxies do', async (t) => {
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const request = get(`${api.url}/api/v1/healthz`, { agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  t.is(response.statusCode, 200);
  t.is(response.headers['keep-alive'], 'timeout=65');
});
