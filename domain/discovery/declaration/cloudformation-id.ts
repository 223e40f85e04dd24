/** The part of a stored resource from which its CloudFormation identifier is derived. */
interface Identified {
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Returns the primary identifier of a resource in CloudFormation, as Cloud Control takes it, if it is not the native id;
 * `undefined` if it is, and for types of {@link withoutCloudformationId}. Source: `primaryIdentifier` of the AWS resource provider
 * schemas.
 */
export function cloudformationId(resource: Identified): string | undefined {
  const id = derivations[resource.resourceType]?.(resource);
  return id === resource.nativeId ? undefined : id;
}

/** Whether the identifier of a type in CloudFormation is derived, and is not the ARN. */
export function hasDerivedId(resourceType: string): boolean {
  const derivation = Object.hasOwn(derivations, resourceType) ? derivations[resourceType] : undefined;
  return derivation !== undefined && derivation !== arn;
}

/**
 * Types whose identifier in CloudFormation is another one than the native id, and cannot be derived from it: a value that the
 * inventory does not have as identifier, ARN or name, or one that the schemas do not describe.
 */
export const withoutCloudformationId: ReadonlySet<string> = new Set([
  'AWS::ApplicationAutoScaling::ScalingPolicy',
  'AWS::Backup::BackupSelection',
  'AWS::Bedrock::ApplicationInferenceProfile',
  'AWS::EC2::EIP',
  'AWS::ECS::Service',
]);

type Derivation = (resource: Identified) => string | undefined;

const arn: Derivation = (resource) => resource.arn;
const name: Derivation = (resource) => resource.name;
/** The last part of an ARN or a path. */
const last: Derivation = ({ nativeId }) => nativeId.slice(nativeId.lastIndexOf('/') + 1);

/** Two parts in the same order, or in the reverse one. Neither has the separator in its first part. */
function pair(separator: string, order: 'same' | 'reversed'): Derivation {
  return ({ nativeId }) => {
    const at = nativeId.indexOf(separator);
    if (at < 0) return undefined;
    const parts = [nativeId.slice(0, at), nativeId.slice(at + separator.length)];
    return (order === 'same' ? parts : parts.reverse()).join('|');
  };
}

const inOrder = pair('/', 'same');
const reversed = pair('/', 'reversed');

/** `arn:…:<scope>/<kind>/<name>/<id>` → `<name>|<id>|<scope>`. */
const webAclPart: Derivation = ({ nativeId }) => {
  const [scope, , partName, partId] = (nativeId.split(':')[5] ?? '').split('/');
  if (partName === undefined || partId === undefined) return undefined;
  return `${partName}|${partId}|${scope === 'global' ? 'CLOUDFRONT' : 'REGIONAL'}`;
};

const derivations: Readonly<Record<string, Derivation>> = {
  'AWS::AccessAnalyzer::Analyzer': arn,
  'AWS::ApiGateway::Authorizer': inOrder,
  'AWS::ApiGateway::Resource': inOrder,
  'AWS::ApiGateway::Stage': inOrder,
  'AWS::ApiGatewayV2::Authorizer': reversed,
  'AWS::ApiGatewayV2::Integration': inOrder,
  'AWS::ApiGatewayV2::Route': inOrder,
  'AWS::ApiGatewayV2::Stage': inOrder,
  'AWS::APS::Workspace': arn,
  'AWS::AppConfig::ConfigurationProfile': inOrder,
  'AWS::AppConfig::Environment': inOrder,
  'AWS::ApplicationAutoScaling::ScalableTarget': ({ nativeId }) => {
    const [first, end] = [nativeId.indexOf('/'), nativeId.lastIndexOf('/')];
    if (first < 0 || first === end) return undefined;
    return [nativeId.slice(first + 1, end), nativeId.slice(end + 1), nativeId.slice(0, first)].join('|');
  },
  'AWS::Athena::CapacityReservation': arn,
  'AWS::AutoScaling::ScalingPolicy': arn,
  'AWS::AutoScaling::ScheduledAction': reversed,
  'AWS::Backup::ReportPlan': arn,
  'AWS::Batch::ComputeEnvironment': arn,
  'AWS::Batch::JobDefinition': (resource) => last(resource)?.split(':')[0],
  'AWS::Batch::JobQueue': arn,
  'AWS::CloudFormation::StackSet': ({ arn: own }) => own?.slice(own.lastIndexOf('/') + 1),
  'AWS::CloudFront::Function': arn,
  'AWS::CloudTrail::Trail': last,
  'AWS::CloudWatch::InsightRule': arn,
  'AWS::CodeDeploy::DeploymentGroup': inOrder,
  'AWS::Cognito::UserPoolClient': inOrder,
  'AWS::Cognito::UserPoolGroup': inOrder,
  'AWS::Cognito::UserPoolIdentityProvider': inOrder,
  'AWS::Cognito::UserPoolResourceServer': inOrder,
  'AWS::Config::AggregationAuthorization': ({ nativeId }) => nativeId.split('/').slice(-2).join('|'),
  'AWS::DMS::Endpoint': arn,
  'AWS::ECS::Cluster': last,
  'AWS::EKS::AccessEntry': reversed,
  'AWS::EKS::Addon': inOrder,
  'AWS::EKS::FargateProfile': inOrder,
  'AWS::ElasticBeanstalk::Environment': name,
  'AWS::Glue::Registry': arn,
  'AWS::GuardDuty::Filter': inOrder,
  'AWS::IAM::GroupPolicy': pair(':', 'reversed'),
  'AWS::IAM::RolePolicy': pair(':', 'reversed'),
  'AWS::IAM::UserPolicy': pair(':', 'reversed'),
  'AWS::Logs::MetricFilter': pair(':', 'same'),
  'AWS::Logs::SubscriptionFilter': pair(':', 'reversed'),
  'AWS::OpenSearchServerless::SecurityPolicy': inOrder,
  'AWS::OSIS::Pipeline': arn,
  'AWS::SageMaker::Endpoint': arn,
  'AWS::SageMaker::Model': arn,
  'AWS::SageMaker::ModelPackageGroup': arn,
  'AWS::Scheduler::Schedule': last,
  'AWS::SSO::PermissionSet': ({ nativeId }) => {
    const [partition, instance] = [nativeId.split(':')[1], nativeId.split('/')[1]];
    if (partition === undefined || instance === undefined) return undefined;
    return `arn:${partition}:sso:::instance/${instance}|${nativeId}`;
  },
  'AWS::Timestream::Table': inOrder,
  'AWS::Transfer::Server': arn,
  'AWS::Transfer::User': arn,
  'AWS::VpcLattice::Service': arn,
  'AWS::VpcLattice::ServiceNetwork': arn,
  'AWS::VpcLattice::TargetGroup': arn,
  'AWS::WAFv2::IPSet': webAclPart,
  'AWS::WAFv2::RegexPatternSet': webAclPart,
  'AWS::WAFv2::RuleGroup': webAclPart,
  'AWS::WAFv2::WebACL': webAclPart,
};
