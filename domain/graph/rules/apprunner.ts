import type { EdgeRule } from '../edge-rule.ts';
import { ecrImage, encryptedBy, roleArn, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const service = 'AWS::AppRunner::Service';
const connector = 'AWS::AppRunner::VpcConnector';
const image = 'SourceConfiguration.ImageRepository';
const code = 'SourceConfiguration.CodeRepository.CodeConfiguration.CodeConfigurationValues';

const secretValues = (path: string): readonly EdgeRule[] => [
  edge(service, path, 'arn', 'reads_secret', 'AWS::SecretsManager::Secret', {
    variant: 'secret',
    text: { includes: ':secretsmanager:' },
    example: {
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:web-AbCdEf:password::': {
        baseKey: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:web-AbCdEf',
      },
    },
  }),
  edge(service, path, 'arn', 'reads_secret', 'AWS::SSM::Parameter', {
    variant: 'parameter',
    text: { includes: ':ssm:' },
    example: 'arn:aws:ssm:eu-west-1:123456789012:parameter/web/flags',
  }),
];

/** Source: App Runner API reference, Service and VpcConnector. */
export const apprunnerRules: readonly EdgeRule[] = [
  ecrImage(service, `${image}.ImageIdentifier`),
  roleArn(service, 'SourceConfiguration.AuthenticationConfiguration.AccessRoleArn', 'uses'),
  roleArn(service, 'InstanceConfiguration.InstanceRoleArn', 'runs_as'),
  edge(
    service,
    'SourceConfiguration.AuthenticationConfiguration.ConnectionArn',
    'arn',
    'uses',
    'AWS::AppRunner::Connection',
    {
      example: 'arn:aws:apprunner:eu-west-1:123456789012:connection/github/7b1f2a603c554b8a9e215d0f6c9a4e11',
    },
  ),
  edge(
    service,
    'AutoScalingConfigurationSummary.AutoScalingConfigurationArn',
    'arn',
    'uses',
    'AWS::AppRunner::AutoScalingConfiguration',
    {
      example:
        'arn:aws:apprunner:eu-west-1:123456789012:autoscalingconfiguration/web/1/7b1f2a603c554b8a9e215d0f6c9a4e11',
    },
  ),
  edge(service, 'NetworkConfiguration.EgressConfiguration.VpcConnectorArn', 'arn', 'uses', connector, {
    example: 'arn:aws:apprunner:eu-west-1:123456789012:vpcconnector/web/1/7b1f2a603c554b8a9e215d0f6c9a4e11',
  }),
  ...encryptedBy(service, 'EncryptionConfiguration.KmsKey'),
  ...[`${image}.ImageConfiguration`, code].flatMap((path) => [
    ...environmentVariables(service, `${path}.RuntimeEnvironmentVariables.*`),
    ...secretValues(`${path}.RuntimeEnvironmentSecrets.*`),
  ]),
  subnetId(connector, 'Subnets[]', 'contained_in'),
  securityGroupId(connector, 'SecurityGroups[]', 'uses'),
];
