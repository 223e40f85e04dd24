import {
  CreateAccountCommand,
  CreateOrganizationCommand,
  CreateOrganizationalUnitCommand,
  ListRootsCommand,
  MoveAccountCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import { inLanes } from '../scan/estate.ts';

const makersAtOnce = 8;
/** Number of OUs below the root. Nested OUs are created in them as needed. */
const topUnits = 5;

/** Creates an AWS organization in the emulator: one OU with many pages of accounts, the other accounts evenly distributed. */
export async function makeOrganization(
  endpoint: string,
  management: string,
  size: { readonly units: number; readonly accounts: number },
): Promise<void> {
  const client = new OrganizationsClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: `root-${management}`, secretAccessKey: 'root' },
  });
  await client.send(new CreateOrganizationCommand({ FeatureSet: 'ALL' }));
  const { Roots: [root] = [] } = await client.send(new ListRootsCommand({}));
  const rootId = root?.Id ?? '';
  const units: string[] = [];
  for (let index = 0; index < size.units; index += 1) {
    const parent = index < topUnits ? rootId : (units[index % topUnits] ?? rootId);
    const { OrganizationalUnit: made } = await client.send(
      new CreateOrganizationalUnitCommand({ ParentId: parent, Name: `unit-${index}` }),
    );
    units.push(made?.Id ?? '');
  }
  const crowd = Math.floor(size.accounts / 10);
  const jobs = Array.from({ length: size.accounts }, (_, index) => async () => {
    const name = `account-${index}`;
    const { CreateAccountStatus: status } = await client.send(
      new CreateAccountCommand({ AccountName: name, Email: `${name}@example.com` }),
    );
    const unit = units[index < crowd ? 0 : index % units.length] ?? rootId;
    await client.send(
      new MoveAccountCommand({
        AccountId: status?.AccountId,
        SourceParentId: rootId,
        DestinationParentId: unit,
      }),
    );
  });
  await inLanes(jobs, makersAtOnce);
  client.destroy();
}
