import http from 'node:http';
import type { IncomingMessage } from 'node:http';

/** Client of moto, for the proxy. */
export interface Emulator {
  readonly url: string;
  /** Calls a service of the query protocol (IAM, STS, CloudFormation) in an account. Returns the XML. */
  form(
    account: string,
    service: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: string }>;
  /** Calls a service of the JSON protocol in an account. @throws Error for any status but 200. */
  json<T>(account: string, service: string, target: string, input: object, region?: string): Promise<T>;
  /** Forwards a request. Resolves when the response headers arrive. */
  forward(request: {
    method: string;
    url: string;
    headers: Record<string, string | string[] | undefined>;
    body: Buffer;
  }): Promise<IncomingMessage>;
  close(): void;
}

export function connectEmulator(url: string): Emulator {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  const forward: Emulator['forward'] = ({ method, url: path, headers, body }) =>
    new Promise((resolve, reject) => {
      const outgoing = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, 'content-length': String(body.length) },
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const call = async (
    account: string,
    service: string,
    headers: Record<string, string>,
    body: string,
    region = 'us-east-1',
  ) => {
    const scope = `Credential=proxy/20260101/${region}/${service}/aws4_request`;
    const response = await forward({
      method: 'POST',
      url: '/',
      headers: {
        ...headers,
        host: `${service}.${region}.amazonaws.com`,
        authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`,
        'x-moto-account-id': account,
      },
      body: Buffer.from(body),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 500, body: Buffer.concat(chunks).toString() };
  };
  return {
    url,
    forward,
    form: (account, service, parameters) =>
      call(
        account,
        service,
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(parameters).toString(),
      ),
    async json<T>(account: string, service: string, target: string, input: object, region?: string) {
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
      const { status, body } = await call(account, service, headers, JSON.stringify(input), region);
      if (status !== 200) throw new Error(`${target} returned ${status}: ${body.slice(0, 300)}`);
      return JSON.parse(body) as T;
    },
    close: () => agent.destroy(),
  };
}
