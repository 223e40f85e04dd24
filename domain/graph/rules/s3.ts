import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, bucketName, edge, encryptedBy } from './edge.ts';

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
  ),
  edge(bucket, `${notifications}.QueueConfigurations[].QueueArn`, 'arn', 'triggers', 'AWS::SQS::Queue'),
  edge(bucket, `${notifications}.TopicConfigurations[].TopicArn`, 'arn', 'triggers', 'AWS::SNS::Topic'),
  edge(bucket, `${destination}.Bucket`, 'arn', 'replicates_to', bucket),
  ...encryptedBy(bucket, `${destination}.EncryptionConfiguration.ReplicaKmsKeyID`),
  edge(bucket, 'Replication.Role', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(bucket, 'LoggingEnabled.TargetBucket', 'logs_to', { properties: { prefix: 'TargetPrefix' } }),
  ...allowedBy(bucket, 'Policy'),
];
