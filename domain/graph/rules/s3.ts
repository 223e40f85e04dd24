import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, bucketName, encryptedBy, queueArn, roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const bucket = 'AWS::S3::Bucket';
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
];
