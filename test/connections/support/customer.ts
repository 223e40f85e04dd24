import {
  CreateStackCommand,
  CreateStackInstancesCommand,
  CreateStackSetCommand,
  CloudFormationClient,
} from '@aws-sdk/client-cloudformation';
import {
  CreateAccountCommand,
  CreateOrganizationalUnitCommand,
  CreateOrganizationCommand,
  ListParentsCommand,
  ListRootsCommand,
  MoveAccountCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import {
  DeleteRoleCommand,
  IAMClient,
  ListAttachedRolePoliciesCommand,
  DetachRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { rootOf } from '../../support/front.ts';

/** What a customer does in AWS, as the root of their own accounts. */
export const region = 'us-east-1';

export interface CustomerOrganization {
  readonly management: string;
  readonly rootId: string;
  /** Makes an account below the OUs of a path, which are made when they are not there. */
  addAccount(name: string, path: readonly string[]): Promise<string>;
}

export async function createOrganization(management: string): Promise<CustomerOrganization> {
  const client = new OrganizationsClient(rootOf(management, region));
  await client.send(new CreateOrganizationCommand({ FeatureSet: 'ALL' }));
  const { Roots = [] } = await client.send(new ListRootsCommand({}));
  const rootId = Roots[0]?.Id ?? '';
  const units = new Map<string, string>();
  return {
    management,
    rootId,
    async addAccount(name, path) {
      let parent = rootId;
      for (const [depth, unit] of path.entries()) {
        const key = path.slice(0, depth + 1).join('/');
        const known = units.get(key);
        if (known === undefined) {
          const input = { ParentId: parent, Name: unit };
          const { OrganizationalUnit: made } = await client.send(new CreateOrganizationalUnitCommand(input));
          parent = made?.Id ?? '';
          units.set(key, parent);
        } else parent = known;
      }
      const { CreateAccountStatus: status } = await client.send(
        new CreateAccountCommand({ AccountName: name, Email: `${name}@example.com` }),
      );
      const id = status?.AccountId ?? '';
      const { Parents = [] } = await client.send(new ListParentsCommand({ ChildId: id }));
      const source = Parents[0]?.Id ?? rootId;
      if (source !== parent) {
        const move = { AccountId: id, SourceParentId: source, DestinationParentId: parent };
        await client.send(new MoveAccountCommand(move));
      }
      return id;
    },
  };
}

type Template = Readonly<Record<string, unknown>>;

export async function deployStack(
  account: string,
  template: Template,
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  await new CloudFormationClient(rootOf(account, region)).send(
    new CreateStackCommand({
      StackName: 'CloudInventory',
      TemplateBody: JSON.stringify(template),
      Parameters: parametersOf(parameters),
      Capabilities: ['CAPABILITY_NAMED_IAM'],
    }),
  );
}

/** Service managed, for every account below the root, as the documentation says. */
export async function deployStackSet(
  { management, rootId }: CustomerOrganization,
  template: Template,
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  const client = new CloudFormationClient(rootOf(management, region));
  await client.send(
    new CreateStackSetCommand({
      StackSetName: 'CloudInventory',
      TemplateBody: JSON.stringify(template),
      Parameters: parametersOf(parameters),
      Capabilities: ['CAPABILITY_NAMED_IAM'],
      PermissionModel: 'SERVICE_MANAGED',
      AutoDeployment: { Enabled: true, RetainStacksOnAccountRemoval: false },
    }),
  );
  await deployStackInstances({ management, rootId });
}

export async function deployStackInstances({
  management,
  rootId,
}: Pick<CustomerOrganization, 'management' | 'rootId'>): Promise<void> {
  await new CloudFormationClient(rootOf(management, region)).send(
    new CreateStackInstancesCommand({
      StackSetName: 'CloudInventory',
      DeploymentTargets: { OrganizationalUnitIds: [rootId] },
      Regions: [region],
    }),
  );
}

export async function deleteRole(account: string, name: string): Promise<void> {
  const client = new IAMClient(rootOf(account, region));
  const { AttachedPolicies = [] } = await client.send(
    new ListAttachedRolePoliciesCommand({ RoleName: name }),
  );
  for (const { PolicyArn } of AttachedPolicies)
    await client.send(new DetachRolePolicyCommand({ RoleName: name, PolicyArn }));
  await client.send(new DeleteRoleCommand({ RoleName: name }));
}

function parametersOf(parameters: Readonly<Record<string, string>>) {
  return Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
    ParameterKey,
    ParameterValue,
  }));
}
