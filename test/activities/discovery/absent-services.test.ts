import test from 'ava';
import { collect } from './support/collect.ts';
import { awsError, denied, input, scope, scripted } from './support/scripted-aws.ts';

/** What AWS answers: service, operation, type, error code, status and message. */
const refusals: readonly (readonly [string, string, string, string, number, string])[] = [
  [
    'glue',
    'GetDevEndpoints',
    'AWS::Glue::DevEndpoint',
    'AccessDeniedException',
    400,
    'GetDevEndpoints operation is currently disabled.',
  ],
  [
    'timestream',
    'ListDatabases',
    'AWS::Timestream::Database',
    'AccessDeniedException',
    403,
    'Only existing Timestream for LiveAnalytics customers can access the service. Reach out to AWS support, for more information.',
  ],
  [
    'budgets',
    'DescribeBudgets',
    'AWS::Budgets::Budget',
    'AccessDeniedException',
    400,
    'Account 123456789012 is a linked account. To enable budgets for your account, ask the payer account to enable budgets first.',
  ],
  [
    'redshift',
    'DescribeClusterSecurityGroups',
    'AWS::Redshift::ClusterSecurityGroup',
    'InvalidParameterValue',
    400,
    'VPC-by-Default customers cannot use cluster security groups',
  ],
  [
    'lambda',
    'ListCodeSigningConfigs',
    'AWS::Lambda::CodeSigningConfig',
    'AccessDeniedException',
    403,
    'Unable to determine service/operation name to be authorized',
  ],
  [
    'bedrock',
    'ListCustomModels',
    'AWS::Bedrock::CustomModel',
    'ValidationException',
    400,
    'The provided operation is not recognized.',
  ],
  ['macie2', 'GetMacieSession', 'AWS::Macie::Session', 'AccessDeniedException', 403, 'Macie is not enabled.'],
  [
    'wafv2',
    'ListLoggingConfigurations',
    'AWS::WAFv2::LoggingConfiguration',
    'WAFInvalidParameterException',
    400,
    'Error reason: The scope is not valid., field: SCOPE_VALUE, parameter: CLOUDFRONT',
  ],
  [
    'inspector2',
    'ListFilters',
    'AWS::InspectorV2::Filter',
    'AccessDeniedException',
    403,
    'Invoking account does not have access to list filters.',
  ],
];
const ofGlobalRegion = new Set(['budgets', 'wafv2']);
for (const [service, operation, type, code, status, message] of refusals) {
  test(`${service} is unsupported where AWS answers "${message}"`, async (t) => {
    const { clients, calls } = scripted(() => awsError(code, status, message));
    const region = ofGlobalRegion.has(service) ? 'global' : scope.region;
    const { cells } = await collect({ service, resourceTypes: [type], clients, ...scope, region });
    t.like(cells[type], { outcome: 'unsupported', errorCode: code });
    t.deepEqual(
      calls.map((call) => call.operation),
      [operation],
    );
  });
  test(`${operation} stays denied where the role lacks a permission`, async (t) => {
    const { clients } = scripted(() => denied(`${service}:${operation}`));
    const region = ofGlobalRegion.has(service) ? 'global' : scope.region;
    const { cells } = await collect({ service, resourceTypes: [type], clients, ...scope, region });
    t.like(cells[type], { outcome: 'denied' });
  });
}

const instanceOf = (OwnerAccountId: string, PrimaryRegion: string) => ({
  InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
  OwnerAccountId,
  PrimaryRegion,
});

test('the instance of an organization belongs to its owner, and a member reads nothing of it', async (t) => {
  const { clients, calls } = scripted((request) =>
    request.operation === 'ListInstances'
      ? { Instances: [instanceOf('999999999999', 'eu-west-1')] }
      : denied(`sso:${request.operation}`),
  );
  const { resources, cells } = await collect({ service: 'sso', clients, ...scope });
  t.like(resources[0], {
    nativeId: 'arn:aws:sso:::instance/ssoins-1',
    home: { awsAccountNumber: '999999999999', region: 'eu-west-1' },
  });
  t.is(resources.length, 1);
  for (const [type, { outcome }] of Object.entries(cells)) t.is(outcome, 'complete', type);
  t.deepEqual([...new Set(calls.map(({ operation }) => operation))], ['ListInstances']);
});

test('in an additional region of an instance, applications are read, permission sets are not', async (t) => {
  const { clients, calls } = scripted((request) => {
    if (request.operation === 'ListInstances')
      return { Instances: [instanceOf(scope.awsAccountNumber, 'us-east-1')] };
    if (request.operation === 'ListApplications') return { Applications: [] };
    return awsError('AccessDeniedException', 400, 'not in this region');
  });
  const { cells } = await collect({ service: 'sso', clients, ...scope });
  for (const [type, { outcome }] of Object.entries(cells)) t.is(outcome, 'complete', type);
  t.true(calls.some(({ operation }) => operation === 'ListApplications'));
  t.false(calls.some(({ operation }) => operation === 'ListPermissionSets'));
});

