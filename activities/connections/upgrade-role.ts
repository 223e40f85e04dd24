import { ApplicationFailure } from '@temporalio/activity';
import { groupsOfParameters } from '../../domain/connections/cloud-control-slots.ts';
import { findUpgradeObstacle } from '../../domain/connections/check-deployed-template.ts';
import {
  createRoleTemplate,
  defaultStackSetName,
  stackSetNameParameter,
} from '../../domain/connections/role-template.ts';
import type { TemplateVariant } from '../../domain/connections/role-template.ts';
import { partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import type { UpgradeTarget } from '../../domain/connections/upgrade-plan.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { messageOf } from '../../domain/text/message-of.ts';
import { roleArnOf } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';

export type UpgradeState = 'in_progress' | 'done';

interface Upgrade {
  readonly caller: AwsCaller;
  readonly connection: Connection;
  readonly servicePrincipalArn: string;
}

/**
 * Starts an update of the stack that created a role. Returns `done` if the stack is up to date.
 * @throws ApplicationFailure `upgrade_refused` when the stack's template must not be replaced.
 */
export async function startStackUpgrade(
  upgrade: Upgrade & {
    readonly variant: Extract<TemplateVariant, 'management' | 'standalone'>;
    /** 12 digits. */
    readonly awsAccountNumber: string;
    /** ARN of the stack, from the role's tag. */
    readonly stackId: string | undefined;
  },
): Promise<UpgradeState> {
  const { caller, connection, servicePrincipalArn, variant, awsAccountNumber } = upgrade;
  const { stackId, region } = parseStackId(upgrade.stackId, awsAccountNumber);
  const partition = partitionOfArn(servicePrincipalArn);
  const parameters = await readStackParameters(caller, region, stackId);
  const template = templateOf(upgrade, variant, parameters);
  const { TemplateBody: body = '' } = (await call(caller, region, 'GetTemplate', {
    StackName: stackId,
    TemplateStage: 'Original',
  })) as { TemplateBody?: string };
  refuseObstacle('stack', { upgrade, variant, body, parameters, template });
  try {
    await call(caller, region, 'UpdateStack', {
      StackName: stackId,
      TemplateBody: JSON.stringify(template),
      Parameters: previousParameters(template, parameters),
      Capabilities: ['CAPABILITY_NAMED_IAM'],
      RoleARN: roleArnOf(partition, awsAccountNumber, `${connection.roleName}-upgrade`),
    });
  } catch (error) {
    if (/No updates are to be performed/i.test(messageOf(error))) return 'done';
    // An earlier attempt of the activity has started the update.
    if (!/is in UPDATE_\w*IN_PROGRESS state/i.test(messageOf(error))) throw error;
  }
  return 'in_progress';
}

/** Returns the state of a stack update. @throws ApplicationFailure `upgrade_failed` when it was rolled back. */
export async function readStackUpgradeState(
  caller: AwsCaller,
  { stackId: stack, awsAccountNumber }: UpgradeTarget,
): Promise<UpgradeState> {
  const { stackId, region } = parseStackId(stack, awsAccountNumber);
  const { Stacks: stacks = [] } = (await call(caller, region, 'DescribeStacks', { StackName: stackId })) as {
    Stacks?: readonly { readonly StackStatus?: string; readonly StackStatusReason?: string }[];
  };
  const { StackStatus: status = '', StackStatusReason: reason = '' } = stacks[0] ?? {};
  if (/^UPDATE_COMPLETE$|^CREATE_COMPLETE$|^UPDATE_COMPLETE_CLEANUP_IN_PROGRESS$/.test(status)) return 'done';
  if (/^UPDATE_IN_PROGRESS$/.test(status)) return 'in_progress';
  throw ApplicationFailure.nonRetryable(`The stack is ${status}: ${reason}`, 'upgrade_failed');
}

/**
 * Starts an update of the stack set of the member accounts. Idempotent by `operationId`.
 * @throws ApplicationFailure `upgrade_refused` when the stack set's template must not be replaced.
 */
export async function startStackSetUpgrade(
  upgrade: Upgrade & {
    /** Region of the stack set, the same as of the management account's stack. */
    readonly region: string;
    readonly stackSet: string;
    readonly operationId: string;
    readonly delegated: boolean;
  },
): Promise<void> {
  const { caller, region, stackSet, operationId } = upgrade;
  const target = { StackSetName: stackSet, CallAs: upgrade.delegated ? 'DELEGATED_ADMIN' : 'SELF' };
  const { StackSet: current } = (await call(caller, region, 'DescribeStackSet', target)) as {
    StackSet?: { readonly TemplateBody?: string; readonly Parameters?: readonly Parameter[] };
  };
  const parameters = current?.Parameters ?? [];
  const template = templateOf(upgrade, 'member', parameters);
  refuseObstacle('stack set', {
    upgrade,
    variant: 'member',
    body: current?.TemplateBody ?? '',
    parameters,
    template,
  });
  try {
    await call(caller, region, 'UpdateStackSet', {
      ...target,
      TemplateBody: JSON.stringify(template),
      Parameters: previousParameters(template, parameters),
      Capabilities: ['CAPABILITY_NAMED_IAM'],
      OperationId: operationId,
    });
  } catch (error) {
    if (classifyAwsError(error).code !== 'OperationIdAlreadyExistsException') throw error;
  }
}

/** Returns the state of the operation. @throws ApplicationFailure `upgrade_failed` when it failed or was stopped. */
export async function readStackSetUpgradeState(options: {
  readonly caller: AwsCaller;
  readonly region: string;
  readonly stackSet: string;
  readonly operationId: string;
  readonly delegated: boolean;
}): Promise<UpgradeState> {
  const { StackSetOperation: operation } = (await call(
    options.caller,
    options.region,
    'DescribeStackSetOperation',
    {
      StackSetName: options.stackSet,
      OperationId: options.operationId,
      CallAs: options.delegated ? 'DELEGATED_ADMIN' : 'SELF',
    },
  )) as { StackSetOperation?: { readonly Status?: string; readonly StatusReason?: string } };
  const { Status: status = '', StatusReason: reason = '' } = operation ?? {};
  if (status === 'SUCCEEDED') return 'done';
  if (['RUNNING', 'QUEUED', ''].includes(status)) return 'in_progress';
  throw ApplicationFailure.nonRetryable(`The stack set's update ${status}: ${reason}`, 'upgrade_failed');
}

/**
 * Returns the name of the stack set that the management account's stack allows to update: the value of its parameter. The
 * default applies to a stack that is older than the parameter. `undefined` when the customer allowed none.
 */
export async function readStackSetName(
  caller: AwsCaller,
  { stackId: stack, awsAccountNumber }: UpgradeTarget,
): Promise<string | undefined> {
  const { stackId, region } = parseStackId(stack, awsAccountNumber);
  const parameters = await readStackParameters(caller, region, stackId);
  const name =
    parameters.find(({ ParameterKey: key }) => key === stackSetNameParameter)?.ParameterValue ??
    defaultStackSetName;
  return name === '' ? undefined : name;
}

interface Parameter {
  readonly ParameterKey?: string;
  readonly ParameterValue?: string;
}

async function readStackParameters(
  caller: AwsCaller,
  region: string,
  stackId: string,
): Promise<readonly Parameter[]> {
  const { Stacks: stacks = [] } = (await call(caller, region, 'DescribeStacks', { StackName: stackId })) as {
    Stacks?: readonly { readonly Parameters?: readonly Parameter[] }[];
  };
  return stacks[0]?.Parameters ?? [];
}

/** @throws ApplicationFailure `upgrade_refused` when the deployed template must not be replaced with `template`. */
function refuseObstacle(
  kind: 'stack' | 'stack set',
  deployed: {
    readonly upgrade: Upgrade;
    readonly variant: TemplateVariant;
    readonly body: string;
    readonly parameters: readonly Parameter[];
    readonly template: JsonObject;
  },
): void {
  const { connection } = deployed.upgrade;
  const obstacle = findUpgradeObstacle(
    {
      variant: deployed.variant,
      body: deployed.body,
      parameters: valuesOf(deployed.parameters),
      connection: { roleName: connection.roleName, externalId: connection.externalId },
    },
    deployed.template,
  );
  if (obstacle === undefined) return;
  throw ApplicationFailure.nonRetryable(`The ${kind} cannot be upgraded: ${obstacle}.`, 'upgrade_refused');
}

/** Returns the current template with the permission groups of the deployed one: with all it would be too large for a call. */
function templateOf(
  { connection, servicePrincipalArn }: Upgrade,
  variant: TemplateVariant,
  deployed: readonly Parameter[],
): JsonObject {
  return createRoleTemplate({
    cloudControlGroups: groupsOfParameters(valuesOf(deployed)),
    variant,
    servicePrincipalArn,
    roleName: connection.roleName,
    externalId: connection.externalId,
  });
}

function valuesOf(parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.map(({ ParameterKey: key = '', ParameterValue: value = '' }) => [key, value]),
  );
}

