import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Execution, ReportExecutionBody } from '../../../api-client/api-types.ts';
import { createClient } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';

/** A CI system with an ingest token of an organization. */
export interface Reporter {
  readonly tokenId: string;
  readonly client: TestClient;
  /** Reports an execution; the default is a succeeded apply. Returns it. */
  readonly report: (report: Partial<ReportExecutionBody>) => Promise<Execution>;
}

/** Creates an ingest token of the organization. */
export async function createReporter(
  api: Pick<TestApi, 'url'>,
  organization: Pick<SignedUp, 'client'>,
): Promise<Reporter> {
  const { token, id: tokenId } = await dataOf(
    organization.client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'ci' } }),
  );
  const client = createClient(api.url, token);
  return {
    tokenId,
    client,
    report: (report) =>
      dataOf(
        client.POST('/api/v1/ingest/executions', {
          body: { external_id: '1', kind: 'apply', status: 'succeeded', ...report },
        }),
      ),
  };
}
