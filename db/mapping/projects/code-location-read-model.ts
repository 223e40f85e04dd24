import { permalinkOf } from '../../../domain/mapping/locate/permalink.ts';
import type { Confidence, ScmProvider } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** An address of a project. */
export interface AddressRef {
  readonly iacProjectId: string;
  /** Without instance keys, or with the keys of an instance that has another location than the others. */
  readonly codeAddress: string;
}

/** A block at the last scanned commit of its repository. */
export interface LocatedAddress extends AddressRef {
  readonly repositoryId: string;
  readonly repositoryName: string;
  readonly file: string;
  readonly line: number;
  readonly commitSha: string | undefined;
  /** The page of the line at the provider. */
  readonly url: string | undefined;
  readonly confidence: Confidence;
}

interface LocationRow {
  iacProjectId: string;
  codeAddress: string;
  repositoryId: string;
  repositoryName: string;
  provider: ScmProvider;
  repositoryUrl: string;
  commitSha: string | undefined;
  file: string;
  line: number;
  confidence: Confidence;
}

/** Returns the stored locations of addresses. Addresses without a location are left out. */
export async function listCodeLocations(
  tenant: Tenant,
  addresses: readonly AddressRef[],
): Promise<readonly LocatedAddress[]> {
  const rows = await rowsOf<LocationRow>(
    tenant,
    sql`select c.iac_project_id as "iacProjectId", c.code_address as "codeAddress", c.repository_id as "repositoryId",
        r.full_name as "repositoryName", r.provider, r.url as "repositoryUrl",
        r.last_scanned_commit_sha as "commitSha", c.file, c.line, c.confidence
      from unnest(${addresses.map(({ iacProjectId }) => iacProjectId)}::uuid[],
        ${addresses.map(({ codeAddress }) => codeAddress)}::text[]) as a(iac_project_id, code_address)
      join code_locations c on c.organization_id = ${tenant.organizationId}
        and c.iac_project_id = a.iac_project_id and c.code_address = a.code_address
      join repositories r on r.organization_id = c.organization_id and r.id = c.repository_id`,
  );
  return rows.map(presentLocation);
}

function presentLocation({ provider, repositoryUrl, commitSha, ...row }: LocationRow): LocatedAddress {
  return {
    ...row,
    commitSha: commitSha ?? undefined,
    url: commitSha === undefined ? undefined : permalinkOf({ provider, url: repositoryUrl }, commitSha, row),
  };
}

/** Adds the repository's name, commit and permalink to a location that is not stored. */
export async function describeLocation(
  tenant: Tenant,
  location: AddressRef & Pick<LocationRow, 'repositoryId' | 'file' | 'line' | 'confidence'>,
): Promise<LocatedAddress | undefined> {
  const [row] = await rowsOf<
    Pick<LocationRow, 'repositoryName' | 'provider' | 'repositoryUrl' | 'commitSha'>
  >(
    tenant,
    sql`select full_name as "repositoryName", provider, url as "repositoryUrl", last_scanned_commit_sha as "commitSha"
      from repositories where organization_id = ${tenant.organizationId} and id = ${location.repositoryId}`,
  );
  return row && presentLocation({ ...location, ...row });
}
