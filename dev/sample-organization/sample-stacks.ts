import type { SampleStack } from './deploy-stack.ts';

type Resource = { readonly Type: string; readonly Properties?: object; readonly DependsOn?: string };

/** The stacks of an account in a region: network, services, platform, and in us-east-1 the global IAM resources. */
export function sampleStacks(account: string, region: string): readonly SampleStack[] {
  const scope = deploymentScope(account, region);
  return [
    { name: 'network', template: { Resources: network(scope) } },
    ...servicesOf(account).map((service) => ({
      name: service,
      template: { Resources: application(service, scope) },
    })),
    ...(region === 'us-east-1' ? [{ name: 'access', template: { Resources: access(scope) } }] : []),
    { name: 'platform', template: { Resources: platform(scope) } },
  ];
}

export function deploymentScope(account: string, region: string): DeploymentScope {
  const environment = account.includes('production')
    ? 'production'
    : account.includes('staging')
      ? 'staging'
      : 'shared';
  return { account, region, environment };
}

export interface DeploymentScope {
  readonly account: string;
  readonly region: string;
  readonly environment: string;
}

export function servicesOf(account: string): readonly string[] {
  if (account.startsWith('shop')) return ['orders', 'payments', 'catalogue'];
  if (account === 'data-platform') return ['ingestion', 'reporting'];
  return ['toolbox'];
}

export function tagsOf(scope: DeploymentScope, application: string) {
  return [
    { Key: 'Application', Value: application },
    { Key: 'Environment', Value: scope.environment },
    { Key: 'Owner', Value: application === 'payments' ? 'team-payments' : 'team-platform' },
  ];
}

function network(scope: DeploymentScope): Record<string, Resource> {
  const own = tagsOf(scope, 'network');
  const subnet = (index: number): Resource => ({
    Type: 'AWS::EC2::Subnet',
    Properties: {
      VpcId: { Ref: 'Vpc' },
      CidrBlock: `10.0.${index}.0/24`,
      AvailabilityZone: `${scope.region}${'abc'[index] ?? 'a'}`,
      Tags: own,
    },
  });
  return {
    Vpc: {
      Type: 'AWS::EC2::VPC',
      Properties: {
        CidrBlock: '10.0.0.0/16',
        Tags: [...own, { Key: 'Name', Value: `${scope.account}-vpc` }],
      },
    },
    SubnetA: subnet(0),
    SubnetB: subnet(1),
    InternetGateway: { Type: 'AWS::EC2::InternetGateway', Properties: { Tags: own } },
    Attachment: {
      Type: 'AWS::EC2::VPCGatewayAttachment',
      Properties: { VpcId: { Ref: 'Vpc' }, InternetGatewayId: { Ref: 'InternetGateway' } },
    },
    RouteTable: { Type: 'AWS::EC2::RouteTable', Properties: { VpcId: { Ref: 'Vpc' }, Tags: own } },
    SecurityGroup: {
      Type: 'AWS::EC2::SecurityGroup',
      Properties: {
        GroupName: `${scope.account}-web`,
        GroupDescription: 'Web traffic',
        VpcId: { Ref: 'Vpc' },
        SecurityGroupIngress: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, CidrIp: '0.0.0.0/0' }],
        Tags: own,
      },
    },
  };
}

function application(name: string, scope: DeploymentScope): Record<string, Resource> {
  const own = tagsOf(scope, name);
  const full = `${name}-${scope.environment}`;
  return {
    Queue: {
      Type: 'AWS::SQS::Queue',
      Properties: {
        QueueName: full,
        VisibilityTimeout: 60,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] }, maxReceiveCount: 5 },
        Tags: own,
      },
    },
    DeadLetters: { Type: 'AWS::SQS::Queue', Properties: { QueueName: `${full}-dead-letters`, Tags: own } },
    Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: `${full}-events`, Tags: own } },
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName: full,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        Tags: own,
      },
    },
    Logs: {
      Type: 'AWS::Logs::LogGroup',
      Properties: { LogGroupName: `/services/${full}`, RetentionInDays: 30 },
    },
    Parameter: {
      Type: 'AWS::SSM::Parameter',
      Properties: { Name: `/${full}/feature-flags`, Type: 'String', Value: 'a,b' },
    },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: { Name: `${full}-nightly`, ScheduleExpression: 'rate(1 day)', State: 'ENABLED' },
    },
  };
}

function platform(scope: DeploymentScope): Record<string, Resource> {
  const own = tagsOf(scope, 'platform');
  return {
    Key: {
      Type: 'AWS::KMS::Key',
      Properties: {
        Description: `${scope.account} data`,
        KeyPolicy: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Principal: { AWS: { 'Fn::Sub': 'arn:aws:iam::${AWS::AccountId}:root' } },
              Action: 'kms:*',
              Resource: '*',
            },
          ],
        },
      },
    },
    Repository: { Type: 'AWS::ECR::Repository', Properties: { RepositoryName: `${scope.account}/services` } },
    Cluster: {
      Type: 'AWS::ECS::Cluster',
      Properties: { ClusterName: `${scope.account}-services`, Tags: own },
    },
    Bucket: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        BucketName: { 'Fn::Sub': `${scope.account}-\${AWS::AccountId}-${scope.region}` },
        Tags: own,
      },
    },
    Stream: {
      Type: 'AWS::Kinesis::Stream',
      Properties: { Name: `${scope.account}-events`, ShardCount: 1, Tags: own },
    },
  };
}

/** IAM resources, which are global: one stack per account. */
function access(scope: DeploymentScope): Record<string, Resource> {
  const trust = (service: string) => ({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
  });
  return {
    ServiceRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: `${scope.account}-service`,
        AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
      },
    },
    InstanceRole: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: `${scope.account}-instance`,
        AssumeRolePolicyDocument: trust('ec2.amazonaws.com'),
      },
    },
    InstanceProfile: {
      Type: 'AWS::IAM::InstanceProfile',
      Properties: { InstanceProfileName: `${scope.account}-instance`, Roles: [{ Ref: 'InstanceRole' }] },
    },
    Policy: {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: {
        ManagedPolicyName: `${scope.account}-read-queues`,
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 'sqs:ReceiveMessage', Resource: '*' }],
        },
        Roles: [{ Ref: 'ServiceRole' }],
      },
    },
  };
}
