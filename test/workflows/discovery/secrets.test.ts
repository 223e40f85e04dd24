import { randomBytes } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { ingestEvents } from '../../support/discovery/ingest-events.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';
import { readHistories, readTables } from '../../support/stored-texts.ts';

const fixture = useScanFixture({ worker: false });

type Creator = (aws: ConnectedAccount, secret: string) => Promise<unknown>;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
const roleOf = ({ awsAccountNumber }: ConnectedAccount) => `arn:aws:iam::${awsAccountNumber}:role/inventory`;

/** Resource type → creates a resource with a secret. Contains all types with secrets that the emulator supports. */
const creators: Readonly<Record<string, Creator>> = {
  'AWS::ApiGateway::ApiKey': (aws, value) =>
    aws.call('api-gateway', 'CreateApiKey', { name: 'partner', value, enabled: true }),
  'AWS::ApiGatewayV2::Stage': async (aws, token) => {
    const ApiId = await aws.text(
      'apigatewayv2',
      'CreateApi',
      { Name: 'shop', ProtocolType: 'HTTP' },
      'ApiId',
    );
    await aws.call('apigatewayv2', 'CreateStage', { ApiId, StageName: 'v1', StageVariables: { token } });
  },
  'AWS::AutoScaling::LaunchConfiguration': (aws, secret) =>
    aws.call('auto-scaling', 'CreateLaunchConfiguration', {
      LaunchConfigurationName: 'web',
      ImageId: 'ami-12345678',
      InstanceType: 't3.micro',
      UserData: base64(`${secret} in user data`),
    }),
  'AWS::Batch::JobDefinition': (aws, value) =>
    aws.call('batch', 'RegisterJobDefinition', {
      jobDefinitionName: 'bill',
      type: 'container',
      containerProperties: {
        image: 'bill:1',
        vcpus: 1,
        memory: 512,
        environment: [{ name: 'SETTING', value }],
      },
    }),
  'AWS::CloudFormation::Stack': (aws, ParameterValue) =>
    aws.call('cloudformation', 'CreateStack', {
      StackName: 'shop',
      TemplateBody: JSON.stringify({
        Parameters: { Setting: { Type: 'String' } },
        Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
      }),
      Parameters: [{ ParameterKey: 'Setting', ParameterValue }],
    }),
  'AWS::CodeBuild::Project': (aws, value) =>
    aws.call('codebuild', 'CreateProject', {
      name: 'build',
      source: { type: 'S3', location: 'code/source.zip' },
      artifacts: { type: 'NO_ARTIFACTS' },
      environment: {
        type: 'LINUX_CONTAINER',
        image: 'aws/codebuild/standard:7.0',
        computeType: 'BUILD_GENERAL1_SMALL',
        environmentVariables: [{ name: 'SETTING', value }],
      },
      serviceRole: roleOf(aws),
    }),
  'AWS::Cognito::UserPoolIdentityProvider': async (aws, secret) => {
    const UserPoolId = await aws.text(
      'cognito-identity-provider',
      'CreateUserPool',
      { PoolName: 'people' },
      'UserPool.Id',
    );
    await aws.call('cognito-identity-provider', 'CreateIdentityProvider', {
      UserPoolId,
      ProviderName: 'Google',
      ProviderType: 'Google',
      ProviderDetails: { client_id: 'shop', client_secret: secret, authorize_scopes: 'email' },
    });
  },
  'AWS::EC2::Instance': (aws, secret) =>
    aws.call('ec2', 'RunInstances', {
      ImageId: 'ami-12345678',
      InstanceType: 't3.micro',
      MinCount: 1,
      MaxCount: 1,
      UserData: base64(`${secret} in user data`),
    }),
  'AWS::EC2::LaunchTemplate': (aws, secret) =>
    aws.call('ec2', 'CreateLaunchTemplate', {
      LaunchTemplateName: 'web',
      LaunchTemplateData: { InstanceType: 't3.micro', UserData: base64(`${secret} in user data`) },
    }),
  'AWS::ECS::TaskDefinition': (aws, value) =>
    aws.call('ecs', 'RegisterTaskDefinition', {
      family: 'shop',
      containerDefinitions: [
        { name: 'web', image: 'web:1', memory: 128, environment: [{ name: 'SETTING', value }] },
      ],
    }),
  'AWS::Events::Connection': (aws, ApiKeyValue) =>
    aws.call('eventbridge', 'CreateConnection', {
      Name: 'partner',
      AuthorizationType: 'API_KEY',
      AuthParameters: { ApiKeyAuthParameters: { ApiKeyName: 'key', ApiKeyValue } },
    }),
  'AWS::Glue::Connection': (aws, PASSWORD) =>
    aws.call('glue', 'CreateConnection', {
      ConnectionInput: {
        Name: 'orders',
        ConnectionType: 'JDBC',
        ConnectionProperties: { JDBC_CONNECTION_URL: 'jdbc:postgresql://db/orders', USERNAME: 'a', PASSWORD },
      },
    }),
  'AWS::Glue::Job': (aws, secret) =>
    aws.call('glue', 'CreateJob', {
      Name: 'nightly',
      Role: roleOf(aws),
      Command: { Name: 'glueetl', ScriptLocation: 's3://code/nightly.py' },
      DefaultArguments: { '--setting': secret },
    }),
  'AWS::Lambda::Function': (aws, SETTING) =>
    aws.call('lambda', 'CreateFunction', {
      FunctionName: 'resize',
      Runtime: 'python3.12',
      Handler: 'main.handler',
      Role: roleOf(aws),
      Code: { ZipFile: zip },
      Environment: { Variables: { SETTING } },
    }),
  'AWS::RDS::DBInstance': (aws, MasterUserPassword) =>
    aws.call('rds', 'CreateDBInstance', {
      DBInstanceIdentifier: 'orders',
      DBInstanceClass: 'db.t3.micro',
      Engine: 'postgres',
      AllocatedStorage: 20,
      MasterUsername: 'shop',
      MasterUserPassword,
    }),
  'AWS::SSM::Parameter': (aws, Value) =>
    aws.call('ssm', 'PutParameter', { Name: '/shop/setting', Type: 'String', Value }),
  'AWS::SecretsManager::Secret': (aws, SecretString) =>
    aws.call('secrets-manager', 'CreateSecret', { Name: 'shop', SecretString }),
  'AWS::StepFunctions::StateMachine': (aws, password) =>
    aws.call('sfn', 'CreateStateMachine', {
      name: 'order',
      roleArn: roleOf(aws),
      definition: JSON.stringify({
        StartAt: 'Pay',
        States: { Pay: { Type: 'Pass', Result: { password }, End: true } },
      }),
    }),
};

