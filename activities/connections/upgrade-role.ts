import { ApplicationFailure } from '@temporalio/activity';
import { createRoleTemplate, defaultStackSetName } from '../../domain/connections/role-template.ts';
import type { TemplateVariant } from '../../domain/connections/role-template.ts';
import { partitionOfArn } from '../../domain/discovery/aws-partition.ts';
import type { JsonObject } from '../../domain/json.ts';
import { messageOf } from '../../domain/message-of.ts';
import { roleArnOf } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';

export type UpgradeState = 'in_progress' | 'done';

interface Upgrade {
  readonly caller: AwsCaller;
  readonly connection: Connection;
  readonly servicePrincipalArn: string;
}

/** Starts an update of the stack that created a role. Returns `done` if the stack is up to date. */
export async function startStackUpgrade(
  upgrade: Upgrade & {
    readonly variant: Extract<TemplateVariant, 'management' | 'standalone'>;
    /** 12 digits. */
    readonly awsAccountNumber: string;
    /** ARN of the stack, from the role's tag. */
    readonly stackId: string | null;
  },
): Promise<UpgradeState> {
  const { caller, connection, servicePrincipalArn, variant, awsAccountNumber } = upgrade;
  const { stackId, region } = parseStackId(upgrade.stackId);
  const template = templateOf(upgrade, variant);
  const partition = partitionOfArn(servicePrincipalArn);
  const { Stacks: stacks = [] } = (await call(caller, region, 'DescribeStacks', {
    StackName: stackId,
  })) as { Stacks?: readonly { readonly Parameters?: readonly Parameter[] }[] };
  try {
    await call(caller, region, 'UpdateStack', {
      StackName: stackId,
      TemplateBody: JSON.stringify(template),
      Parameters: previousParameters(template, stacks[0]?.Parameters ?? []),
      Capabilities: ['CAPABILITY_NAMED_IAM'],
      RoleARN: roleArnOf(partition, awsAccountNumber, `${connection.role_name}-upgrade`),
    });
  } catch (error) {
    if (/No updates are to be performed/i.test(messageOf(error))) return 'done';
    // An earlier attempt of the activity has started the update.
    if (!/is in UPDATE_\w*IN_PROGRESS state/i.test(messageOf(error))) throw error;
  }
  return 'in_progress';
}

/** Returns the state of a stack update. @throws ApplicationFailure `upgrade_failed` when it was rolled back. */
export async function readStackUpgradeState(caller: AwsCaller, stack: string | null): Promise<UpgradeState> {
  const { stackId, region } = parseStackId(stack);
  const { Stacks: stacks = [] } = (await call(caller, region, 'DescribeStacks', {
    StackName: stackId,
  })) as { Stacks?: readonly { readonly StackStatus?: string; readonly StackStatusReason?: string }[] };
  const { StackStatus: status = '', StackStatusReason: reason = '' } = stacks[0] ?? {};
  if (/^UPDATE_COMPLETE$|^CREATE_COMPLETE$|^UPDATE_COMPLETE_CLEANUP_IN_PROGRESS$/.test(status)) return 'done';
  if (/^UPDATE_IN_PROGRESS$/.test(status)) return 'in_progress';
  throw ApplicationFailure.nonRetryable(`The stack is ${status}: ${reason}`, 'upgrade_failed');
}

/** Starts an update of the stack set of the member accounts. Idempotent by `operationId`. */
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
  const template = templateOf(upgrade, 'member');
  const target = { StackSetName: stackSet, CallAs: upgrade.delegated ? 'DELEGATED_ADMIN' : 'SELF' };
  const { StackSet: current } = (await call(caller, region, 'DescribeStackSet', target)) as {
    StackSet?: { readonly Parameters?: readonly Parameter[] };
  };
  try {
    await call(caller, region, 'UpdateStackSet', {
      ...target,
      TemplateBody: JSON.stringify(template),
      Parameters: previousParameters(template, current?.Parameters ?? []),
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

/** Returns the stack set's name in a stack id, or the default: CloudFormation names stacks `StackSet-<name>-<uuid>`. */
export function stackSetNameOf(stackIds: readonly (string | null)[]): string {
  for (const stackId of stackIds) {
    const name = /:stack\/StackSet-([^/]{1,128})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\//.exec(
      stackId ?? '',
    )?.[1];
    if (name !== undefined) return name;
  }
  return defaultStackSetName;
}

interface Parameter {
  readonly ParameterKey?: string;
}

function templateOf({ connection, servicePrincipalArn }: Upgrade, variant: TemplateVariant): JsonObject {
  return createRoleTemplate({
    variant,
    servicePrincipalArn,
    roleName: connection.role_name,
    externalId: connection.external_id,
  });
}

/** Returns parameters that keep their previous values: the current ones, without any that the template lacks. */
function previousParameters(template: JsonObject, current: readonly Parameter[]): readonly object[] {
  const known = Object.keys(template['Parameters'] ?? {});
  return current
    .filter(({ ParameterKey: key }) => key !== undefined && known.includes(key))
    .map(({ ParameterKey: key }) => ({ ParameterKey: key, UsePreviousValue: true }));
}

/** Returns a stack id and the region in it. @throws ApplicationFailure `upgrade_failed` when it is no stack id. */
export function parseStackId(stackId: string | null): { readonly stackId: string; readonly region: string } {
  const region = /^arn:[^:]+:cloudformation:([^:]+):\d{12}:stack\//.exec(stackId ?? '')?.[1];
  if (stackId === null || region === undefined) {
    throw ApplicationFailure.nonRetryable(
      'The role has no tag with the id of its stack: deploy the current template once manually.',
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
