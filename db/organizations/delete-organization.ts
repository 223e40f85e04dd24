import pg from 'pg';
import { keepAliveOptions } from '../pool/connection-liveness.ts';
import { retryConflicts } from '../retry-conflicts.ts';
import { ownerRole } from '../roles.ts';

/** The head of a deleted organization's audit chain, which `deleted_organizations` keeps. */
export interface DeletedOrganization {
  readonly slug: string;
  /** 0 when the chain had no entry. */
  readonly sequence: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/**
 * Deletes an organization and all its rows, including its audit log, in one transaction. Repeats it after a deadlock.
 * @param url a login role that may `SET ROLE inventory_owner`; the application's role cannot delete an organization
 * @throws Error when the organization does not exist.
 */
export async function deleteOrganization(url: string, organizationId: string): Promise<DeletedOrganization> {
  const client = new pg.Client({ ...keepAliveOptions, connectionString: url });
  await client.connect();
  try {
    await client.query(`set role ${ownerRole}`);
    // A run whose transaction writes rows of the organization can cause a deadlock.
    const { rows } = await retryConflicts(() =>
      client.query<DeletedOrganization>(
        `select deleted_slug as slug, head_sequence::integer as sequence, encode(head_hash, 'hex') as hash
         from delete_organization($1)`,
        [organizationId],
      ),
    );
    const [deleted] = rows;
    if (deleted === undefined) throw new Error(`There is no organization ${organizationId}.`);
    return deleted;
  } finally {
    await client.end();
  }
}