/** Returns parameters that keep their previous values: the current ones, without any that the template lacks. */
function previousParameters(template: JsonObject, current: readonly Parameter[]): readonly object[] {
  const known = Object.keys(template['Parameters'] ?? {});
  return current
    .filter(({ ParameterKey: key }) => key !== undefined && known.includes(key))
    .map(({ ParameterKey: key }) => ({ ParameterKey: key, UsePreviousValue: true }));
}

/**
 * Returns a stack id and the region in it.
 * @throws ApplicationFailure `upgrade_failed` when it is not the id of a stack in the account.
 */
export function parseStackId(
  stackId: string | undefined,
  awsAccountNumber: string,
): { readonly stackId: string; readonly region: string } {
  const [, region, account] = /^arn:[^:]+:cloudformation:([^:]+):(\d{12}):stack\//.exec(stackId ?? '') ?? [];
  if (stackId === undefined || region === undefined || account !== awsAccountNumber) {
    throw ApplicationFailure.nonRetryable(
      'The role has no tag with the id of a stack in its account: deploy the current template once manually.',
      'upgrade_failed',
    );
  }
  return { stackId, region };
}

/** Calls CloudFormation. @throws ApplicationFailure `upgrade_denied` when the call is denied; the SDK's error otherwise. */
async function call(caller: AwsCaller, region: string, operation: string, input: object): Promise<object> {
  try {
    return await caller.call({ client: 'cloudformation', region, operation, input });
  } catch (error) {
    const { outcome, message } = classifyAwsError(error);
    if (outcome !== 'denied') throw error;
    throw ApplicationFailure.nonRetryable(
      `The role is not allowed to upgrade its template: deploy the template manually, or set AllowTemplateUpgrade. (${message})`,
      'upgrade_denied',
    );
  }
}
