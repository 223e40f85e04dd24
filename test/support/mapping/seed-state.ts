import { randomBytes } from 'node:crypto';

type Query = <T extends object>(sql: string, values?: readonly unknown[]) => Promise<T[]>;

/**
 * Inserts a synced state source with an entry for each address, without matches. It belongs to the project, chosen by a
 * user or detected. Returns the id of the source.
 */
export async function seedState(
  query: Query,
  { organizationId, iacProjectId, detected = false }: StateOwner,
  codeAddresses: readonly string[],
): Promise<string> {
  const [source] = await query<{ id: string }>(
    `insert into state_sources (organization_id, bucket, key, origin, status, iac_project_id)
     values ($1, 'states', $2, $3, 'synced', $4) returning id`,
    [
      organizationId,
      randomBytes(8).toString('hex'),
      detected ? 'detected' : 'manual',
      detected ? null : iacProjectId,
    ],
  );
  const id = source?.id ?? '';
  if (detected)
    await query(
      `insert into iac_project_states (organization_id, iac_project_id, workspace, state_source_id)
       values ($1, $2, 'default', $3)`,
      [organizationId, iacProjectId, id],
    );
  await addEntries(query, organizationId, id, codeAddresses);
  return id;
}

interface StateOwner {
  readonly organizationId: string;
  readonly iacProjectId: string;
  readonly detected?: boolean;
}

/** Inserts an entry for each address. */
export async function addEntries(
  query: Query,
  organizationId: string,
  stateSourceId: string,
  codeAddresses: readonly string[],
): Promise<void> {
  await query(
    `insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role,
       identity, candidates, class)
     select $1, $2, address || '[0]', address, 'aws_sqs_queue', 'provider["registry.terraform.io/hashicorp/aws"]',
       'resource', '{}', '[]', 'unscanned' from unnest($3::text[]) as a(address)`,
    [organizationId, stateSourceId, codeAddresses],
  );
}
