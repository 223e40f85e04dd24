import test from 'ava';
import { probeService } from '../../../../activities/discovery/aws/probe-service.ts';
import { typesOfService } from '../../../../domain/discovery/declaration/resource-types.ts';
import { collect } from '../support/collect.ts';
import { awsError, denied, input, scope, scripted } from '../support/scripted-aws.ts';

test('reads the newest 100 images of a repository and counts the others', async (t) => {
  const time = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
  const { clients } = scripted((request) => {
    if (request.operation === 'DescribeRepositories')
      return { repositories: [{ repositoryName: 'web' }, { repositoryName: 'jobs' }] };
    if (request.operation !== 'DescribeImages') return {};
    const { repositoryName, nextToken } = input(request);
    if (repositoryName === 'jobs')
      return { imageDetails: [{ repositoryName, imageDigest: 'sha256:j', imagePushedAt: time(1) }] };
    // AWS returns the images in no order.
    const first = nextToken === undefined ? 0 : 90;
    const days = Array.from({ length: 90 }, (_, index) => ((first + index) * 7) % 180);
    return {
      imageDetails: days.map((day) => ({
        repositoryName,
        imageDigest: `sha256:${day}`,
        imagePushedAt: time(day),
      })),
      ...(nextToken === undefined ? { nextToken: 'second' } : {}),
    };
  });
  const { resources, cells } = await collect({
    service: 'ecr',
    resourceTypes: ['AWS::ECR::Image'],
    clients,
    ...scope,
  });
  t.is(cells['AWS::ECR::Image']?.outcome, 'complete');
  const web = resources.filter(({ nativeId }) => nativeId.startsWith('web@'));
  t.deepEqual(
    web.map(({ nativeId }) => Number(nativeId.slice('web@sha256:'.length))),
    Array.from({ length: 100 }, (_, index) => 179 - index),
  );
  t.true(web.every(({ volatile }) => volatile['imagesInRepository'] === 180));
  t.deepEqual(
    resources.filter(({ nativeId }) => nativeId.startsWith('jobs@')).map(({ volatile }) => volatile),
    [{ imagesInRepository: 1 }],
  );
});

test('reads no image of a repository when its list fails on a later page', async (t) => {
  const { clients } = scripted((request, count) => {
    if (request.operation === 'DescribeRepositories') return { repositories: [{ repositoryName: 'web' }] };
    if (request.operation !== 'DescribeImages') return {};
    if (count > 1) return denied('ecr:DescribeImages');
    return { imageDetails: [{ repositoryName: 'web', imageDigest: 'sha256:1' }], nextToken: 'second' };
  });
  const types = ['AWS::ECR::Image'];
  const { resources, cells } = await collect({ service: 'ecr', resourceTypes: types, clients, ...scope });
  t.deepEqual(resources, []);
  t.is(cells['AWS::ECR::Image']?.outcome, 'denied');
});

test('lists account assignments for every account with the permission set', async (t) => {
  const { clients } = scripted((request) => {
    const { AccountId, PermissionSetArn, NextToken } = input(request);
    switch (request.operation) {
      case 'ListInstances':
        return { Instances: [{ InstanceArn: 'i', OwnerAccountId: scope.awsAccountNumber }] };
      case 'ListPermissionSets':
        return { PermissionSets: ['admin', 'read'] };
      case 'ListAccountsForProvisionedPermissionSet':
        if (PermissionSetArn === 'read') return { AccountIds: [] };
        return NextToken === undefined ? { AccountIds: ['1'], NextToken: 'b' } : { AccountIds: ['2'] };
      default:
        return {
          AccountAssignments: [{ AccountId, PermissionSetArn, PrincipalType: 'GROUP', PrincipalId: 'g' }],
        };
    }
  });
  const types = ['AWS::SSO::Assignment'];
  const { resources, cells } = await collect({ service: 'sso', resourceTypes: types, clients, ...scope });
  t.deepEqual(resources.map(({ nativeId }) => nativeId).toSorted(), [
    'i|1|AWS_ACCOUNT|admin|GROUP|g',
    'i|2|AWS_ACCOUNT|admin|GROUP|g',
  ]);
  t.is(cells['AWS::SSO::Assignment']?.outcome, 'complete');
});

test('reads permission sets only in the primary region of an instance of the account', async (t) => {
  const listed = async (instance: object) => {
    const { clients, calls } = scripted((request) => {
      switch (request.operation) {
        case 'ListInstances':
          return { Instances: [{ InstanceArn: 'arn:aws:sso:::instance/ssoins-1', ...instance }] };
        case 'ListPermissionSets':
          return { PermissionSets: ['arn:aws:sso:::permissionSet/ssoins-1/ps-1'] };
        case 'ListApplications':
          return { Applications: [{ ApplicationArn: 'arn:aws:sso::1:application/ssoins-1/apl-1' }] };
        default:
          return {};
      }
    });
    const { cells, resources } = await collect({ service: 'sso', clients, ...scope });
    t.deepEqual([...new Set(Object.values(cells).map(({ outcome }) => outcome))], ['complete']);
    return {
      calls: calls.map(({ operation }) => operation).filter((name) => /^List(Permission|Appl)/.test(name)),
      home: resources.find(({ resourceType }) => resourceType === 'AWS::SSO::Instance')?.home,
    };
  };
  const own = { OwnerAccountId: scope.awsAccountNumber };
  const both = ['ListPermissionSets', 'ListApplications'];
  t.deepEqual(await listed(own), { calls: both, home: undefined });
  t.deepEqual(await listed({ ...own, PrimaryRegion: scope.region }), { calls: both, home: undefined });
  t.deepEqual(await listed({ ...own, PrimaryRegion: 'us-east-1' }), {
    calls: ['ListApplications'],
    home: { region: 'us-east-1' },
  });
  t.deepEqual(await listed({ OwnerAccountId: '999999999999', PrimaryRegion: scope.region }), {
    calls: [],
    home: { awsAccountNumber: '999999999999', region: scope.region },
  });
});

