import {
  CreateAccountCommand,
  CreateOrganizationCommand,
  CreateOrganizationalUnitCommand,
  ListAccountsCommand,
  ListParentsCommand,
  ListRootsCommand,
  MoveAccountCommand,
} from '@aws-sdk/client-organizations';
import type { OrganizationsClient } from '@aws-sdk/client-organizations';
import { organizationsClient } from './account-clients.ts';
import { createWithoutStacks } from './create-without-stacks.ts';
import { createConsumers } from './create-consumers.ts';
import { createExtras } from './create-extras.ts';
import { deployStack } from './deploy-stack.ts';
import { sampleStacks } from './sample-stacks.ts';
import { writeSampleState } from './write-sample-state.ts';

export interface SampleAccount {
  readonly id: string;
  readonly name: string;
  readonly ouPath: string;
}

export interface SampleOrganization {
  readonly managementAccountNumber: string;
  readonly accounts: readonly SampleAccount[];
  readonly regions: readonly string[];
}

export interface SampleOptions {
  /** URL of the AWS emulator proxy. */
  readonly endpoint: string;
  readonly managementAccountNumber: string;
  /** Seed of the ids that the emulator generates. */
  readonly seed: number;
}

export const sampleRegions = ['eu-west-1', 'us-east-1'] as const;

/** Names of the member accounts, and their OUs below the root. */
const members: readonly (readonly [name: string, path: readonly string[]])[] = [
  ['shop-production', ['Workloads', 'Production']],
  ['shop-staging', ['Workloads', 'Staging']],
  ['data-platform', ['Workloads', 'Production', 'Data']],
  ['sandbox', ['Sandbox']],
];

/**
 * Creates an AWS organization with accounts, OUs and resources in the emulator. A second call changes nothing.
 */
export async function createSampleOrganization(options: SampleOptions): Promise<SampleOrganization> {
  const { endpoint, managementAccountNumber } = options;
  const client = organizationsClient(endpoint, managementAccountNumber);
  if ((await existingAccounts(client)).size <= 1)
    await fetch(`${endpoint}/moto-api/seed?a=${options.seed}`, { method: 'POST' });
  const accounts = await createAccounts(client, managementAccountNumber);
  for (const account of accounts) {
    for (const region of sampleRegions) {
      for (const stack of sampleStacks(account.name, region))
        await deployStack({ endpoint, account: account.id, region, ...stack });
      await createWithoutStacks({ endpoint, account: account.id, name: account.name, region });
      await createExtras({ endpoint, account: account.id, name: account.name, region });
    }
    // After the stacks of all regions: the roles are in the stack of us-east-1.
    for (const region of sampleRegions)
      await createConsumers({ endpoint, account: account.id, name: account.name, region });
  }
  for (const account of accounts)
    if (account.name.startsWith('shop-')) await writeSampleState(endpoint, account);
  return { managementAccountNumber, accounts, regions: sampleRegions };
}

async function createAccounts(
  client: OrganizationsClient,
  management: string,
): Promise<readonly SampleAccount[]> {
  const known = await existingAccounts(client);
  if (known.size === 0) await client.send(new CreateOrganizationCommand({ FeatureSet: 'ALL' }));
  const { Roots = [] } = await client.send(new ListRootsCommand({}));
  const rootId = Roots[0]?.Id ?? '';
  const units = new Map<string, string>();
  const accounts: SampleAccount[] = [{ id: management, name: 'management', ouPath: '/Root' }];
  for (const [name, path] of members) {
    const ouPath = `/Root/${path.join('/')}`;
    const existing = known.get(name);
    accounts.push({ id: existing ?? (await createMember(client, rootId, units, name, path)), name, ouPath });
  }
  return accounts;
}

async function createMember(
  client: OrganizationsClient,
  rootId: string,
  units: Map<string, string>,
  name: string,
  path: readonly string[],
): Promise<string> {
  let parent = rootId;
  for (const [depth, unit] of path.entries()) {
    const key = path.slice(0, depth + 1).join('/');
    const id = units.get(key) ?? (await createUnit(client, parent, unit));
    units.set(key, id);
    parent = id;
  }
  const { CreateAccountStatus } = await client.send(
    new CreateAccountCommand({ AccountName: name, Email: `${name}@example.com` }),
  );
  const id = CreateAccountStatus?.AccountId ?? '';
  const { Parents = [] } = await client.send(new ListParentsCommand({ ChildId: id }));
  await client.send(
    new MoveAccountCommand({
      AccountId: id,
      SourceParentId: Parents[0]?.Id ?? rootId,
      DestinationParentId: parent,
    }),
  );
  return id;
}

async function createUnit(client: OrganizationsClient, parent: string, name: string): Promise<string> {
  const { OrganizationalUnit } = await client.send(
    new CreateOrganizationalUnitCommand({ ParentId: parent, Name: name }),
  );
  return OrganizationalUnit?.Id ?? '';
}

/** Name → id of the existing accounts; empty when there is no organization. */
async function existingAccounts(client: OrganizationsClient): Promise<ReadonlyMap<string, string>> {
  try {
    const { Accounts = [] } = await client.send(new ListAccountsCommand({}));
    return new Map(Accounts.map(({ Name = '', Id = '' }) => [Name, Id]));
  } catch {
    return new Map();
  }
}
