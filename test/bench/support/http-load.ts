import { connect } from 'node:net';

export interface LoadTarget {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the source of the JSON bodies of one connection, which sends them by POST. Default: a GET without a body. */
  readonly bodies?: () => () => string;
}

/**
 * Repeats a request on `connections` keep-alive connections for a number of seconds. Formats the headers once, and
 * reads only status and length of responses, to use little CPU.
 *
 * @throws Error for a status other than 200 and 201
 */
export async function httpLoad(
  target: LoadTarget,
  options: { readonly connections: number; readonly seconds: number },
): Promise<{ readonly perSecond: number; readonly p50: number; readonly p95: number; readonly p99: number }> {
  const latencies: number[] = [];
  const started = performance.now();
  const ends = started + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      drive(target.port, requestsOf(target), ends, latencies),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { perSecond: latencies.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Returns the source of the requests of one connection. */
function requestsOf({ path, headers, bodies }: LoadTarget): () => Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  const head = `${bodies === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n`;
  const get = Buffer.from(`${head}\r\n`);
  if (bodies === undefined) return () => get;
  const nextBody = bodies();
  return () => {
    const body = nextBody();
    return Buffer.from(
      `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}

async function drive(
  port: number,
  nextRequest: () => Buffer,
  ends: number,
  latencies: number[],
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let buffered = '';
    let sent = 0;
    const send = () => {
      if (performance.now() >= ends) {
        socket.end();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(nextRequest());
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      buffered += chunk;
      const head = buffered.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(buffered)?.[1] ?? 0);
      if (buffered.length < head + 4 + length) return;
      if (!/^HTTP\/1\.1 20[01]/.test(buffered)) {
        socket.destroy();
        reject(new Error(`the server returned ${buffered.slice(0, 300)}`));
        return;
      }
      buffered = '';
      latencies.push(performance.now() - sent);
      send();
    });
  });
}
