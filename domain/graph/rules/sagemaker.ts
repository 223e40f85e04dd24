import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, containerImage } from './common-edges.ts';
import { edge, encryptedBy } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const notebookInstance = 'AWS::SageMaker::NotebookInstance';
const model = 'AWS::SageMaker::Model';
const endpointConfig = 'AWS::SageMaker::EndpointConfig';
const endpoint = 'AWS::SageMaker::Endpoint';
const domain = 'AWS::SageMaker::Domain';
const pipeline = 'AWS::SageMaker::Pipeline';

export const sagemakerRules: readonly EdgeRule[] = [
  edge(notebookInstance, 'SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(notebookInstance, 'SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(notebookInstance, 'RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  ...encryptedBy(notebookInstance, 'KmsKeyId'),
  edge(notebookInstance, 'NetworkInterfaceId', 'id', 'uses', 'AWS::EC2::NetworkInterface'),
  edge(
    notebookInstance,
    'NotebookInstanceLifecycleConfigName',
    'name',
    'uses',
    'AWS::SageMaker::NotebookInstanceLifecycleConfig',
  ),
  ...containerImage(model, 'PrimaryContainer.Image'),
  bucketUri(model, 'PrimaryContainer.ModelDataUrl', 'reads_from'),
  bucketUri(model, 'PrimaryContainer.ModelDataSource.S3DataSource.S3Uri', 'reads_from'),
  edge(model, 'PrimaryContainer.ModelPackageName', 'arn', 'uses', 'AWS::SageMaker::ModelPackage'),
  edge(model, 'ExecutionRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(model, 'VpcConfig.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(model, 'VpcConfig.Subnets[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  ...environmentVariables(model, 'PrimaryContainer.Environment.*'),
  ...containerImage(model, 'Containers[].Image'),
  bucketUri(model, 'Containers[].ModelDataUrl', 'reads_from'),
  bucketUri(model, 'Containers[].ModelDataSource.S3DataSource.S3Uri', 'reads_from'),
  ...environmentVariables(model, 'Containers[].Environment.*'),
  edge(endpointConfig, 'ProductionVariants[].ModelName', 'name', 'runs', 'AWS::SageMaker::Model'),
  edge(endpointConfig, 'ShadowProductionVariants[].ModelName', 'name', 'runs', 'AWS::SageMaker::Model'),
  ...encryptedBy(endpointConfig, 'KmsKeyId'),
  bucketUri(endpointConfig, 'DataCaptureConfig.DestinationS3Uri', 'logs_to'),
  ...encryptedBy(endpointConfig, 'DataCaptureConfig.KmsKeyId'),
  bucketUri(endpointConfig, 'AsyncInferenceConfig.OutputConfig.S3OutputPath', 'uses'),
  bucketUri(endpointConfig, 'AsyncInferenceConfig.OutputConfig.S3FailurePath', 'uses'),
  edge(
    endpointConfig,
    'AsyncInferenceConfig.OutputConfig.NotificationConfig.SuccessTopic',
    'arn',
    'notifies',
    'AWS::SNS::Topic',
  ),
  edge(
    endpointConfig,
    'AsyncInferenceConfig.OutputConfig.NotificationConfig.ErrorTopic',
    'arn',
    'notifies',
    'AWS::SNS::Topic',
  ),
  edge(endpointConfig, 'ExecutionRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(endpointConfig, 'VpcConfig.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(endpointConfig, 'VpcConfig.Subnets[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(endpoint, 'EndpointConfigName', 'name', 'uses', 'AWS::SageMaker::EndpointConfig'),
  edge(
    endpoint,
    'LastDeploymentConfig.AutoRollbackConfiguration.Alarms[].AlarmName',
    'name',
    'monitors',
    'AWS::CloudWatch::Alarm',
  ),
  edge(domain, 'HomeEfsFileSystemId', 'id', 'uses', 'AWS::EFS::FileSystem'),
  edge(domain, 'DefaultUserSettings.ExecutionRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(domain, 'DefaultUserSettings.SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  bucketUri(domain, 'DefaultUserSettings.SharingSettings.S3OutputPath', 'uses'),
  edge(domain, 'DomainSettings.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(
    domain,
    'DomainSettings.RStudioServerProDomainSettings.DomainExecutionRoleArn',
    'arn',
    'runs_as',
    'AWS::IAM::Role',
  ),
  edge(domain, 'DefaultSpaceSettings.ExecutionRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(domain, 'DefaultSpaceSettings.SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(domain, 'SecurityGroupIdForDomainBoundary', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(domain, 'SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(domain, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  ...encryptedBy(domain, 'KmsKeyId'),
  edge(pipeline, 'RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
];
