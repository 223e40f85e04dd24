import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, containerImage, keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const application = 'AWS::EMRServerless::Application';

export const emrServerlessRules: readonly EdgeRule[] = [
  edge(application, 'networkConfiguration.subnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(application, 'networkConfiguration.securityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  ...containerImage(application, 'imageConfiguration.imageUri'),
  ...containerImage(application, 'workerTypeSpecifications.*.imageConfiguration.imageUri'),
  keyArn(application, 'diskEncryptionConfiguration.encryptionKeyArn'),
  edge(
    application,
    'identityCenterConfiguration.identityCenterInstanceArn',
    'arn',
    'uses',
    'AWS::SSO::Instance',
  ),
  bucketUri(application, 'monitoringConfiguration.s3MonitoringConfiguration.logUri', 'logs_to'),
  keyArn(application, 'monitoringConfiguration.s3MonitoringConfiguration.encryptionKeyArn'),
  keyArn(application, 'monitoringConfiguration.managedPersistenceMonitoringConfiguration.encryptionKeyArn'),
  keyArn(application, 'monitoringConfiguration.cloudWatchLoggingConfiguration.encryptionKeyArn'),
  edge(
    application,
    'monitoringConfiguration.cloudWatchLoggingConfiguration.logGroupName',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    application,
    'monitoringConfiguration.prometheusMonitoringConfiguration.remoteWriteUrl',
    'id',
    'logs_to',
    'AWS::APS::Workspace',
    { text: { includes: '/workspaces/ws-' }, read: '{value|rest:/workspaces/|before:/}' },
  ),
];
