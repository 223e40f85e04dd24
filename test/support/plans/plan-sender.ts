import { gzipSync } from 'node:zlib';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Plan } from '../../../api-client/api-types.ts';
import { createClient } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';

export interface PlanResponse {
  readonly status: number;
  readonly body: Plan & { readonly code?: string; readonly message?: string };
  readonly headers: Headers;
  readonly text: string;
}

/** An organization with an ingest token. */
export interface PlanSender extends SignedUp {
  /** The ingest token. */
  readonly token: string;
  /** A client with the ingest token. */
  readonly ci: TestClient;
  /** Sends a body to `POST /ingest/plans`. Objects are sent as JSON. */
  send(
    body: string | Buffer | object,
    options?: { readonly query?: string; readonly headers?: Record<string, string>; readonly gzip?: boolean },
  ): Promise<PlanResponse>;
}

/** Signs up an organization and creates an ingest token. */
export async function signUpSender(api: TestApi, signedUp?: SignedUp): Promise<PlanSender> {
  const owner = signedUp ?? (await api.signUp());
  const { token } = await dataOf(
    owner.client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'ci' } }),
  );
  return {
    ...owner,
    token,
    ci: createClient(api.url, token),
    async send(body, { query = '', headers = {}, gzip = false } = {}) {
      const plain =
        typeof body === 'string' || Buffer.isBuffer(body)
          ? Buffer.from(body)
          : Buffer.from(JSON.stringify(body));
      const response = await fetch(`${api.url}/api/v1/ingest/plans${query}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(gzip ? { 'content-encoding': 'gzip' } : {}),
          ...headers,
        },
        body: new Uint8Array(gzip ? gzipSync(plain) : plain),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: JSON.parse(text) as PlanResponse['body'],
        headers: response.headers,
        text,
      };
    },
  };
}
