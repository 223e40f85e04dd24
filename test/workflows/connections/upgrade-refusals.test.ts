import {
  CloudFormationClient,
  CreateStackSetCommand,
  DescribeStackSetCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { createActivities } from '../../../activities/index.ts';
import type { Activities } from '../../../activities/index.ts';
import type { RunInput } from '../../../domain/runs/run-kinds.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { randomAwsAccountNumber, rootOf } from '../../support/aws-emulator-proxy.ts';
import { createOrganization, deployStack, region } from '../../support/connections/customer.ts';
import { runInput } from '../../support/run-workflow.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

// The activities are called directly: the workflow would scan and validate the accounts as well.
const api = useTestApi();
let activities: Activities;
test.before(async () => {
  const { dependencies } = await api.startWorker();
  activities = createActivities(dependencies);
});

type Template = Record<string, unknown> & { Resources: Record<string, unknown> };

/** Creates a connection and deploys its template, after a change, to the management account. */
async function connect(
  parameters: Readonly<Record<string, string>>,
  change: (template: Template) => void = () => undefined,
) {
  const { management } = await createOrganization(randomAwsAccountNumber());
  const { client, organizationId } = await api.signUp();
  const body = { name: 'Main', kind: 'organization' as const, management_account_id: management };
  const { id } = await dataOf(client.POST('/api/v1/aws/connections', { body }));
  const templateOf = async (variant: 'management' | 'member') =>
    (await dataOf(
      client.GET('/api/v1/aws/connections/{id}/template', { params: { path: { id }, query: { variant } } }),
    )) as Template;
  const template = await templateOf('management');
  change(template);
  await deployStack(management, template, { AllowTemplateUpgrade: 'true', ...parameters });
  const input: RunInput = { ...runInput(), organizationId, subjectId: id };
  return {
    management,
    input,
    member: () => templateOf('member'),
    cloudFormation: new CloudFormationClient(rootOf(management, region)),
  };
}

const upgradeRefused = (pattern: RegExp) => ({ instanceOf: ApplicationFailure, message: pattern });

test('takes the name of the stack set from the management stack, and not from the tag of a member', async (t) => {
  const { input, cloudFormation } = await connect({ StackSetName: 'Readers' });
  await queryAsOwner(
    api.database.url,
    `insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status, stack_id)
     values ($1, $2, '210987654321', 'arn:aws:iam::210987654321:role/CloudInventoryReader', 'connected',
       'arn:aws:cloudformation:us-east-1:210987654321:stack/StackSet-Network-11111111-2222-4333-8444-555555555555/1')`,
    [input.organizationId, input.subjectId],
  );
  const plan = await activities.planUpgrade(input);
  t.deepEqual(plan.stackSet, { name: 'Readers', region, delegated: false });
  const { Stacks: stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({}));
  t.deepEqual(
    plan.stacks.map(({ stackId }) => stackId),
    stacks.map(({ StackId: stackId }) => stackId ?? null),
  );
});

test('upgrades no stack set when the management stack names none', async (t) => {
  const { input } = await connect({ StackSetName: '' });
  t.is((await activities.planUpgrade(input)).stackSet, undefined);
});

test('does not update a stack set with a template of another product or connection', async (t) => {
  const { input, cloudFormation, member } = await connect({ StackSetName: 'Readers' });
  const create = (name: string, template: object, parameters: Readonly<Record<string, string>> = {}) =>
    cloudFormation.send(
      new CreateStackSetCommand({
        StackSetName: name,
        TemplateBody: JSON.stringify(template),
        Parameters: Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
          ParameterKey,
          ParameterValue,
        })),
        Capabilities: ['CAPABILITY_NAMED_IAM'],
        PermissionModel: 'SERVICE_MANAGED',
        AutoDeployment: { Enabled: true, RetainStacksOnAccountRemoval: false },
      }),
    );
  const network = { Resources: { Topic: { Type: 'AWS::SNS::Topic', Properties: {} } } };
  await create('Network', network);
  await create('Others', await member(), { ExternalId: 'svc-of-another-connection' });
  const target = { region, delegated: false };
  await t.throwsAsync(
    activities.upgradeStackSet(input, { ...target, name: 'Network' }),
    upgradeRefused(/^The stack set cannot be upgraded: its current template is not a role template/),
  );
  await t.throwsAsync(
    activities.upgradeStackSet(input, { ...target, name: 'Others' }),
    upgradeRefused(/^The stack set cannot be upgraded: it was deployed for another connection or role/),
  );
  const { StackSet: set } = await cloudFormation.send(
    new DescribeStackSetCommand({ StackSetName: 'Network' }),
  );
  t.deepEqual(JSON.parse(set?.TemplateBody ?? ''), network);
});

test('does not update a stack that contains more than the role template', async (t) => {
  const { input, management } = await connect({}, ({ Resources }) => {
    Resources['Topic'] = { Type: 'AWS::SNS::Topic', Properties: {} };
  });
  const { stacks } = await activities.planUpgrade(input);
  const [stack] = stacks;
  t.is(stack?.awsAccountNumber, management);
  await t.throwsAsync(
    activities.upgradeStack(input, stack ?? { awsAccountNumber: '', stackId: undefined }),
    upgradeRefused(/^The stack cannot be upgraded: its current template is not a role template/),
  );
  await t.throwsAsync(
    activities.upgradeStack(input, {
      awsAccountNumber: management,
      stackId: 'arn:aws:cloudformation:us-east-1:210987654321:stack/Network/1',
    }),
    upgradeRefused(/no tag with the id of a stack in its account/),
  );
});
