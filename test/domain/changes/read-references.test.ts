import test from 'ava';
import { readReferences } from '../../../domain/changes/read-references.ts';
import { readTypedEvent } from '../../../domain/changes/read-typed-event.ts';
import type { TrailRecord } from '../../../domain/changes/read-references.ts';

/** Each record has the form of the AWS page that its title names. */
const cases: readonly (readonly [title: string, record: TrailRecord, expected: readonly string[]])[] = [
  [
    'CloudTrail user guide, "CloudTrail log file examples": StartInstances',
    {
      eventSource: 'ec2',
      eventName: 'StartInstances',
      requestParameters: {
        instancesSet: {
          items: [{ instanceId: 'i-EXAMPLE56126103cb' }, { instanceId: 'i-EXAMPLEaff4840c22' }],
        },
      },
      responseElements: {
        instancesSet: {
          items: [{ instanceId: 'i-EXAMPLE56126103cb', currentState: { code: 0, name: 'pending' } }],
        },
      },
    },
    ['AWS::EC2::Instance i-EXAMPLE56126103cb', 'AWS::EC2::Instance i-EXAMPLEaff4840c22'],
  ],
  [
    'RunInstances names the instances of the response, not the subnet and the image',
    {
      eventSource: 'ec2',
      eventName: 'RunInstances',
      requestParameters: {
        instancesSet: { items: [{ imageId: 'ami-0c2b8ca1dad447f8a', minCount: 1 }] },
        subnetId: 'subnet-0f6cbe2de726b03fc',
      },
      responseElements: {
        instancesSet: {
          items: [{ instanceId: 'i-0ba42452619fc45aa', subnetId: 'subnet-0f6cbe2de726b03fc' }],
        },
      },
    },
    ['AWS::EC2::Instance i-0ba42452619fc45aa'],
  ],
  [
    'AuthorizeSecurityGroupIngress names the group, not the one that a rule allows',
    {
      eventSource: 'ec2',
      eventName: 'AuthorizeSecurityGroupIngress',
      requestParameters: {
        groupId: 'sg-0123456789abcdef0',
        ipPermissions: { items: [{ groups: { items: [{ groupId: 'sg-0fedcba9876543210' }] } }] },
      },
    },
    ['AWS::EC2::SecurityGroup sg-0123456789abcdef0'],
  ],
  [
    'EC2 user guide: CreateTags; keys and values of tags name nothing',
    {
      eventSource: 'ec2',
      eventName: 'CreateTags',
      requestParameters: {
        resourcesSet: { items: [{ resourceId: 'vol-0123456789abcdef0' }] },
        tagSet: { items: [{ key: 'i-0123456789abcdef0', value: 'i-0123456789abcdef0' }] },
      },
    },
    ['* vol-0123456789abcdef0'],
  ],
  [
    'AttachRolePolicy names the role',
    {
      eventSource: 'iam',
      eventName: 'AttachRolePolicy',
      requestParameters: { roleName: 'deploy', policyArn: 'arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess' },
    },
    ['AWS::IAM::Role deploy'],
  ],
  [
    'PutRolePolicy names the inline policy by both parts of its id',
    {
      eventSource: 'iam',
      eventName: 'PutRolePolicy',
      requestParameters: { roleName: 'deploy', policyName: 'read', policyDocument: '{"Statement":[]}' },
    },
    ['AWS::IAM::RolePolicy deploy:read', 'AWS::IAM::Role deploy'],
  ],
  [
    'CloudTrail user guide: DeleteTrail and StopLogging by ARN',
    {
      eventSource: 'cloudtrail',
      eventName: 'StopLogging',
      requestParameters: { name: 'arn:aws:cloudtrail:us-east-2:123456789012:trail/management-events' },
    },
    ['AWS::CloudTrail::Trail arn:aws:cloudtrail:us-east-2:123456789012:trail/management-events'],
  ],
  [
    'DynamoDB developer guide, "Understanding DynamoDB log file entries": UpdateTable',
    {
      eventSource: 'dynamodb',
      eventName: 'UpdateTable',
      requestParameters: {
        provisionedThroughput: { writeCapacityUnits: 25, readCapacityUnits: 25 },
        tableName: 'Music',
      },
      responseElements: { tableDescription: { tableName: 'Music', tableStatus: 'UPDATING' } },
    },
    ['AWS::DynamoDB::Table Music'],
  ],
  [
    'S3 user guide: PutBucketPolicy',
    {
      eventSource: 's3',
      eventName: 'PutBucketPolicy',
      requestParameters: {
        bucketName: 'orders',
        Host: 'orders.s3.amazonaws.com',
        bucketPolicy: { Statement: [{ Resource: 'arn:aws:s3:::other/*' }] },
      },
    },
    ['AWS::S3::Bucket orders'],
  ],
  [
    'Organizations user guide: CreateAccountResult',
    {
      eventSource: 'organizations',
      eventName: 'CreateAccountResult',
      serviceEventDetails: {
        createAccountStatus: {
          id: 'car-examplecreateaccountrequestid111',
          state: 'SUCCEEDED',
          accountName: '****',
          accountId: '444455556666',
        },
      },
    },
    ['AWS::Organizations::Account 444455556666'],
  ],
  [
    'Route 53 developer guide: ChangeResourceRecordSets',
    {
      eventSource: 'route53',
      eventName: 'ChangeResourceRecordSets',
      requestParameters: {
        hostedZoneId: 'Z1PA6795UKMFR9',
        changeBatch: {
          changes: [
            { action: 'CREATE', resourceRecordSet: { name: 'prod.example.com.', type: 'A', tTL: 300 } },
          ],
        },
      },
    },
    ['AWS::Route53::RecordSet Z1PA6795UKMFR9_prod.example.com_A', 'AWS::Route53::HostedZone Z1PA6795UKMFR9'],
  ],
  [
    'an ARN of the path is percent-encoded',
    {
      eventSource: 'kafka',
      eventName: 'DeleteCluster',
      requestParameters: {
        clusterArn: 'arn%3Aaws%3Akafka%3Aeu-west-1%3A111111111111%3Acluster%2Forders%2Fabc',
      },
    },
    ['AWS::MSK::Cluster arn:aws:kafka:eu-west-1:111111111111:cluster/orders/abc'],
  ],
  [
    'ARNs of resources count',
    {
      eventSource: 'kms',
      eventName: 'DisableKey',
      requestParameters: { keyId: 'k1' },
      resources: [{ ARN: 'arn:aws:kms:eu-west-1:111111111111:key/k1', accountId: '111111111111' }],
    },
    ['AWS::KMS::Key k1', '* arn:aws:kms:eu-west-1:111111111111:key/k1'],
  ],
  [
    'a setting of the account is named by the operation',
    { eventSource: 'ec2', eventName: 'EnableEbsEncryptionByDefault', requestParameters: {} },
    ['AWS::EC2::EBSEncryptionByDefault @'],
  ],
  [
    'an account number is no identifier',
    {
      eventSource: 's3',
      eventName: 'PutBucketTagging',
      requestParameters: { bucketName: 'b', accountId: '111111111111' },
    },
    ['AWS::S3::Bucket b'],
  ],
];

