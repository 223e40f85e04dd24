import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface CloudTrailServer {
  readonly url: string;
  /** Number of LookupEvents calls so far. */
  calls(): number;
  close(): Promise<void>;
}

/**
 * Starts a server that responds to AssumeRole, and to LookupEvents with no events, each after `latencyMs`. The emulator
 * is slower than AWS, so it would be the bound of the measurement.
 */
export async function startCloudTrailServer(latencyMs: number): Promise<CloudTrailServer> {
  let calls = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    await pause(latencyMs);
    if (String(request.headers['x-amz-target']).endsWith('LookupEvents')) {
      calls += 1;
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end('{"Events":[]}');
    } else response.writeHead(200, { 'content-type': 'text/xml' }).end(assumeRoleResponse());
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function assumeRoleResponse(): string {
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  return (
    '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>' +
    '<AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>' +
    `<SessionToken>token</SessionToken><Expiration>${expiration}</Expiration>` +
    '</Credentials></AssumeRoleResult></AssumeRoleResponse>'
  );
}
