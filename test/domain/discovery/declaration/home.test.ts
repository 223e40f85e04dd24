import test from 'ava';
import { identify } from '../../../../domain/discovery/observation/observe.ts';
import { collectorOf } from '../../../../domain/discovery/declaration/resource-types.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';

const scanned = '111111111111';
const owner = '222222222222';
const scope = { account: scanned, region: 'eu-west-1', partition: 'aws' };

function read(resourceType: string, item: JsonObject, region = scope.region) {
  const collector = collectorOf(resourceType);
  if (collector === undefined) throw new Error(`no collector for ${resourceType}`);
  const { arn, home } = identify(collector, item, undefined, { ...scope, region }) ?? {};
  return { arn, home };
}

// Items as the EC2, Route 53 Resolver, SNS and Network Manager API references show them.
const shared: Readonly<Record<string, { item: JsonObject; arn: string }>> = {
  'AWS::EC2::Subnet': {
    item: {
      SubnetId: 'subnet-1',
      OwnerId: owner,
      SubnetArn: `arn:aws:ec2:eu-west-1:${owner}:subnet/subnet-1`,
    },
    arn: `arn:aws:ec2:eu-west-1:${owner}:subnet/subnet-1`,
  },
  'AWS::EC2::VPC': {
    item: { VpcId: 'vpc-1', OwnerId: owner },
    arn: `arn:aws:ec2:eu-west-1:${owner}:vpc/vpc-1`,
  },
  'AWS::EC2::RouteTable': {
    item: { RouteTableId: 'rtb-1', OwnerId: owner },
    arn: `arn:aws:ec2:eu-west-1:${owner}:route-table/rtb-1`,
  },
  'AWS::EC2::TransitGateway': {
    item: { TransitGatewayId: 'tgw-1', OwnerId: owner },
    arn: `arn:aws:ec2:eu-west-1:${owner}:transit-gateway/tgw-1`,
  },
  'AWS::EC2::TransitGatewayVpcAttachment': {
    item: { TransitGatewayAttachmentId: 'tgw-attach-1', TransitGatewayId: 'tgw-1', VpcOwnerId: owner },
    arn: `arn:aws:ec2:eu-west-1:${owner}:transit-gateway-attachment/tgw-attach-1`,
  },
  'AWS::EC2::PrefixList': {
    item: {
      PrefixListId: 'pl-1',
      OwnerId: owner,
      PrefixListArn: `arn:aws:ec2:eu-west-1:${owner}:prefix-list/pl-1`,
    },
    arn: `arn:aws:ec2:eu-west-1:${owner}:prefix-list/pl-1`,
  },
  'AWS::DirectConnect::PrivateVirtualInterface': {
    item: { virtualInterfaceId: 'dxvif-1', ownerAccount: owner, region: 'eu-west-1' },
    arn: `arn:aws:directconnect:eu-west-1:${owner}:dxvif/dxvif-1`,
  },
  'AWS::SSO::Instance': {
    item: {
      InstanceArn: 'arn:aws:sso:::instance/ssoins-1',
      OwnerAccountId: owner,
      PrimaryRegion: 'eu-west-1',
    },
    arn: 'arn:aws:sso:::instance/ssoins-1',
  },
  'AWS::Route53Resolver::ResolverRule': {
    item: {
      Id: 'rslvr-rr-1',
      OwnerId: owner,
      ShareStatus: 'SHARED_WITH_ME',
      Arn: `arn:aws:route53resolver:eu-west-1:${owner}:resolver-rule/rslvr-rr-1`,
    },
    arn: `arn:aws:route53resolver:eu-west-1:${owner}:resolver-rule/rslvr-rr-1`,
  },
};

for (const [resourceType, { item, arn }] of Object.entries(shared)) {
  test(`reads the owner of a shared ${resourceType}`, (t) => {
    t.deepEqual(read(resourceType, item), { arn, home: { awsAccountNumber: owner, region: 'eu-west-1' } });
  });
}

test('does not treat a resource of the account as shared', (t) => {
  const vpc = read('AWS::EC2::VPC', { VpcId: 'vpc-1', OwnerId: scanned });
  t.deepEqual(vpc, { arn: `arn:aws:ec2:eu-west-1:${scanned}:vpc/vpc-1`, home: undefined });
  t.is(read('AWS::EC2::VPC', { VpcId: 'vpc-1' }).home, undefined);
});

test('does not treat a prefix list of AWS as shared', (t) => {
  const arn = 'arn:aws:ec2:eu-west-1:aws:prefix-list/pl-1';
  const list = { PrefixListId: 'pl-1', OwnerId: 'AWS', PrefixListArn: arn };
  t.deepEqual(read('AWS::EC2::PrefixList', list), { arn, home: undefined });
});

test('assigns a peering connection to the account and region of its requester', (t) => {
  const peering = {
    VpcPeeringConnectionId: 'pcx-1',
    RequesterVpcInfo: { OwnerId: owner, Region: 'us-east-1', VpcId: 'vpc-a' },
    AccepterVpcInfo: { OwnerId: scanned, Region: 'eu-west-1', VpcId: 'vpc-b' },
  };
  t.deepEqual(read('AWS::EC2::VPCPeeringConnection', peering), {
    arn: `arn:aws:ec2:us-east-1:${owner}:vpc-peering-connection/pcx-1`,
    home: { awsAccountNumber: owner, region: 'us-east-1' },
  });
  const ownRegions = {
    ...peering,
    RequesterVpcInfo: { OwnerId: scanned, Region: 'us-east-1', VpcId: 'vpc-a' },
  };
  t.deepEqual(read('AWS::EC2::VPCPeeringConnection', ownRegions).home, { region: 'us-east-1' });
  t.is(read('AWS::EC2::VPCPeeringConnection', ownRegions, 'us-east-1').home, undefined);
});

test('assigns a subscription to its owner, not to the account of the topic in its ARN', (t) => {
  const SubscriptionArn = `arn:aws:sns:eu-west-1:${owner}:orders:7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11`;
  const { arn, home } = read('AWS::SNS::Subscription', { SubscriptionArn, Owner: scanned });
  t.deepEqual({ arn, home }, { arn: SubscriptionArn, home: undefined });
});

test('reads the owner of a global resource from its ARN', (t) => {
  const CoreNetworkArn = `arn:aws:networkmanager::${owner}:core-network/core-network-1`;
  const network = { CoreNetworkId: 'core-network-1', CoreNetworkArn };
  t.deepEqual(read('AWS::NetworkManager::CoreNetwork', network, 'global').home, {
    awsAccountNumber: owner,
    region: 'global',
  });
});

test('ignores the region in the ARN of a global resource', (t) => {
  const ARN = `arn:aws:wafv2:us-east-1:${scanned}:global/webacl/main/1`;
  t.is(read('AWS::WAFv2::WebACL', { Name: 'main', Id: '1', ARN }, 'global').home, undefined);
});
