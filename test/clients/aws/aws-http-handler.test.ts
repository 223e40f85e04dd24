import test from 'ava';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAwsClients } from '../../../clients/aws/aws-clients.ts';
import type { AwsClientsOptions } from '../../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { eventually } from '../../support/eventually.ts';

/** Starts a server, and returns its address. */
async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientsOf(endpoint: string, options: AwsClientsOptions) {
  return createAwsClients({ endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, ...options });
}

/** Calls a server, and returns the classification of the error. */
async function failureOf(
  answer: RequestListener,
  call = { client: 'sqs', operation: 'ListQueues' },
  options: AwsClientsOptions = {},
) {
  const server = createServer(answer);
  const clients = clientsOf(await listening(server), options);
  try {
    await clients.own().call({ ...call, region: 'eu-west-1' });
    return undefined;
  } catch (error) {
    return classifyAwsError(error);
  } finally {
    clients.close();
    server.closeAllConnections();
    server.close();
  }
}

test('fails a call that the endpoint accepts but does not answer', async (t) => {
  const failure = await failureOf(() => undefined, undefined, { responseTimeoutMs: 200 });
  t.like(failure, { outcome: 'error', code: 'TimeoutError', retryable: true, unanswered: true });
});

test('fails a call whose response stops in its body', async (t) => {
  const stall: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': '1000' });
    response.write('{"QueueUrls":["a');
  };
  const failure = await failureOf(stall, undefined, { responseTimeoutMs: 200 });
  t.like(failure, { outcome: 'error', code: 'TimeoutError', retryable: true, unanswered: true });
});

test('retries a call whose connection is reset in the body of the response', async (t) => {
  const failure = await failureOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': '1000' });
    response.write('{"QueueUrls":["a', () => response.destroy());
  });
  t.like(failure, { outcome: 'error', retryable: true });
});

test('retries a response that is cut off without an error of the connection', async (t) => {
  const json = await failureOf(responding('application/x-amz-json-1.0', '{"QueueUrls":["a'));
  const vpcs = '<DescribeVpcsResponse><vpcSet><item><vpcId>vpc-1</vpcId></item><item>';
  const xml = await failureOf(responding('text/xml', vpcs), { client: 'ec2', operation: 'DescribeVpcs' });
  for (const failure of [json, xml])
    t.like(failure, {
      outcome: 'error',
      code: 'InvalidResponse',
      message: 'The response of AWS is incomplete or malformed.',
      retryable: true,
    });
});

test('a page of a proxy is a failed connection, neither an empty list nor a denial', async (t) => {
  const call = { client: 'ec2', operation: 'DescribeVpcs' };
  const html = '<html><body>Blocked</body></html>';
  for (const status of [200, 403, 503])
    t.like(await failureOf(responding('text/html', html, status), call), {
      outcome: 'error',
      code: 'NetworkingError',
      message: 'The connection to AWS failed.',
      retryable: true,
      unanswered: true,
    });
  t.like(await failureOf(responding('text/xml', '', 200), call), { code: 'NetworkingError' });
  t.like(await failureOf(responding('text/xml', '', 429), call), { outcome: 'throttled' });
});

test('accepts every response with the id of its request', async (t) => {
  const answer: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'x-amzn-requestid': 'id', 'content-length': '2' });
    response.end('{}');
  };
  t.is(await failureOf(answer), undefined);
});

test('closes a connection that is unused, and keeps one that waits for a response', async (t) => {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('{}'), 600);
  });
  server.keepAliveTimeout = 600_000;
  const open = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_error, count) => resolve(count));
    });
  const clients = clientsOf(await listening(server), { idleConnectionMs: 300 });
  const call = () => clients.own().call({ client: 'sqs', region: 'eu-west-1', operation: 'ListQueues' });
  try {
    await t.notThrowsAsync(call());
    await eventually('the connection to be closed', async () => (await open()) === 0, 20);
  } finally {
    clients.close();
    server.close();
  }
});

function responding(type: string, body: string, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
}

test('ends a response that is too large for memory', async (t) => {
  let sent = 0;
  const failure = await failureOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'a' });
    response.write('{"QueueUrls":["');
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const send = () => {
      while (!response.destroyed && sent < 200) {
        sent += 1;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end('"]}');
    };
    send();
  });
  t.like(failure, { outcome: 'error', code: 'ResponseTooLarge' });
  t.true(sent < 150, `${sent} MB were sent`);
});
