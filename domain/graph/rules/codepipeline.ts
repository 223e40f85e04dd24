import type { RelationshipType } from '../../values.ts';
import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge, encryptedBy } from './edge.ts';

const pipeline = 'AWS::CodePipeline::Pipeline';

/**
 * The keys of an action's configuration depend on its provider. An action can run in another region, and with a role
 * of another account. Source: CodePipeline User Guide, action structure reference.
 */
export const codepipelineRules: readonly EdgeRule[] = [
  edge(pipeline, 'pipeline.roleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(pipeline, 'pipeline.artifactStore.location', 'uses'),
  ...encryptedBy(pipeline, 'pipeline.artifactStore.encryptionKey.id'),
  edge(pipeline, 'pipeline.stages[].actions[].roleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  actionTarget(
    'RepositoryName',
    'CodeCommit',
    'AWS::CodeCommit::Repository',
    'reads_from',
    'codecommit',
    '{value}',
  ),
  actionTarget('RepositoryName', 'ECR', 'AWS::ECR::Repository', 'reads_from', 'ecr', 'repository/{value}', {
    variant: 'image',
  }),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.S3Bucket',
    'arn',
    'reads_from',
    'AWS::S3::Bucket',
    { text: { excludes: '#{' }, read: 'arn:{partition}:s3:::{value}' },
  ),
  edge(pipeline, 'pipeline.stages[].actions[].configuration.ConnectionArn', 'arn', 'reads_from', [
    'AWS::CodeConnections::Connection',
    'AWS::CodeStarConnections::Connection',
  ]),
  actionTarget(
    'ProjectName',
    'CodeBuild',
    'AWS::CodeBuild::Project',
    'invokes',
    'codebuild',
    'project/{value}',
  ),
  actionTarget('FunctionName', 'Lambda', 'AWS::Lambda::Function', 'invokes', 'lambda', 'function:{value}'),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.StateMachineArn',
    'arn',
    'invokes',
    'AWS::StepFunctions::StateMachine',
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.NotificationArn',
    'arn',
    'notifies',
    'AWS::SNS::Topic',
  ),
  actionTarget(
    'StackName',
    'CloudFormation',
    'AWS::CloudFormation::Stack',
    'targets',
    'cloudformation',
    'stack/{value}',
  ),
  edge(pipeline, 'pipeline.stages[].actions[].configuration.RoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  actionTarget(
    'ApplicationName',
    'CodeDeploy',
    'AWS::CodeDeploy::Application',
    'targets',
    'codedeploy',
    'application:{value}',
  ),
  actionTarget(
    'DeploymentGroupName',
    'CodeDeploy',
    'AWS::CodeDeploy::DeploymentGroup',
    'targets',
    'codedeploy',
    'deploymentgroup:{item.ApplicationName}/{value}',
  ),
  actionTarget('ClusterName', 'ECS', 'AWS::ECS::Cluster', 'targets', 'ecs', 'cluster/{value}'),
  actionTarget(
    'ServiceName',
    'ECS',
    'AWS::ECS::Service',
    'targets',
    'ecs',
    'service/{item.ClusterName}/{value}',
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.BucketName',
    'arn',
    'targets',
    'AWS::S3::Bucket',
    { text: { excludes: '#{' }, read: 'arn:{partition}:s3:::{value}' },
  ),
  keyArn(pipeline, 'pipeline.stages[].actions[].configuration.KMSEncryptionKeyARN'),
  actionTarget(
    'ApplicationName',
    'ElasticBeanstalk',
    'AWS::ElasticBeanstalk::Application',
    'targets',
    'elasticbeanstalk',
    'application/{value}',
    { variant: 'elastic-beanstalk' },
  ),
  actionTarget(
    'EnvironmentName',
    'ElasticBeanstalk',
    'AWS::ElasticBeanstalk::Environment',
    'targets',
    'elasticbeanstalk',
    'environment/{item.ApplicationName}/{value}',
  ),
  bucketName(pipeline, 'pipeline.artifactStores.*.location', 'uses'),
  keyArn(pipeline, 'pipeline.artifactStores.*.encryptionKey.id'),
];

/** A rule for the resource that an action names, in the region of the action and the account of its role. */
function actionTarget(
  key: string,
  provider: string,
  targetType: string,
  relation: RelationshipType,
  service: string,
  resource: string,
  { variant }: { readonly variant?: string } = {},
): EdgeRule {
  const accounts = ['{outer.roleArn|rest:::|before::}', '{account}'];
  return edge(pipeline, `pipeline.stages[].actions[].configuration.${key}`, 'arn', relation, targetType, {
    ...(variant === undefined ? {} : { variant }),
    when: { on: 'item', conditions: [{ path: '^.actionTypeId.provider', equals: provider }] },
    text: { excludes: '#{' },
    read: ['{outer.region}', '{region}'].flatMap((region) =>
      accounts.map((account) => `arn:{partition}:${service}:${region}:${account}:${resource}`),
    ),
  });
}
