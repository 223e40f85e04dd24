import test from 'ava';
import { eventNameFits } from '../../../domain/changes/event-name-fits.ts';

/** Operations, with the kinds of change that they can have caused for a type. */
const cases: readonly (readonly [type: string, eventName: string, kinds: readonly string[]])[] = [
  ['AWS::S3::Bucket', 'CreateBucket', ['created', 'reappeared']],
  ['AWS::S3::Bucket', 'DeleteBucketPolicy', ['updated']],
  ['AWS::S3::Bucket', 'PutBucketPolicy', ['updated']],
  ['AWS::S3::Bucket', 'DeleteBucket', ['deleted']],
  ['AWS::IAM::Role', 'DeleteRolePolicy', ['updated']],
  ['AWS::IAM::Role', 'AttachRolePolicy', ['updated']],
  ['AWS::IAM::ManagedPolicy', 'CreatePolicy', ['created', 'reappeared']],
  ['AWS::EC2::Instance', 'RunInstances', ['created', 'reappeared']],
  ['AWS::EC2::Instance', 'StartInstances', ['updated']],
  ['AWS::EC2::Instance', 'TerminateInstances', ['deleted']],
  ['AWS::EC2::Volume', 'DetachVolume', ['updated']],
  ['AWS::EC2::Volume', 'CreateTags', ['updated']],
  ['AWS::EC2::Volume', 'DeleteTags', ['updated']],
  ['AWS::EC2::EIP', 'ReleaseAddress', ['deleted']],
  ['AWS::Lambda::Function', 'CreateFunction20150331', ['created', 'reappeared']],
  ['AWS::Lambda::Function', 'UpdateFunctionConfiguration20150331v2', ['updated']],
  ['AWS::Lambda::Function', 'RemovePermission20150331v2', ['updated']],
  ['AWS::Lambda::Function', 'DeleteAlias20150331', []],
  ['AWS::CloudFront::Distribution', 'CreateDistribution2020_05_31', ['created', 'reappeared']],
  ['AWS::KMS::Key', 'ScheduleKeyDeletion', ['deleted']],
  ['AWS::CloudWatch::Alarm', 'PutMetricAlarm', ['created', 'updated', 'reappeared']],
  ['AWS::SNS::Topic', 'SetTopicAttributes', ['updated']],
  ['AWS::SNS::Subscription', 'Unsubscribe', ['deleted']],
  ['AWS::DynamoDB::Table', 'RestoreTableFromBackup', ['created', 'updated', 'reappeared']],
  ['AWS::RDS::DBParameterGroup', 'DeleteDBInstance', []],
  ['AWS::ECS::Cluster', 'UpdateService', []],
  ['AWS::Rekognition::Project', 'DeleteProject', ['deleted']],
];

for (const [type, eventName, expected] of cases) {
  test(`${eventName} explains of ${type}: ${expected.join(', ') || 'nothing'}`, (t) => {
    const kinds = ['created', 'updated', 'deleted', 'reappeared'] as const;
    t.deepEqual(
      kinds.filter((kind) => eventNameFits(eventName, kind, type)),
      expected,
    );
  });
}
