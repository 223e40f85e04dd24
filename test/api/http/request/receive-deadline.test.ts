import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'ava';
import express from 'express';
import { liftReceiveDeadline, limitReceiveTime } from '../../../../api/http/request/receive-deadline.ts';
import { createLogger } from '../../../../runtime/logger.ts';

const app = express();
app.use(limitReceiveTime(100, createLogger('test', 'silent')));
app.post('/lifted', (_request, response, next) => {
  liftReceiveDeadline(response);
  next();
});
app.post(/.*/, async (request, response) => {
  response.send(await text(request).catch(() => 'aborted'));
});
const server = createServer(app);
test.before(() => new Promise<void>((resolve) => server.listen(0, resolve)));
test.after.always(() => server.close());

/** Sends a part of a body. `finish` sends the rest. */
function begin(path: string) {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ port, path, method: 'POST' });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  request.on('error', () => undefined);
  request.write('first, ');
  return {
    finish: () => request.end('second'),
    response: async (): Promise<readonly [status: number | undefined, body: string]> => {
      const [response] = await responded;
      return [response.statusCode, await text(response)];
    },
  };
}

test('rejects a request whose body does not arrive in time, unless its limit was lifted', async (t) => {
  const lifted = begin('/lifted');
  const [status, body] = await begin('/limited').response();
  t.is(status, 408);
  t.like(JSON.parse(body), { code: 'invalid_body', message: 'The request was not received in time.' });
  lifted.finish();
  t.deepEqual(await lifted.response(), [200, 'first, second']);
});
