import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, bucketName, encryptedBy, queueArn, roleArn, topicArn, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const bucket = 'AWS::S3::Bucket';
const accessPoint = 'AWS::S3::AccessPoint';
const notifications = 'NotificationConfiguration';
const destination = 'Replication.Rules[].Destination';

export const s3Rules: readonly EdgeRule[] = [
  ...encryptedBy(
    bucket,
    'ServerSideEncryptionConfiguration.Rules[].ApplyServerSideEncryptionByDefault.KMSMasterKeyID',
  ),
  edge(
    bucket,
    `${notifications}.LambdaFunctionConfigurations[].LambdaFunctionArn`,
    'arn',
    'triggers',
    'AWS::Lambda::Function',
    { example: 'arn:aws:lambda:eu-west-1:123456789012:function:resize' },
  ),
  queueArn(bucket, `${notifications}.QueueConfigurations[].QueueArn`, 'triggers'),
  topicArn(bucket, `${notifications}.TopicConfigurations[].TopicArn`, 'triggers'),
  edge(bucket, `${destination}.Bucket`, 'arn', 'replicates_to', bucket, {
    example: 'arn:aws:s3:::uploads-replica',
  }),
  ...encryptedBy(bucket, `${destination}.EncryptionConfiguration.ReplicaKmsKeyID`),
  roleArn(bucket, 'Replication.Role', 'runs_as'),
  bucketName(bucket, 'LoggingEnabled.TargetBucket', 'logs_to', { properties: { prefix: 'TargetPrefix' } }),
  ...allowedBy(bucket, 'Policy'),
  // Groups of grantees. Source: Amazon S3 User Guide, access control list overview.
  edge(bucket, 'Acl.Grants[].Grantee.URI', 'id', 'allows_from', 'anyone', {
    text: { includes: '.amazonaws.com/groups/global/' },
    example: {
      'http://acs.amazonaws.com/groups/global/AllUsers': '*',
      'http://acs.amazonaws.com/groups/s3/LogDelivery': false,
    },
  }),

  ...allowedBy(accessPoint, 'Policy'),
  bucketName(accessPoint, 'Bucket', 'contained_in'),
  vpcId(accessPoint, 'VpcConfiguration.VpcId', 'uses'),
];
