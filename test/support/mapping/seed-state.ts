import { randomBytes } from 'node:crypto';

/** An organization with a connection to its database that bypasses row-level security. */
export interface StateOwner {
  readonly organizationId: string;
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
}

/**
 * Inserts a synced state source with an entry for each address, without matches. A user chose the
 * project: the detection of repository scans deletes detected sources without a backend. Returns the id of the source.
 */
export async function seedState(
  owner: StateOwner,
  { iacProjectId }: { readonly iacProjectId: string },
  codeAddresses: readonly string[],
): Promise<string> {
  const { organizationId } = owner;
  const [source] = await owner.query<{ id: string }>(
    `insert into state_sources (organization_id, bucket, key, origin, status, iac_project_id)
     values ($1, 'states', $2, 'manual', 'synced', $3) returning id`,
    [organizationId, randomBytes(8).toString('hex'), iacProjectId],
  );
  const id = source?.id ?? '';
  await addEntries(owner, id, codeAddresses);
  return id;
}

/** Inserts an entry for each address. */
export async function addEntries(
  owner: StateOwner,
  stateSourceId: string,
  codeAddresses: readonly string[],
): Promise<void> {
  await owner.query(
    `insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role,
       identity, candidates, class)
     select $1, $2, address || '[0]', address, 'aws_sqs_queue', 'provider["registry.terraform.io/hashicorp/aws"]',
       'resource', '{}', '[]', 'unscanned' from unnest($3::text[]) as a(address)`,
    [owner.organizationId, stateSourceId, codeAddresses],
  );
}
