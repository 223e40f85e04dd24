import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge, encryptedBy } from './edge.ts';

const pipeline = 'AWS::CodePipeline::Pipeline';

/** Keys of an action's configuration depend on its provider. Source: CodePipeline User Guide, action structure reference. */
export const codepipelineRules: readonly EdgeRule[] = [
  edge(pipeline, 'pipeline.roleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(pipeline, 'pipeline.artifactStore.location', 'uses'),
  ...encryptedBy(pipeline, 'pipeline.artifactStore.encryptionKey.id'),
  edge(pipeline, 'pipeline.stages[].actions[].roleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.RepositoryName',
    'name',
    'reads_from',
    'AWS::CodeCommit::Repository',
    { when: { on: 'item', conditions: [{ path: 'BranchName', present: true }] } },
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.RepositoryName',
    'name',
    'reads_from',
    'AWS::ECR::Repository',
    { variant: 'image', when: { on: 'item', conditions: [{ path: 'BranchName', present: false }] } },
  ),
  bucketName(pipeline, 'pipeline.stages[].actions[].configuration.S3Bucket', 'reads_from'),
  edge(pipeline, 'pipeline.stages[].actions[].configuration.ConnectionArn', 'arn', 'reads_from', [
    'AWS::CodeConnections::Connection',
    'AWS::CodeStarConnections::Connection',
  ]),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.ProjectName',
    'name',
    'invokes',
    'AWS::CodeBuild::Project',
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.FunctionName',
    'name',
    'invokes',
    'AWS::Lambda::Function',
  ),
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
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.StackName',
    'name',
    'targets',
    'AWS::CloudFormation::Stack',
  ),
  edge(pipeline, 'pipeline.stages[].actions[].configuration.RoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.ApplicationName',
    'name',
    'targets',
    'AWS::CodeDeploy::Application',
    { when: { on: 'item', conditions: [{ path: 'DeploymentGroupName', present: true }] } },
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.DeploymentGroupName',
    'id',
    'targets',
    'AWS::CodeDeploy::DeploymentGroup',
    { read: '{item.ApplicationName}/{value}', external: false },
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.ClusterName',
    'name',
    'targets',
    'AWS::ECS::Cluster',
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.ServiceName',
    'arn',
    'targets',
    'AWS::ECS::Service',
    { read: 'arn:{partition}:ecs:{region}:{account}:service/{item.ClusterName}/{value}', external: false },
  ),
  bucketName(pipeline, 'pipeline.stages[].actions[].configuration.BucketName', 'targets'),
  keyArn(pipeline, 'pipeline.stages[].actions[].configuration.KMSEncryptionKeyARN'),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.ApplicationName',
    'name',
    'targets',
    'AWS::ElasticBeanstalk::Application',
    {
      variant: 'elastic-beanstalk',
      when: { on: 'item', conditions: [{ path: 'EnvironmentName', present: true }] },
    },
  ),
  edge(
    pipeline,
    'pipeline.stages[].actions[].configuration.EnvironmentName',
    'name',
    'targets',
    'AWS::ElasticBeanstalk::Environment',
  ),
  bucketName(pipeline, 'pipeline.artifactStores.*.location', 'uses'),
  keyArn(pipeline, 'pipeline.artifactStores.*.encryptionKey.id'),
];
