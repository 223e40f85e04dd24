import { collectorOf, RESOURCE_TYPES } from '../discovery/declaration/resource-types.ts';
import type { TypeCollector } from '../discovery/declaration/collector.ts';
import type { TextExpression } from '../discovery/declaration/text-expression.ts';

/** Where a resource names the resource that creates it and takes it along when it is deleted. */
export interface OwnerRule {
  /** `*`: every type. */
  readonly resourceType: string;
  readonly in: 'configuration' | 'tags';
  /** Path of the owner's ARN, native id or name; a number is an index of a list. */
  readonly path: readonly string[];
  readonly ownerType: string;
}

const configurationRules: readonly (readonly [resourceType: string, path: string, ownerType: string])[] = [
  // Amazon EC2 user guide, "Preserve data when an instance is terminated", and "Network interface basics".
  ['AWS::EC2::Volume', 'Attachments.0.InstanceId', 'AWS::EC2::Instance'],
  ['AWS::EC2::NetworkInterface', 'Attachment.InstanceId', 'AWS::EC2::Instance'],
  // Amazon VPC user guide: a VPC has a default security group, a main route table and a default network ACL.
  ['AWS::EC2::SecurityGroup', 'VpcId', 'AWS::EC2::VPC'],
  ['AWS::EC2::RouteTable', 'VpcId', 'AWS::EC2::VPC'],
  ['AWS::EC2::NetworkAcl', 'VpcId', 'AWS::EC2::VPC'],
  // Amazon VPC Transit Gateways guide: a transit gateway has a default route table.
  ['AWS::EC2::TransitGatewayRouteTable', 'TransitGatewayId', 'AWS::EC2::TransitGateway'],
  ['AWS::EC2::SecurityGroupIngress', 'GroupId', 'AWS::EC2::SecurityGroup'],
  ['AWS::EC2::SecurityGroupEgress', 'GroupId', 'AWS::EC2::SecurityGroup'],
  // API reference of DeleteAutoScalingGroup: deletes scaling policies, scheduled actions and lifecycle hooks.
  ['AWS::AutoScaling::ScalingPolicy', 'AutoScalingGroupName', 'AWS::AutoScaling::AutoScalingGroup'],
  ['AWS::AutoScaling::ScheduledAction', 'AutoScalingGroupName', 'AWS::AutoScaling::AutoScalingGroup'],
  ['AWS::AutoScaling::LifecycleHook', 'AutoScalingGroupName', 'AWS::AutoScaling::AutoScalingGroup'],
  // API reference of DeleteTopic: "Deletes a topic and all its subscriptions".
  ['AWS::SNS::Subscription', 'TopicArn', 'AWS::SNS::Topic'],
];

/**
 * The rules of all types: a stack owns its resources (AWS CloudFormation user guide, "Resource tags"), a parent of the
 * collectors its children, and those of the table.
 */
export const ownerRules: readonly OwnerRule[] = [
  {
    resourceType: '*',
    in: 'tags',
    path: ['aws:cloudformation:stack-id'],
    ownerType: 'AWS::CloudFormation::Stack',
  },
  ...configurationRules.map(([resourceType, path, ownerType]) =>
    ruleOf(resourceType, path.split('.'), ownerType),
  ),
  ...RESOURCE_TYPES.flatMap(({ resourceType }) => parentRules(resourceType)),
];

function parentRules(resourceType: string): readonly OwnerRule[] {
  const child = collectorOf(resourceType);
  const parent = child?.parent === undefined ? undefined : collectorOf(child.parent);
  if (child === undefined || parent === undefined) return [];
  return [...new Set(parentMembers(child, parent))].map((member) =>
    ruleOf(resourceType, [member], parent.resourceType),
  );
}

/** Members of a child that hold its parent's identifier: copied ones, and those that have the parent's own name. */
function parentMembers(
  { fromParent = {}, nativeId }: TypeCollector,
  parent: TypeCollector,
): readonly string[] {
  const own = [parent.nativeId, parent.arn, parent.name].flatMap(texts).filter((text) => /^\w+$/.test(text));
  // The first part of a composite native id: `{UserPoolId}/{ClientId}`.
  const first = texts(nativeId).flatMap((text) => {
    const placeholder = /^\{([^}]*)\}./.exec(text)?.[1] ?? '';
    return /^\w+/.exec(placeholder)?.[0] ?? [];
  });
  return [
    ...Object.keys(fromParent),
    ...own.filter((member) => !/^(?:name|id|arn)$/i.test(member)),
    ...first.filter((member) => member !== 'account' && member !== 'region'),
  ];
}

function texts(expression: TextExpression | undefined): readonly string[] {
  if (expression === undefined) return [];
  return typeof expression === 'string' ? [expression] : expression;
}

function ruleOf(resourceType: string, path: readonly string[], ownerType: string): OwnerRule {
  return { resourceType, in: 'configuration', path, ownerType };
}
