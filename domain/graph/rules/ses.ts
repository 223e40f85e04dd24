import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const emailIdentity = 'AWS::SES::EmailIdentity';
const configurationSet = 'AWS::SES::ConfigurationSet';

export const sesRules: readonly EdgeRule[] = [
  edge(emailIdentity, 'ConfigurationSetName', 'name', 'uses', 'AWS::SES::ConfigurationSet'),
  edge(configurationSet, 'DeliveryOptions.SendingPoolName', 'name', 'uses', 'AWS::SES::DedicatedIpPool'),
  edge(configurationSet, 'ArchivingOptions.ArchiveArn', 'arn', 'logs_to', 'AWS::SES::MailManagerArchive'),
];
