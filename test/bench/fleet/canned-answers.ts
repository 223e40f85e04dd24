import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A process that answers requests to AWS from memory: it passes the first request of a kind on to the endpoint of `ANSWERS_OF`,
 * and gives its answer to all later ones. Two requests are of one kind when the role, region, service, operation and body are
 * the same. It takes less processor time than the emulator, so that it does not bound the workers that are measured.
 */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const source = process.env['ANSWERS_OF'] ?? '';
const answers = new Map<string, Promise<Answer>>();
const roleOfKey = new Map<string, string>();

createServer((request, response) => void respond(request, response)).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  if (request.url === '/ready') {
    response.end();
    return;
  }
  const key = keyOf(request, body);
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = fetchAnswer(request, body);
    answers.set(key, answer);
  }
  try {
    const { status, headers, body: content } = await answer;
    response.writeHead(status, headers).end(content);
  } catch {
    answers.delete(key);
    response.writeHead(503).end();
  }
}

function keyOf({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const [, accessKey = '', , region = '', service = ''] =
    /Credential=([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const text = body.toString('latin1');
  // The name of the session differs between scans.
  const assumed = /Action=AssumeRole&.*?RoleArn=([^&]+)/.exec(text)?.[1];
  const content = assumed ?? text;
  const caller = roleOfKey.get(accessKey) ?? accessKey;
  return [method, url, headers['x-amz-target'], caller, region, service, content].join('\n');
}

async function fetchAnswer({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !hopByHop.has(name) ? [[name, value]] : [],
  );
  const response = await fetch(`${source}${url}`, {
    method,
    headers: given,
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
  const content = Buffer.from(await response.arrayBuffer());
  if (response.status >= 500) throw new Error('the endpoint failed');
  const [, accessKey] = /<AccessKeyId>([^<]+)</.exec(content.toString('latin1')) ?? [];
  const [, role] = /RoleArn=([^&]+)/.exec(body.toString('latin1')) ?? [];
  if (accessKey !== undefined && role !== undefined) roleOfKey.set(accessKey, role);
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !hopByHop.has(name))),
    body: content,
  };
}

const hopByHop = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'keep-alive',
  'expect',
]);

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
