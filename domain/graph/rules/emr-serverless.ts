import type { EdgeRule } from '../edge-rule.ts';
import {
  bucketUri,
  containerImage,
  keyArn,
  logGroupName,
  securityGroupId,
  subnetId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const application = 'AWS::EMRServerless::Application';

export const emrServerlessRules: readonly EdgeRule[] = [
  subnetId(application, 'networkConfiguration.subnetIds[]', 'contained_in'),
  securityGroupId(application, 'networkConfiguration.securityGroupIds[]', 'uses'),
  ...containerImage(application, 'imageConfiguration.imageUri'),
  ...containerImage(application, 'workerTypeSpecifications.*.imageConfiguration.imageUri'),
  keyArn(application, 'diskEncryptionConfiguration.encryptionKeyArn', 'encrypted_by'),
  edge(
    application,
    'identityCenterConfiguration.identityCenterInstanceArn',
    'arn',
    'uses',
    'AWS::SSO::Instance',
    { example: 'arn:aws:sso:::instance/ssoins-68044f8b1c2d3e4f' },
  ),
  bucketUri(application, 'monitoringConfiguration.s3MonitoringConfiguration.logUri', 'logs_to'),
  keyArn(application, 'monitoringConfiguration.s3MonitoringConfiguration.encryptionKeyArn', 'encrypted_by'),
  keyArn(
    application,
    'monitoringConfiguration.managedPersistenceMonitoringConfiguration.encryptionKeyArn',
    'encrypted_by',
  ),
  keyArn(
    application,
    'monitoringConfiguration.cloudWatchLoggingConfiguration.encryptionKeyArn',
    'encrypted_by',
  ),
  logGroupName(application, 'monitoringConfiguration.cloudWatchLoggingConfiguration.logGroupName', 'logs_to'),
  edge(
    application,
    'monitoringConfiguration.prometheusMonitoringConfiguration.remoteWriteUrl',
    'id',
    'logs_to',
    'AWS::APS::Workspace',
    {
      text: { includes: '/workspaces/ws-' },
      read: '{value|rest:/workspaces/|before:/}',
      example: {
        'https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-7f3b2c1d-6a5e-4f90-8b7a-0c1d2e3f4a5b/api/v1/remote_write':
          'ws-7f3b2c1d-6a5e-4f90-8b7a-0c1d2e3f4a5b',
      },
    },
  ),
];
