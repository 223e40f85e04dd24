import type { EdgeRule } from '../edge-rule.ts';
import {
  bucketUri,
  containerImage,
  encryptedBy,
  roleArn,
  securityGroupId,
  subnetId,
  topicArn,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const notebookInstance = 'AWS::SageMaker::NotebookInstance';
const model = 'AWS::SageMaker::Model';
const endpointConfig = 'AWS::SageMaker::EndpointConfig';
const endpoint = 'AWS::SageMaker::Endpoint';
const domain = 'AWS::SageMaker::Domain';
const pipeline = 'AWS::SageMaker::Pipeline';

export const sagemakerRules: readonly EdgeRule[] = [
  subnetId(notebookInstance, 'SubnetId', 'contained_in'),
  securityGroupId(notebookInstance, 'SecurityGroups[]', 'uses'),
  roleArn(notebookInstance, 'RoleArn', 'runs_as'),
  ...encryptedBy(notebookInstance, 'KmsKeyId'),
  edge(notebookInstance, 'NetworkInterfaceId', 'id', 'uses', 'AWS::EC2::NetworkInterface', {
    example: 'eni-0abcdef1234567890',
  }),
  edge(
    notebookInstance,
    'NotebookInstanceLifecycleConfigName',
    'name',
    'uses',
    'AWS::SageMaker::NotebookInstanceLifecycleConfig',
    { example: 'install-tools' },
  ),
  ...containerImage(model, 'PrimaryContainer.Image'),
  bucketUri(model, 'PrimaryContainer.ModelDataUrl', 'reads_from'),
  bucketUri(model, 'PrimaryContainer.ModelDataSource.S3DataSource.S3Uri', 'reads_from'),
  edge(model, 'PrimaryContainer.ModelPackageName', 'arn', 'uses', 'AWS::SageMaker::ModelPackage', {
    example: 'arn:aws:sagemaker:eu-west-1:123456789012:model-package/fraud/7',
  }),
  roleArn(model, 'ExecutionRoleArn', 'runs_as'),
  securityGroupId(model, 'VpcConfig.SecurityGroupIds[]', 'uses'),
  subnetId(model, 'VpcConfig.Subnets[]', 'contained_in'),
  ...environmentVariables(model, 'PrimaryContainer.Environment.*'),
  ...containerImage(model, 'Containers[].Image'),
  bucketUri(model, 'Containers[].ModelDataUrl', 'reads_from'),
  bucketUri(model, 'Containers[].ModelDataSource.S3DataSource.S3Uri', 'reads_from'),
  ...environmentVariables(model, 'Containers[].Environment.*'),
  edge(endpointConfig, 'ProductionVariants[].ModelName', 'name', 'runs', 'AWS::SageMaker::Model', {
    example: 'fraud-7',
  }),
  edge(endpointConfig, 'ShadowProductionVariants[].ModelName', 'name', 'runs', 'AWS::SageMaker::Model', {
    example: 'fraud-8',
  }),
  ...encryptedBy(endpointConfig, 'KmsKeyId'),
  bucketUri(endpointConfig, 'DataCaptureConfig.DestinationS3Uri', 'logs_to'),
  ...encryptedBy(endpointConfig, 'DataCaptureConfig.KmsKeyId'),
  bucketUri(endpointConfig, 'AsyncInferenceConfig.OutputConfig.S3OutputPath', 'uses'),
  bucketUri(endpointConfig, 'AsyncInferenceConfig.OutputConfig.S3FailurePath', 'uses'),
  topicArn(endpointConfig, 'AsyncInferenceConfig.OutputConfig.NotificationConfig.SuccessTopic', 'notifies'),
  topicArn(endpointConfig, 'AsyncInferenceConfig.OutputConfig.NotificationConfig.ErrorTopic', 'notifies'),
  roleArn(endpointConfig, 'ExecutionRoleArn', 'runs_as'),
  securityGroupId(endpointConfig, 'VpcConfig.SecurityGroupIds[]', 'uses'),
  subnetId(endpointConfig, 'VpcConfig.Subnets[]', 'contained_in'),
  edge(endpoint, 'EndpointConfigName', 'name', 'uses', 'AWS::SageMaker::EndpointConfig', {
    example: 'fraud-score-7',
  }),
  edge(
    endpoint,
    'LastDeploymentConfig.AutoRollbackConfiguration.Alarms[].AlarmName',
    'name',
    'monitors',
    'AWS::CloudWatch::Alarm',
    { example: 'fraud-score-errors' },
  ),
  edge(domain, 'HomeEfsFileSystemId', 'id', 'uses', 'AWS::EFS::FileSystem', {
    example: 'fs-0123456789abcdef0',
  }),
  roleArn(domain, 'DefaultUserSettings.ExecutionRole', 'runs_as'),
  securityGroupId(domain, 'DefaultUserSettings.SecurityGroups[]', 'uses'),
  bucketUri(domain, 'DefaultUserSettings.SharingSettings.S3OutputPath', 'uses'),
  securityGroupId(domain, 'DomainSettings.SecurityGroupIds[]', 'uses'),
  roleArn(domain, 'DomainSettings.RStudioServerProDomainSettings.DomainExecutionRoleArn', 'runs_as'),
  roleArn(domain, 'DefaultSpaceSettings.ExecutionRole', 'runs_as'),
  securityGroupId(domain, 'DefaultSpaceSettings.SecurityGroups[]', 'uses'),
  securityGroupId(domain, 'SecurityGroupIdForDomainBoundary', 'uses'),
  subnetId(domain, 'SubnetIds[]', 'contained_in'),
  vpcId(domain, 'VpcId', 'contained_in'),
  ...encryptedBy(domain, 'KmsKeyId'),
  roleArn(pipeline, 'RoleArn', 'runs_as'),
];