test('a cluster whose users are in its config map has no access entries', async (t) => {
  const { clients } = scripted((request) => {
    const { clusterName, name = clusterName, principalArn } = input(request);
    switch (request.operation) {
      case 'ListClusters':
        return { clusters: ['old', 'new'] };
      case 'ListAccessEntries':
        return name === 'new'
          ? { accessEntries: ['arn:aws:iam::123456789012:role/admin'] }
          : awsError(
              'InvalidRequestException',
              400,
              "The cluster's authentication mode must be set to one of [API, API_AND_CONFIG_MAP] to perform this operation.",
            );
      case 'DescribeAccessEntry':
        return { accessEntry: { clusterName, principalArn } };
      default:
        return {};
    }
  });
  const type = 'AWS::EKS::AccessEntry';
  const { resources, cells } = await collect({ service: 'eks', resourceTypes: [type], clients, ...scope });
  t.is(cells[type]?.outcome, 'complete');
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['new/arn:aws:iam::123456789012:role/admin'],
  );
});

test('associations of a web ACL are read where WAF rejects some types of resources', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListWebACLs')
      return {
        WebACLs: [{ ARN: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/1', Name: 'a', Id: '1' }],
      };
    if (request.operation !== 'ListResourcesForWebACL') return {};
    const { ResourceType } = input(request);
    if (ResourceType === 'APPLICATION_LOAD_BALANCER') return { ResourceArns: ['arn:aws:elb:1'] };
    if (ResourceType === 'VERIFIED_ACCESS_INSTANCE')
      return awsError('WAFInvalidParameterException', 400, 'The resource type is not valid.');
    return { ResourceArns: [] };
  });
  const type = 'AWS::WAFv2::WebACLAssociation';
  const { resources, cells } = await collect({ service: 'wafv2', resourceTypes: [type], clients, ...scope });
  t.is(cells[type]?.outcome, 'complete');
  t.is(resources.length, 1);
});

test('tables are not read through a resource link to the database of another account', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'GetDatabases')
      return {
        DatabaseList: [
          { Name: 'own' },
          { Name: 'link', TargetDatabase: { CatalogId: '999999999999', DatabaseName: 'theirs' } },
        ],
      };
    if (request.operation !== 'GetTables') return { ResourceTagMappingList: [] };
    const { DatabaseName } = input(request);
    if (DatabaseName === 'link')
      return awsError('AccessDeniedException', 400, 'Insufficient Lake Formation permission(s) on theirs');
    return { TableList: [{ Name: 'orders', DatabaseName }] };
  });
  const types = ['AWS::Glue::Database', 'AWS::Glue::Table'];
  const { resources, cells } = await collect({ service: 'glue', resourceTypes: types, clients, ...scope });
  t.deepEqual(resources.map(({ nativeId }) => nativeId).toSorted(), ['link', 'own', 'own/orders']);
  t.is(cells['AWS::Glue::Table']?.outcome, 'complete');
});

test('users are read only from transfer servers that manage them', async (t) => {
  const { clients } = scripted((request) => {
    const { ServerId, UserName } = input(request);
    switch (request.operation) {
      case 'ListServers':
        return {
          Servers: [
            { ServerId: 's-1', IdentityProviderType: 'AWS_LAMBDA' },
            { ServerId: 's-2', IdentityProviderType: 'SERVICE_MANAGED' },
          ],
        };
      case 'ListUsers':
        return ServerId === 's-2'
          ? { Users: [{ UserName: 'ada' }] }
          : awsError('InvalidRequestException', 400, 'Cannot list users on server with IdP type: AWS_LAMBDA');
      case 'DescribeUser':
        return { User: { UserName } };
      default:
        return {};
    }
  });
  const type = 'AWS::Transfer::User';
  const { resources, cells } = await collect({
    service: 'transfer',
    resourceTypes: [type],
    clients,
    ...scope,
  });
  t.is(cells[type]?.outcome, 'complete');
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['s-2/ada'],
  );
});

test('the tags of the resolver rule that AWS defines are not read', async (t) => {
  const { clients } = scripted((request) => {
    if (request.operation === 'ListResolverRules')
      return {
        ResolverRules: [
          { Id: 'rslvr-autodefined-rr-internet-resolver', OwnerId: 'Route 53 Resolver', Arn: 'arn:1' },
          { Id: 'rslvr-rr-1', OwnerId: scope.awsAccountNumber, Arn: 'arn:2' },
        ],
      };
    const { ResourceArn } = input(request);
    if (ResourceArn === 'arn:2') return { Tags: [{ Key: 'team', Value: 'a' }] };
    return awsError('ResourceNotFoundException', 400, 'not found');
  });
  const types = ['AWS::Route53Resolver::ResolverRule'];
  const run = { service: 'route53resolver', resourceTypes: types, clients, ...scope };
  const { resources } = await collect(run);
  t.deepEqual(
    resources.map(({ nativeId, tags, unreadable }) => [nativeId, tags, unreadable]),
    [
      ['rslvr-autodefined-rr-internet-resolver', {}, undefined],
      ['rslvr-rr-1', { team: 'a' }, undefined],
    ],
  );
});
