import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../../domain/json/json.ts';
import { anthropicWire, openaiWire } from './llm-wire.ts';
import type { LlmPart, LlmRequest, LlmWire } from './llm-wire.ts';

/** The response of a scripted provider. */
export type LlmStep =
  | {
      readonly kind: 'respond';
      readonly parts: readonly LlmPart[];
      readonly reason?: 'stop' | 'length';
      readonly hasUsage?: false;
    }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Sends nothing further, and keeps the connection open. */
  | { readonly kind: 'stall'; readonly parts: readonly LlmPart[] }
  /** Closes the socket within the response. */
  | { readonly kind: 'cut'; readonly parts: readonly LlmPart[] }
  /** Ends the response without its last events. */
  | { readonly kind: 'end'; readonly parts: readonly LlmPart[] }
  /** Sends a text in place of an event. */
  | { readonly kind: 'raw'; readonly parts: readonly LlmPart[]; readonly text: string }
  /** Repeats a text until the client closes the connection. */
  | { readonly kind: 'endless'; readonly text: string }
  /** The same without line breaks, within one event. */
  | { readonly kind: 'endless_event' };

/** Returns the response to the request with this number, from 1. */
export type LlmScript = (request: LlmRequest, number: number) => LlmStep;

export interface LlmServer {
  /** With the version, as ASSISTANT_BASE_URL. */
  readonly baseUrl: string;
  readonly requests: readonly LlmRequest[];
  /** Number of connections that the client closed within a response. */
  readonly closed: number;
  script: LlmScript;
  close(): Promise<void>;
}

export const respondWith = (...parts: readonly LlmPart[]): LlmStep => ({ kind: 'respond', parts });

/** Starts a server that speaks the streaming formats of Anthropic and of OpenAI. */
export async function startLlmServer(script: LlmScript): Promise<LlmServer> {
  const requests: LlmRequest[] = [];
  let closed = 0;
  const server = createServer((incoming, outgoing) => {
    outgoing.on('close', () => (closed += outgoing.writableFinished ? 0 : 1));
    respond(incoming, outgoing, (request) => {
      requests.push(request);
      return llm.script(request, requests.length);
    }).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const llm: LlmServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    get closed() {
      return closed;
    },
    script,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return llm;
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  stepOf: (request: LlmRequest) => LlmStep,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const wire = [anthropicWire, openaiWire].find(({ path }) => path === incoming.url);
  if (wire === undefined) {
    outgoing.writeHead(404).end();
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as JsonObject;
  const step = stepOf({
    format: wire === anthropicWire ? 'anthropic' : 'openai',
    headers: incoming.headers,
    model: typeof body['model'] === 'string' ? body['model'] : '',
    ...wire.read(body),
    body,
  });
  if (step.kind === 'status') {
    outgoing.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
    outgoing.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'scripted' } }));
    return;
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  await stream(outgoing, wire, step);
}

async function stream(
  outgoing: ServerResponse,
  wire: LlmWire,
  step: Exclude<LlmStep, { kind: 'status' }>,
): Promise<void> {
  if (step.kind === 'endless' || step.kind === 'endless_event') {
    await streamEndlessly(outgoing, wire, step);
    return;
  }
  // A connection that breaks before the first token has sent no event either.
  if (step.parts.length > 0 || step.kind === 'respond') outgoing.write(wire.start());
  else outgoing.flushHeaders();
  for (const [index, part] of step.parts.entries()) outgoing.write(wire.part(part, index));
  if (step.kind === 'respond') {
    const hasCalls = step.parts.some((part) => 'tool' in part);
    const reason = step.reason ?? (hasCalls ? 'tool_calls' : 'stop');
    outgoing.end(wire.finish(reason, step.parts.length, step.hasUsage ?? true));
  } else if (step.kind === 'raw') {
    outgoing.write(step.text);
    outgoing.end(wire.finish('stop', step.parts.length, true));
  } else if (step.kind === 'end') outgoing.end();
  // A write that is flushed reaches the client before the socket closes.
  else if (step.kind === 'cut') outgoing.write(': cut\n\n', () => outgoing.destroy());
}

async function streamEndlessly(
  outgoing: ServerResponse,
  wire: LlmWire,
  step: { readonly kind: 'endless'; readonly text: string } | { readonly kind: 'endless_event' },
): Promise<void> {
  outgoing.write(wire.start());
  if (step.kind === 'endless_event') outgoing.write('data: {"text":"');
  const text = step.kind === 'endless' ? '' : 'x'.repeat(64 * 1024);
  for (let index = 0; !outgoing.destroyed; index += 1) {
    const chunk = step.kind === 'endless' ? wire.part({ text: step.text }, index) : text;
    if (!outgoing.write(chunk)) await nextEvent(outgoing);
  }
}

/** Resolves when the response accepts text again, or when it closes. */
async function nextEvent(outgoing: ServerResponse): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    await Promise.race([once(outgoing, 'drain', { signal }), once(outgoing, 'close', { signal })]);
  } finally {
    stop.abort();
  }
}
