import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy } from './common-edges.ts';
import { edge } from './edge.ts';

const emailIdentity = 'AWS::SES::EmailIdentity';
const configurationSet = 'AWS::SES::ConfigurationSet';

export const sesRules: readonly EdgeRule[] = [
  ...allowedBy(emailIdentity, 'Policies.*'),
  edge(emailIdentity, 'ConfigurationSetName', 'name', 'uses', 'AWS::SES::ConfigurationSet', {
    example: 'transactional',
  }),
  edge(configurationSet, 'DeliveryOptions.SendingPoolName', 'name', 'uses', 'AWS::SES::DedicatedIpPool', {
    example: 'orders',
  }),
  edge(configurationSet, 'ArchivingOptions.ArchiveArn', 'arn', 'logs_to', 'AWS::SES::MailManagerArchive', {
    example: 'arn:aws:ses:eu-west-1:123456789012:mailmanager-archive/a-0123456789abcdef',
  }),
];