for (const [title, record, expected] of cases) {
  test(`reads references: ${title}`, (t) => {
    t.deepEqual(
      readReferences(record).map(({ resourceType, identifier }) => `${resourceType} ${identifier}`),
      expected,
    );
  });
}

test('a bulk call names up to 1,000 resources', (t) => {
  const items = Array.from({ length: 1000 }, (_, at) => ({
    instanceId: `i-${String(at).padStart(17, '0')}`,
  }));
  t.is(
    readReferences({
      eventSource: 'ec2',
      eventName: 'TerminateInstances',
      requestParameters: { instancesSet: { items } },
    }).length,
    1000,
  );
});

test('does not fill a name that looks like a placeholder', (t) => {
  const found = readReferences({
    eventSource: 'cognito-idp',
    eventName: 'CreateGroup',
    requestParameters: { userPoolId: '{groupName}', groupName: 'admins' },
  });
  t.deepEqual(
    found.map(({ resourceType, identifier }) => `${resourceType} ${identifier}`),
    ['AWS::Cognito::UserPoolGroup {groupName}/admins', 'AWS::Cognito::UserPool {groupName}'],
  );
});

test('reads parameters that are deeply nested', (t) => {
  const depth = 100_000;
  const CloudTrailEvent = `{"requestParameters":{"instanceId":"i-0123456789abcdef0","a":${'['.repeat(depth)}"deep"${']'.repeat(depth)}}}`;
  const event = readTypedEvent(
    {
      EventId: 'e1',
      EventName: 'ModifyInstanceAttribute',
      EventSource: 'ec2.amazonaws.com',
      EventTime: new Date(),
      CloudTrailEvent,
    },
    'eu-west-1',
  );
  t.deepEqual(
    event?.references.map(({ identifier }) => identifier),
    ['i-0123456789abcdef0'],
  );
});

test('reads no event of a call that reads or fails, and one without a record', (t) => {
  const event = {
    EventId: 'e1',
    EventName: 'DeleteQueue',
    EventSource: 'sqs.amazonaws.com',
    EventTime: new Date(),
    CloudTrailEvent: JSON.stringify({ requestParameters: { queueUrl: 'q' } }),
  };
  t.is(readTypedEvent(event, 'eu-west-1')?.references.length, 1);
  t.is(readTypedEvent({ ...event, ReadOnly: 'true' }, 'eu-west-1'), undefined);
  t.is(readTypedEvent({ ...event, CloudTrailEvent: '{"readOnly":true}' }, 'eu-west-1'), undefined);
  t.is(readTypedEvent({ ...event, CloudTrailEvent: '{"errorCode":"AccessDenied"}' }, 'eu-west-1'), undefined);
  t.deepEqual(readTypedEvent({ ...event, CloudTrailEvent: 'not json' }, 'eu-west-1')?.references, []);
});
