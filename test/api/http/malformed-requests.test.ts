import { connect } from 'node:net';
import test from 'ava';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

/** Sends bytes on a new connection and returns the status and the body of the response. */
async function send(text: string): Promise<readonly [status: number, body: unknown, requestId: boolean]> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return [Number(head.split(' ')[1]), JSON.parse(body), /^x-request-id: [0-9a-f-]{36}$/im.test(head)];
}

const target = 'GET /api/v1/healthz HTTP/1.1\r\n';
const host = 'Host: localhost\r\n';
const cases: Readonly<Record<string, readonly [request: string, status: number, message: string]>> = {
  'a malformed request line': ['garbage\r\n\r\n', 400, 'request: is not valid HTTP'],
  'a malformed Content-Length': [
    `${target}${host}Content-Length: x\r\n\r\n`,
    400,
    'request: is not valid HTTP',
  ],
  'headers that are too long': [
    `${target}${host}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'request: has too long a path or headers',
  ],
  'an unknown Expect header': [`${target}${host}Expect: magic\r\n\r\n`, 417, 'Expect: is not supported'],
  'a missing Host header': [`${target}Connection: close\r\n\r\n`, 400, 'Host: is required'],
};

for (const [name, [request, status, message]] of Object.entries(cases)) {
  test(`responds to ${name} with an error of the catalogue`, async (t) => {
    t.deepEqual(await send(request), [status, { code: 'validation_failed', message }, true]);
  });
}

test('rejects a query with more than 1000 parameters, and accepts 1000', async (t) => {
  const { client } = await api.signUp();
  const query = (count: number) => Array.from({ length: count }, () => 'a=1').join('&');
  const tooMany = await client.request('GET', `/resources?${query(1000)}&limit=0`);
  t.is(tooMany.status, 400);
  t.is(tooMany.body['message'], 'query: must have at most 1000 parameters');
  const accepted = await client.request('GET', `/resources?${query(999)}&limit=0`);
  t.regex(String(accepted.body['message']), /^limit: /);
});

test('serves only the files that the documentation page loads', async (t) => {
  const statusOf = async (file: string) => (await fetch(`${api.url}/api/v1/docs/${file}`)).status;
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) t.is(await statusOf(file), 200);
  for (const file of [
    'index.html',
    'package.json',
    'swagger-ui-bundle.js.map',
    'README.md',
    '../package.json',
  ])
    t.is(await statusOf(file), 404, file);
});

test('names the position of a fault in a JSON body', async (t) => {
  const messageOf = async (body: string) => {
    const response = await fetch(`${api.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    t.is(response.status, 400, body);
    return ((await response.json()) as { message: string }).message;
  };
  t.is(
    await messageOf('{"email": nobody}'),
    'The body is not valid JSON: unexpected character at line 1, column 12.',
  );
  t.is(
    await messageOf('{"email": "a",\n  }'),
    'The body is not valid JSON: unexpected character at line 2, column 3.',
  );
  t.is(
    await messageOf('{"email"'),
    'The body is not valid JSON: the text ends too early, at line 1, column 9.',
  );
  t.is(
    await messageOf('{} x'),
    'The body is not valid JSON: text after the end of the value at line 1, column 4.',
  );
  t.is(await messageOf('"text"'), 'The body must be a JSON object.');
});

test('rejects a body that is too large before it has been received, and closes the connection', async (t) => {
  const chunk = `${(64 * 1024).toString(16)}\r\n${'a'.repeat(64 * 1024)}\r\n`;
  for (const length of ['Content-Length: 9000000000', 'Transfer-Encoding: chunked']) {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n${length}\r\n\r\n`,
    );
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    let sent = 0;
    while (!socket.destroyed && sent < 100 * 1024 * 1024) {
      sent += chunk.length;
      await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
    }
    t.true(sent < 50 * 1024 * 1024, `${length}: sent ${sent} bytes`);
    t.regex(received, /^HTTP\/1.1 400 /);
    t.regex(received, /"code":"invalid_body","message":"The body is too large."/);
  }
});