test('reads users from the identity stores of the account, not from shared ones', async (t) => {
  const { clients, calls } = scripted((request) =>
    request.operation === 'ListInstances'
      ? {
          Instances: [
            { IdentityStoreId: 'd-own', OwnerAccountId: scope.awsAccountNumber },
            { IdentityStoreId: 'd-shared', OwnerAccountId: '999999999999' },
          ],
        }
      : {
          Users: [
            {
              UserId: 'u1',
              UserName: 'alice',
              IdentityStoreId: 'd-own',
              Emails: [{ Value: 'alice@example.test' }],
              PhoneNumbers: [{ Value: '+49 30 1' }],
            },
          ],
        },
  );
  const { resources } = await collect({
    service: 'identitystore',
    resourceTypes: ['AWS::IdentityStore::User'],
    clients,
    ...scope,
  });
  t.deepEqual(
    calls.filter(({ operation }) => operation === 'ListUsers').map((call) => input(call)['IdentityStoreId']),
    ['d-own'],
  );
  t.like(resources[0], { nativeId: 'u1|d-own', arn: 'arn:aws:identitystore:::user/u1', name: 'alice' });
  t.notRegex(JSON.stringify(resources), /example\.test|\+49/);
});

test('a failed list of identity stores fails the types that need it', async (t) => {
  const { clients } = scripted(() => denied('sso:ListInstances'));
  const { cells } = await collect({ service: 'identitystore', clients, ...scope });
  t.deepEqual(
    Object.values(cells).map(({ outcome }) => outcome),
    ['denied', 'denied', 'denied'],
  );
});

test('a global service is called in the region of its endpoint', async (t) => {
  const { clients, calls } = scripted(() => ({ Accelerators: [] }));
  const run = {
    service: 'globalaccelerator',
    resourceTypes: ['AWS::GlobalAccelerator::Accelerator'],
    clients,
  };
  const { cells } = await collect({ ...run, ...scope, region: 'global' });
  t.is(cells['AWS::GlobalAccelerator::Accelerator']?.outcome, 'complete');
  t.deepEqual([...new Set(calls.map(({ region }) => region))], ['us-west-2']);
});

test('a global service that a partition does not have is unsupported there, without a call', async (t) => {
  for (const [service, partition] of [
    ['shield', 'aws-cn'],
    ['cloudfront', 'aws-us-gov'],
    ['networkmanager', 'aws-cn'],
  ] as const) {
    const { clients, calls } = scripted(() => ({}));
    const run = { service, clients, ...scope, region: 'global', partition };
    const { cells } = await collect(run);
    t.true(
      Object.values(cells).every(({ outcome }) => outcome === 'unsupported'),
      service,
    );
    const probe = await probeService(run);
    t.like(probe, { ok: false, missingActions: [], failure: { outcome: 'unsupported' } });
    t.deepEqual(calls, []);
  }
});

test('a global type of a regional service is read only in region global', (t) => {
  const gateway = 'AWS::DirectConnect::DirectConnectGateway';
  t.true(typesOfService('directconnect', 'global').includes(gateway));
  t.false(typesOfService('directconnect', 'eu-west-1').includes(gateway));
  t.false(typesOfService('directconnect', 'global').includes('AWS::DirectConnect::Connection'));
  t.true(typesOfService('directconnect').includes(gateway));
});

test('Firewall Manager is unsupported in an account that is not its administrator', async (t) => {
  for (const message of [
    'No default admin could be found for account 123456789012',
    'Operation: ListPolicies is only available to Administration account in AWS Firewall Manager.',
    'Operation ListPolicies is only available to AWS Firewall Manager Administrators',
    'Account: 123456789012 is not currently delegated by AWS FM.',
  ]) {
    const { clients } = scripted(() => awsError('AccessDeniedException', 400, message));
    const { cells } = await collect({ service: 'fms', clients, ...scope });
    t.true(
      Object.values(cells).every(({ outcome }) => outcome === 'unsupported'),
      message,
    );
  }
});

test('a VPC attachment in the list of peering attachments is no peering attachment', async (t) => {
  const type = 'AWS::EC2::TransitGatewayPeeringAttachment';
  const { clients } = scripted(({ operation }) =>
    operation === 'DescribeTransitGatewayPeeringAttachments'
      ? {
          TransitGatewayPeeringAttachments: [
            { TransitGatewayAttachmentId: 'tgw-attach-1', State: 'available' },
            {
              TransitGatewayAttachmentId: 'tgw-attach-2',
              State: 'available',
              RequesterTgwInfo: { OwnerId: scope.awsAccountNumber, Region: scope.region },
            },
          ],
        }
      : {},
  );
  const { resources } = await collect({ service: 'ec2', resourceTypes: [type], clients, ...scope });
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    ['tgw-attach-2'],
  );
});
