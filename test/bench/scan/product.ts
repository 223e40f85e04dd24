import pg from 'pg';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateScanBody, Scan } from '../../../api-client/api-types.ts';
import { signUp } from '../support/sign-up.ts';
import type { EstateAccount } from './estate.ts';

/** An organization of the product. */
export interface Product {
  readonly organizationId: string;
  readonly owner: pg.Client;
  /**
   * Stores an account with a checked role, as its validation does before the first scan.
   *
   * @returns the id of the account in the product
   */
  connect(account: EstateAccount, regions: readonly string[]): Promise<string>;
  /** Starts a scan and waits for its end. @throws Error unless it succeeds. */
  scan(body: CreateScanBody): Promise<CompletedScan>;
  close(): Promise<void>;
}

export interface CompletedScan {
  readonly id: string;
  readonly seconds: number;
  readonly counts: Scan['counts'];
  readonly tasks: number;
}

export async function openProduct(url: string, databaseUrl: string): Promise<Product> {
  const { client, organizationId } = await signUp(url);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  return {
    organizationId,
    owner,
    async connect({ awsAccountNumber, role }, regions) {
      const { rows } = await owner.query<{ id: string }>(
        `with connection as (
           insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
           values ($1, $2, 'standalone', $3, 'inventory', 'active') returning id
         ), checked as (
           insert into role_checks (organization_id, connection_id, role_arn, external_id, outcome)
           select $1, id, $4, $3, 'connected' from connection)
         insert into aws_accounts
           (organization_id, connection_id, account_id, name, role_arn, status, regions, effective_regions)
         select $1, id, $2, $2, $4, 'connected', $5, $5 from connection returning id`,
        [organizationId, awsAccountNumber, role.externalId, role.roleArn, regions],
      );
      return rows[0]?.id ?? '';
    },
    async scan(body) {
      const started = performance.now();
      const { id } = await dataOf(client.POST('/api/v1/scans', { body }));
      const get = () => dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id } } }));
      let scan = await get();
      while (scan.status === 'queued' || scan.status === 'running') {
        await new Promise((resolve) => setTimeout(resolve, 250));
        scan = await get();
      }
      const seconds = (performance.now() - started) / 1000;
      if (scan.status !== 'succeeded')
        throw new Error(`The scan is ${scan.status}: ${JSON.stringify(scan.failures.slice(0, 3))}`);
      return { id: scan.id, seconds, counts: scan.counts, tasks: scan.progress.tasks_total };
    },
    close: () => owner.end(),
  };
}
