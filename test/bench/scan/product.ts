import pg from 'pg';
import { signUp } from '../support/sign-up.ts';
import type { EstateAccount } from './estate.ts';

/** An organization of the product. */
export interface Product {
  readonly organizationId: string;
  readonly owner: pg.Client;
  /** @returns the id of the account in the product */
  connect(account: EstateAccount, regions: readonly string[]): Promise<string>;
  /** Runs a scan, and waits until it has ended. @throws Error unless every cell is complete. */
  scan(request: { aws_account_id?: string; resource_types: readonly string[] }): Promise<ScanDone>;
  close(): Promise<void>;
}

export interface ScanDone {
  readonly id: string;
  readonly seconds: number;
  readonly counts: { readonly seen: number; readonly created: number; readonly unchanged: number };
  readonly tasks: number;
}

interface ScanAnswer {
  readonly id: string;
  readonly status: string;
  readonly counts: ScanDone['counts'];
  readonly progress: { readonly tasks_total: number };
  readonly failures: readonly unknown[];
}

export async function openProduct(url: string, databaseUrl: string): Promise<Product> {
  const { token, organizationId } = await signUp(url);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const call = async (path: string, body?: object): Promise<ScanAnswer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as ScanAnswer;
  };
  return {
    organizationId,
    owner,
    async connect({ awsAccountNumber, role }, regions) {
      const { rows } = await owner.query<{ id: string }>(
        `with connection as (
           insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
           values ($1, $2, 'standalone', $3, 'inventory', 'active') returning id)
         insert into aws_accounts
           (organization_id, connection_id, account_id, name, role_arn, status, effective_regions)
         select $1, id, $2, $2, $4, 'connected', $5 from connection returning id`,
        [organizationId, awsAccountNumber, role.externalId, role.roleArn, regions],
      );
      return rows[0]?.id ?? '';
    },
    async scan(request) {
      const started = performance.now();
      let scan = await call('/scans', request);
      while (scan.status === 'queued' || scan.status === 'running') {
        await new Promise((resolve) => setTimeout(resolve, 100));
        scan = await call(`/scans/${scan.id}`);
      }
      const seconds = (performance.now() - started) / 1000;
      if (scan.status !== 'succeeded')
        throw new Error(`The scan is ${scan.status}: ${JSON.stringify(scan.failures.slice(0, 3))}`);
      return { id: scan.id, seconds, counts: scan.counts, tasks: scan.progress.tasks_total };
    },
    close: () => owner.end(),
  };
}
