import { randomInt } from 'node:crypto';
import { requestExtraction } from '../../../commands/graph/request-extraction.ts';
import type { Launcher } from '../../../commands/runs/launch-run.ts';
import type { Database } from '../../../db/tenant.ts';
import type { ExtractionMode } from '../../../domain/values.ts';
import type { Owner } from '../discovery/owner.ts';
import { eventually } from '../eventually.ts';
import { insertAccounts, putResources } from './insert-resources.ts';

export interface ChainOwner {
  readonly api: { readonly services: Launcher & { readonly database: Database } };
  readonly owner: Owner;
  readonly organizationId: string;
}

export interface QueueChain {
  readonly accountId: string;
  readonly awsAccountNumber: string;
  /** The edges that an extraction has to store, in the form of {@link storedEdges}. */
  readonly expected: readonly string[];
  /** The edges of the account's queues: `<source ARN> <type> <target ARN> <status> <number of periods>`, sorted. */
  readonly storedEdges: () => Promise<readonly string[]>;
  /** Starts an extraction, by default a full one. Returns the id of the run. */
  readonly extract: (mode?: ExtractionMode) => Promise<string>;
  /** Waits until the run has ended. Returns its status and its error, if it has one. */
  readonly untilEnded: (runId: string) => Promise<string>;
}

/** Inserts an account with queues, each with the next one as its dead-letter queue. The last one names an unknown queue. */
export async function putQueueChain(
  { api, owner, organizationId }: ChainOwner,
  length = 30,
): Promise<QueueChain> {
  const awsAccountNumber = String(randomInt(1e11, 9e11));
  const [accountId = ''] = await insertAccounts(owner, organizationId, [awsAccountNumber]);
  const arnOf = (index: number) => `arn:aws:sqs:eu-west-1:${awsAccountNumber}:${index}`;
  const queues = Array.from({ length }, (_, index) => index);
  await putResources(
    owner,
    organizationId,
    queues.map((index) => ({
      accountId,
      type: 'AWS::SQS::Queue',
      nativeId: `https://sqs/${awsAccountNumber}/${index}`,
      arn: arnOf(index),
      configuration: { Attributes: { RedrivePolicy: { deadLetterTargetArn: arnOf(index + 1) } } },
    })),
  );
  return {
    accountId,
    awsAccountNumber,
    expected: queues
      .map((index) => `${arnOf(index)} dead_letters_to ${arnOf(index + 1)} active 1`)
      .toSorted(),
    async storedEdges() {
      const rows = await owner.query<{ edge: string }>(
        `select s.arn || ' ' || e.relationship_type || ' ' || coalesce(r.arn, x.identifier) || ' ' || e.status || ' ' ||
           (select count(*) from relationship_periods p where p.organization_id = $1 and p.relationship_id = e.id) as edge
         from relationships e join resources s on s.id = e.source_id
         left join resources r on r.id = e.target_id left join external_nodes x on x.id = e.target_id
         where e.organization_id = $1 and s.aws_account_id = $2`,
        [organizationId, accountId],
      );
      return rows.map(({ edge }) => edge).toSorted();
    },
    async extract(mode = 'full') {
      const account = { id: accountId, accountId: awsAccountNumber };
      const { run_id: runId } = await api.services.database.withTenant(organizationId, (tenant) =>
        requestExtraction(tenant, api.services, account, 'manual', mode),
      );
      return runId;
    },
    untilEnded: (runId) =>
      eventually(
        'the extraction to end',
        async () => {
          const [run] = await owner.query<{ status: string; error: string | null }>(
            'select status, error from runs where id = $1',
            [runId],
          );
          if (run === undefined || run.status === 'queued' || run.status === 'running') return undefined;
          return run.error === null ? run.status : `${run.status}: ${run.error}`;
        },
        120,
      ),
  };
}