test('stores no secret of an AWS resource in a table, export, log or workflow history', async (t) => {
  t.timeout(300_000);
  const account = await fixture.connectAccount();
  const secrets = new Map<string, string>();
  for (const [type, create] of Object.entries(creators)) {
    const secret = `canary${randomBytes(12).toString('hex')}`;
    secrets.set(type, secret);
    await create(account, secret);
  }
  const logs: string[] = [];
  const worker = startWorkerProcess(fixture.api.configuration, process.env, (text) => logs.push(text));
  t.teardown(() => worker.kill());
  const types = Object.keys(creators);
  const scan = await fixture.scan({ resource_types: types });
  t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
  // Changes and scans each resource again, to create revisions with a diff.
  const changed = `canary${randomBytes(12).toString('hex')}`;
  secrets.set('a changed value', changed);
  await account.call('lambda', 'UpdateFunctionConfiguration', {
    FunctionName: 'resize',
    Environment: { Variables: { SETTING: changed } },
  });
  const again = await fixture.scan({ resource_types: ['AWS::Lambda::Function'] });
  t.is(again.counts.updated, 1, 'a changed secret is an update');

  const found = await dataOf(fixture.client.GET('/api/v1/resources', { params: { query: { limit: 200 } } }));
  const foundTypes = new Set(found.items.map((item) => item.resource_type));
  t.deepEqual(
    types.filter((type) => !foundTypes.has(type)),
    [],
  );

  await ingestEvents(fixture, account, 'eu-west-1');
  const texts: (readonly [location: string, text: string])[] = [
    ['logs', logs.join('')],
    ['histories', await readHistories(fixture.api.configuration.taskQueuePrefix)],
    ...(await readTables(fixture.owner)),
  ];
  for (const format of ['csv', 'ndjson'] as const) {
    const { data = '', response } = await fixture.client.GET('/api/v1/resources/export', {
      params: { query: { format } },
      parseAs: 'text',
    });
    t.is(response.status, 200);
    texts.push([`export ${format}`, data]);
  }
  t.true(logs.join('').includes('worker started'));
  t.true(texts.some(([location, text]) => location === 'resource_documents' && text.includes('resize')));
  t.true(texts.some(([location, text]) => location === 'cloudtrail_events' && text.includes('CreateApiKey')));
  t.true(texts.some(([location, text]) => location === 'histories' && text.includes(fixture.organizationId)));
  for (const [type, secret] of secrets) {
    for (const [location, text] of texts) {
      t.false(text.includes(secret), `${type} in ${location}`);
      t.false(text.includes(base64(secret).slice(0, -4)), `${type} in ${location}, encoded`);
    }
  }
});
