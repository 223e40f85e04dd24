import { randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openDatabase } from '../../../db/tenant.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import type { NewResource } from './inventory-writer.ts';

/** Write access to the inventory in a test database. */
export interface TestInventory {
  /** Runs the work in a transaction of the organization, as the application role. */
  write<T>(organizationId: string, work: (tenant: Tenant) => Promise<T>): Promise<T>;
  /** Inserts a connected account. Returns its id. */
  addAccount(organizationId: string, name: string): Promise<string>;
  /** Queries as superuser, without row-level security. */
  query<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
  close(): Promise<void>;
}

export async function openTestInventory(databaseUrl: string): Promise<TestInventory> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const query = <T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) =>
    queryAsOwner<T>(databaseUrl, text, values);
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
    close: () => database.close(),
  };
}

/** A resource for {@link insertResources}, with defaults for all values that are not given. */
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
