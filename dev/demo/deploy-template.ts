import {
  CreateStackCommand,
  CreateStackInstancesCommand,
  CreateStackSetCommand,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { ListRootsCommand } from '@aws-sdk/client-organizations';
import { cloudFormation, organizationsClient } from '../sample-organization/account-clients.ts';

const name = 'CloudInventory';
/** The states of the sample organization, which the role may read. */
const Parameters = [
  { ParameterKey: 'StateObjectArns', ParameterValue: 'arn:aws:s3:::terraform-state-*/*' },
  { ParameterKey: 'StateBucketArns', ParameterValue: 'arn:aws:s3:::terraform-state-*' },
];

/** Deploys the role templates: a stack in the management account, a service-managed stack set for the members. */
export async function deployTemplate(options: {
  readonly endpoint: string;
  readonly managementAccountNumber: string;
  readonly stack: object;
  readonly stackSet: object;
}): Promise<void> {
  const { endpoint, managementAccountNumber } = options;
  const client = cloudFormation(endpoint, managementAccountNumber);
  const Capabilities = ['CAPABILITY_NAMED_IAM' as const];
  const stack = { StackName: name, TemplateBody: JSON.stringify(options.stack), Capabilities, Parameters };
  await createOrUpdate(client.send(new CreateStackCommand(stack)), () =>
    client.send(new UpdateStackCommand(stack)),
  );
  const { Roots = [] } = await organizationsClient(endpoint, managementAccountNumber).send(
    new ListRootsCommand({}),
  );
  await createOrUpdate(
    client.send(
      new CreateStackSetCommand({
        StackSetName: name,
        TemplateBody: JSON.stringify(options.stackSet),
        Capabilities,
        Parameters,
        PermissionModel: 'SERVICE_MANAGED',
        AutoDeployment: { Enabled: true, RetainStacksOnAccountRemoval: false },
      }),
    ),
  );
  await createOrUpdate(
    client.send(
      new CreateStackInstancesCommand({
        StackSetName: name,
        DeploymentTargets: { OrganizationalUnitIds: Roots.map(({ Id = '' }) => Id) },
        Regions: ['us-east-1'],
      }),
    ),
  );
}

/** Waits for a creation. When the resource exists already, runs the update. */
async function createOrUpdate(
  creation: Promise<unknown>,
  update: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  try {
    await creation;
  } catch (error) {
    const exists = error instanceof Error && /AlreadyExists|NameAlreadyExists|StackInstance/.test(error.name);
    if (!exists) throw error;
    await update();
  }
}
