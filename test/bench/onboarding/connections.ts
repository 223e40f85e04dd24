import pg from 'pg';
import type { TypedClient } from '../../../api-client/create-typed-client.ts';
import { signUp } from '../support/sign-up.ts';

/** Signs up an organization, and inserts connections as onboarding does. */
export interface Connections {
  readonly owner: pg.Client;
  /** @returns the connection's id */
  add(connection: {
    readonly name: string;
    /** Account number of the management account; absent for single accounts. */
    readonly management?: string;
    readonly externalId: string;
  }): Promise<string>;
  /** Inserts accounts without a validation. */
  addAccounts(connectionId: string, numbers: readonly string[]): Promise<void>;
  /** Client of the organization's administrator. */
  readonly client: TypedClient;
  /** Runs a query every 20 ms until it returns `true`. */
  until(sql: string, bindings: readonly unknown[], each?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const pauseMs = 20;
const region = 'eu-west-1';

export async function openConnections(url: string, databaseUrl: string): Promise<Connections> {
  const { client, organizationId } = await signUp(url);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  return {
    client,
    owner,
    async add({ name, management, externalId }) {
      const { rows } = await owner.query<{ id: string }>(
        `insert into aws_connections
           (organization_id, name, kind, management_account_id, external_id, role_name, status, regions)
         values ($1, $2, $3, $4, $5, 'inventory', 'active', $6) returning id`,
        [
          organizationId,
          name,
          management === undefined ? 'standalone' : 'organization',
          management ?? null,
          externalId,
          [region],
        ],
      );
      return rows[0]?.id ?? '';
    },
    async addAccounts(connectionId, numbers) {
      await owner.query(
        `insert into aws_accounts (organization_id, connection_id, account_id, role_arn)
         select $1, $2, number, 'arn:aws:iam::' || number || ':role/inventory' from unnest($3::text[]) number`,
        [organizationId, connectionId, numbers],
      );
    },
    async until(sql, bindings, each) {
      for (;;) {
        const { rows } = await owner.query<{ done: boolean }>(`select (${sql}) as done`, [...bindings]);
        if (rows[0]?.done === true) return;
        await each?.();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    close: () => owner.end(),
  };
}
