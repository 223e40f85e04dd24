import {
  OrganizationsClient,
  paginateListAccountsForParent,
  paginateListOrganizationalUnitsForParent,
  paginateListRoots,
} from '@aws-sdk/client-organizations';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { inLanes } from '../scan/estate.ts';

const atOnce = 4;

export interface PlainWalk {
  readonly seconds: number;
  readonly accounts: number;
  readonly units: number;
  /** Number of pages of accounts. */
  readonly pages: number;
}

/** Baseline with the AWS SDK alone: assumes the role and reads the organization level by level, several OUs concurrently. */
export async function walkPlainly(
  endpoint: string,
  role: { readonly roleArn: string; readonly externalId: string },
): Promise<PlainWalk> {
  const started = performance.now();
  const clientConfig = { endpoint, region: 'us-east-1' };
  const client = new OrganizationsClient({
    ...clientConfig,
    credentials: fromTemporaryCredentials({
      params: { RoleArn: role.roleArn, ExternalId: role.externalId, RoleSessionName: 'plain' },
      masterCredentials: { accessKeyId: 'plain', secretAccessKey: 'plain' },
      clientConfig,
    }),
  });
  let [accounts, units, pages] = [0, 0, 0];
  let level: string[] = [];
  for await (const { Roots = [] } of paginateListRoots({ client }, {}))
    level.push(...Roots.map(({ Id = '' }) => Id));
  while (level.length > 0) {
    const below: string[] = [];
    const visit = (ParentId: string) => async () => {
      for await (const page of paginateListOrganizationalUnitsForParent({ client }, { ParentId }))
        below.push(...(page.OrganizationalUnits ?? []).map(({ Id = '' }) => Id));
      for await (const page of paginateListAccountsForParent({ client }, { ParentId })) {
        accounts += page.Accounts?.length ?? 0;
        pages += 1;
      }
    };
    await inLanes(level.map(visit), atOnce);
    units += below.length;
    level = below;
  }
  client.destroy();
  return { seconds: (performance.now() - started) / 1000, accounts, units, pages };
}
