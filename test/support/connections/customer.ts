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
  ListRootsCommand,
  MoveAccountCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import {
  CreateRoleCommand,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  PutRolePolicyCommand,
  UpdateAssumeRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { injectFault, rootOf } from '../aws-emulator-proxy.ts';

// Actions of a customer in AWS, as the root of their accounts.

export const region = 'us-east-1';

export interface CustomerOrganization {
  readonly management: string;
  readonly rootId: string;
  /** Client with the root of the management account. */
  readonly client: OrganizationsClient;
  /** Returns the id of the OU at a path. Creates missing OUs. */
  unit(path: readonly string[]): Promise<string>;
  /** Creates an account in the OU at a path. Creates missing OUs. Returns the account number. */
  addAccount(name: string, path: readonly string[]): Promise<string>;
}

export async function createOrganization(management: string): Promise<CustomerOrganization> {
  const client = new OrganizationsClient(rootOf(management, region));
  await client.send(new CreateOrganizationCommand({ FeatureSet: 'ALL' }));
  const { Roots = [] } = await client.send(new ListRootsCommand({}));
  const rootId = Roots[0]?.Id ?? '';
  const units = new Map<string, Promise<string>>();
  const unit = (path: readonly string[]): Promise<string> => {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(rootId);
    const created =
      units.get(path.join('/')) ?? unit(path.slice(0, -1)).then((parent) => makeUnit(client, parent, name));
    units.set(path.join('/'), created);
    return created;
  };
  return {
    management,
    rootId,
    client,
    unit,
    async addAccount(name, path) {
      const parent = await unit(path);
      const { CreateAccountStatus: status } = await client.send(
        new CreateAccountCommand({ AccountName: name, Email: `${name}@example.com` }),
      );
      const id = status?.AccountId ?? '';
      if (parent !== rootId) {
        const move = { AccountId: id, SourceParentId: rootId, DestinationParentId: parent };
        await client.send(new MoveAccountCommand(move));
      }
      return id;
    },
  };
}

async function makeUnit(client: OrganizationsClient, parent: string, name: string): Promise<string> {
  const { OrganizationalUnit: created } = await client.send(
    new CreateOrganizationalUnitCommand({ ParentId: parent, Name: name }),
  );
  return created?.Id ?? '';
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

/** Deploys a service-managed stack set to all member accounts. */
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
  await client.send(
    new CreateStackInstancesCommand({
      StackSetName: 'CloudInventory',
      DeploymentTargets: { OrganizationalUnitIds: [rootId] },
      Regions: [region],
    }),
  );
}

export const readerRole = 'CloudInventoryReader';

/** Creates the reader role without CloudFormation, which is faster. Allows the actions `may`, and denies `without`. */
export async function makeRole(
  account: string,
  role: {
    /** Condition of the trust policy; `{}` requires no external id. */
    readonly condition: object;
    readonly name?: string;
    /** Allowed actions. Default: all. */
    readonly may?: readonly string[];
    readonly without?: readonly string[];
    readonly templateVersion?: string;
  },
): Promise<void> {
  const { name: RoleName = readerRole, may = ['*'], without = [], templateVersion } = role;
  const client = new IAMClient(rootOf(account, region));
  await client.send(
    new CreateRoleCommand({
      RoleName,
      AssumeRolePolicyDocument: trustPolicy(role.condition),
      Tags: templateVersion === undefined ? [] : [{ Key: 'svc:template-version', Value: templateVersion }],
    }),
  );
  const all = { Sid: 'All', Effect: 'Allow', Action: may, Resource: '*' };
  const not = { Sid: 'Not', Effect: 'Deny', Action: without, Resource: '*' };
  await client.send(
    new PutRolePolicyCommand({
      RoleName,
      PolicyName: policyName,
      PolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: without.length === 0 ? [all] : [all, not],
      }),
    }),
  );
}

/** Replaces the condition of the trust policy of a role of `makeRole`; `{}` requires no external id. */
export async function replaceTrust(account: string, condition: object, name = readerRole): Promise<void> {
  await new IAMClient(rootOf(account, region)).send(
    new UpdateAssumeRolePolicyCommand({ RoleName: name, PolicyDocument: trustPolicy(condition) }),
  );
}

function trustPolicy(condition: object): string {
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sts:AssumeRole', Condition: condition }],
  });
}

/** Condition of a trust policy that requires this external id. */
export function trusting(externalId: string): object {
  return { StringEquals: { 'sts:ExternalId': externalId } };
}

/**
 * Denies all services except `used` and those that a validation needs, as a service control policy does. The account can be
 * connected, and its scans are short. Later fault rules do not apply to these services.
 */
export async function denyUnusedServices(account: string, used: readonly string[] = []): Promise<void> {
  for (const service of ['sts', 'iam', 'organizations', 'ec2', ...used])
    await injectFault({ id: `use-${service}-${account}`, account, service, kind: 'delay', milliseconds: 0 });
  await injectFault({ id: `unused-${account}`, account, kind: 'deny_scp' });
}

/** Deletes a role of `makeRole`. */
export async function deleteRole(account: string, name = readerRole): Promise<void> {
  const client = new IAMClient(rootOf(account, region));
  await client.send(new DeleteRolePolicyCommand({ RoleName: name, PolicyName: policyName }));
  await client.send(new DeleteRoleCommand({ RoleName: name }));
}

const policyName = 'reader';

function parametersOf(parameters: Readonly<Record<string, string>>) {
  return Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
    ParameterKey,
    ParameterValue,
  }));
}
