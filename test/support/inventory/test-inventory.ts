import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../../../db/tenant.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { NewResource } from './inventory-writer.ts';

/** Writes into a test's database as the product's stores do, bound to an organization. */
export interface TestInventory {
  write<T>(organizationId: string, work: (tenant: Tenant) => Promise<T>): Promise<T>;
  /** Adds a connected account; answers its id. */
  addAccount(organizationId: string, name: string): Promise<string>;
  /** As the owner, who sees everything. */
  query<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
  close(): Promise<void>;
}

export async function openTestInventory(databaseUrl: string): Promise<TestInventory> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const query = async <T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await owner.query<T>(text, [...values])).rows;
  return {
    write: (organizationId, work) => database.withTenant(organizationId, work),
    query,
    async addAccount(organizationId, name) {
      const [connection] = await query<{ id: string }>(
        `insert into aws_connections (organization_id, name, kind, external_id, role_name)
         values ($1, $2, 'standalone', $2, 'inventory') returning id`,
        [organizationId, randomUUID()],
      );
      const number = String(randomInt(10 ** 11, 10 ** 12 - 1)).padStart(12, '0');
      const [account] = await query<{ id: string }>(
        `insert into aws_accounts (organization_id, connection_id, account_id, name, role_arn, status)
         values ($1, $2, $3, $4, $5, 'connected') returning id`,
        [organizationId, connection?.id, number, name, `arn:aws:iam::${number}:role/inventory`],
      );
      return account?.id ?? '';
    },
    async close() {
      await database.close();
      await owner.end();
    },
  };
}

/** A resource for {@link insertResources}; what a test does not care about has a value. */
export function aResource(account: string, given: Partial<NewResource> = {}): NewResource {
  return {
    type: 'AWS::EC2::Instance',
    account,
    region: 'eu-west-1',
    name: null,
    arn: null,
    managementState: 'unknown',
    tags: {},
    ...given,
  };
}
