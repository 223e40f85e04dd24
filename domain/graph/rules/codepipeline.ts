import { defined } from '../../defined.ts';
import type { RelationshipType } from '../../values.ts';
import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, encryptedBy, keyArn, roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const pipeline = 'AWS::CodePipeline::Pipeline';

/**
 * The keys of an action's configuration depend on its provider. An action can run in another region, and with a role
 * of another account. Source: CodePipeline User Guide, action structure reference.
 */
export const codepipelineRules: readonly EdgeRule[] = [
  roleArn(pipeline, 'pipeline.roleArn', 'runs_as'),
  bucketName(pipeline, 'pipeline.artifactStore.location', 'uses'),
  ...encryptedBy(pipeline, 'pipeline.artifactStore.encryptionKey.id'),
  roleArn(pipeline, 'pipeline.stages[].actions[].roleArn', 'runs_as'),
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
    {
      text: { excludes: '#{' },
      read: 'arn:{partition}:s3:::{value}',
      example: { 'example-templates': 'arn:aws:s3:::example-templates' },
    },
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.ConnectionArn',
    'arn',
    'reads_from',
    ['AWS::CodeConnections::Connection', 'AWS::CodeStarConnections::Connection'],
    {
      example:
        'arn:aws:codeconnections:eu-west-1:123456789012:connection/aEXAMPLE-8aad-4d5d-8878-dfcab0bc441f',
    },
  ),
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
    { example: 'arn:aws:states:eu-west-1:123456789012:stateMachine:migrate' },
  ),
  topicArn(pipeline, 'pipeline.stages[].actions[].configuration.NotificationArn', 'notifies'),
  actionTarget(
    'StackName',
    'CloudFormation',
    'AWS::CloudFormation::Stack',
    'targets',
    'cloudformation',
    'stack/{value}',
  ),
  roleArn(pipeline, 'pipeline.stages[].actions[].configuration.RoleArn', 'uses'),
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
    {
      text: { excludes: '#{' },
      read: 'arn:{partition}:s3:::{value}',
      example: { 'example-storefront': 'arn:aws:s3:::example-storefront' },
    },
  ),
  keyArn(pipeline, 'pipeline.stages[].actions[].configuration.KMSEncryptionKeyARN', 'encrypted_by'),
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
  keyArn(pipeline, 'pipeline.artifactStores.*.encryptionKey.id', 'encrypted_by'),
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
    ...defined({ variant }),
    when: { on: 'item', conditions: [{ path: '^.actionTypeId.provider', equals: provider }] },
    text: { excludes: '#{' },
    read: ['{outer.region}', '{region}'].flatMap((region) =>
      accounts.map((account) => `arn:{partition}:${service}:${region}:${account}:${resource}`),
    ),
  });
}
