import { Client, Connection } from '@temporalio/client';
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { testStack } from '../../support/stack.ts';
import { ingestEvents } from '../../support/discovery/ingest-events.ts';
import { closeScanFixture, startScanFixture } from '../../support/discovery/scan-fixture.ts';
import type { ConnectedAccount, ScanFixture } from '../../support/discovery/scan-fixture.ts';

let fixture: ScanFixture;
test.before(async () => {
  fixture = await startScanFixture({ worker: false });
});
test.after.always(() => closeScanFixture(fixture));

type Maker = (aws: ConnectedAccount, secret: string) => Promise<unknown>;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
const roleOf = ({ awsAccountNumber }: ConnectedAccount) => `arn:aws:iam::${awsAccountNumber}:role/inventory`;

/** Everywhere that the emulator holds a secret: resource type → how one is put there. */
const places: Readonly<Record<string, Maker>> = {
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

test('no secret that the cloud holds is at rest here: in no table, export, log or workflow history', async (t) => {
  t.timeout(300_000);
  const account = await fixture.connectAccount();
  const secrets = new Map<string, string>();
  for (const [type, make] of Object.entries(places)) {
    const secret = `canary${randomBytes(12).toString('hex')}`;
    secrets.set(type, secret);
    await make(account, secret);
  }
  const logs: string[] = [];
  const worker = startWorkerProcess(fixture.api.configuration, process.env, (text) => logs.push(text));
  t.teardown(() => worker.kill());
  const types = Object.keys(places);
  const scan = await fixture.scan({ resource_types: types });
  t.is(scan.status, 'succeeded', JSON.stringify(scan.failures));
  // A second look at each after a change, so that revisions with a diff are held, too.
  const changed = `canary${randomBytes(12).toString('hex')}`;
  secrets.set('a changed value', changed);
  await account.call('lambda', 'UpdateFunctionConfiguration', {
    FunctionName: 'resize',
    Environment: { Variables: { SETTING: changed } },
  });
  const again = await fixture.scan({ resource_types: ['AWS::Lambda::Function'] });
  t.is(again.counts.updated, 1, 'the change of a secret shows');

  const { body: found } = await fixture.client.get<{ items: { resource_type: string }[] }>(
    '/resources?limit=200',
  );
  const held = new Set(found.items.map((item) => item.resource_type));
  t.deepEqual(
    types.filter((type) => !held.has(type)),
    [],
  );

  await ingestEvents(fixture, account, 'eu-west-1');
  const texts: [place: string, text: string][] = [
    ['logs', logs.join('')],
    ['histories', await histories(fixture.api.configuration.taskQueuePrefix)],
    ...(await tables(fixture)),
  ];
  for (const format of ['csv', 'ndjson']) {
    const answer = await fetch(`${fixture.api.url}/api/v1/resources/export?format=${format}`, {
      headers: { authorization: `Bearer ${String(fixture.tokens['access_token'])}` },
    });
    t.is(answer.status, 200);
    texts.push([`export ${format}`, await answer.text()]);
  }
  t.true(logs.join('').includes('worker started'));
  t.true(texts.some(([place, text]) => place === 'resource_documents' && text.includes('resize')));
  t.true(texts.some(([place, text]) => place === 'cloudtrail_events' && text.includes('CreateApiKey')));
  t.true(texts.some(([place, text]) => place === 'histories' && text.includes(fixture.organizationId)));
  for (const [type, secret] of secrets) {
    for (const [place, text] of texts) {
      t.false(text.includes(secret), `${type} in ${place}`);
      t.false(text.includes(base64(secret).slice(0, -4)), `${type} in ${place}, encoded`);
    }
  }
});

/** Every row of every table as text. */
async function tables({ owner }: ScanFixture): Promise<[string, string][]> {
  const names = await owner.query<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    [],
  );
  const found: [string, string][] = [];
  for (const { name } of names) {
    const [row] = await owner.query<{ text: string | null }>(
      `select string_agg(t::text, chr(10)) as text from ${name} t`,
      [],
    );
    found.push([name, row?.text ?? '']);
  }
  return found;
}

/** The histories of every workflow of this test's queues, payloads decoded. */
async function histories(prefix: string): Promise<string> {
  const connection = await Connection.connect({ address: testStack().temporalAddress });
  const client = new Client({ connection });
  const texts: string[] = [];
  for await (const { workflowId, runId } of client.workflow.list({
    query: `TaskQueue = '${prefix}inventory' or TaskQueue = '${prefix}aws'`,
  })) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    texts.push(
      JSON.stringify(history, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString() : value,
      ),
    );
  }
  await connection.close();
  return texts.join('\n');
}
