import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, bucketName, functionArn, keyArn, roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const emailIdentity = 'AWS::SES::EmailIdentity';
const receiptRule = 'AWS::SES::ReceiptRule';
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

  bucketName(receiptRule, 'Actions[].S3Action.BucketName', 'delivers_to'),
  keyArn(receiptRule, 'Actions[].S3Action.KmsKeyArn', 'encrypted_by'),
  roleArn(receiptRule, 'Actions[].S3Action.IamRoleArn', 'runs_as'),
  functionArn(receiptRule, 'Actions[].LambdaAction.FunctionArn', 'triggers'),
  topicArn(receiptRule, 'Actions[].SNSAction.TopicArn', 'delivers_to'),
  ...['S3Action', 'BounceAction', 'LambdaAction', 'StopAction', 'WorkmailAction'].map((action) =>
    topicArn(receiptRule, `Actions[].${action}.TopicArn`, 'notifies'),
  ),
];
