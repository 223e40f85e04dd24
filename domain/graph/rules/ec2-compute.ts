import type { EdgeRule } from '../edge-rule.ts';
import {
  encryptedBy,
  roleArn,
  securityGroupId,
  sharedWith,
  sharedWithAll,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const instance = 'AWS::EC2::Instance';
const volume = 'AWS::EC2::Volume';
const snapshot = 'AWS::EC2::Snapshot';
const image = 'AWS::EC2::Image';
const keyPair = 'AWS::EC2::KeyPair';
const template = 'AWS::EC2::LaunchTemplate';
const spotRequest = 'AWS::EC2::SpotInstanceRequest';
const spotFleet = 'AWS::EC2::SpotFleet';
const subnet = 'AWS::EC2::Subnet';
const profile = 'AWS::IAM::InstanceProfile';
const placementGroup = 'AWS::EC2::PlacementGroup';
const latest = 'LatestVersionData';
const spot = 'SpotFleetRequestConfig';

export const ec2ComputeRules: readonly EdgeRule[] = [
  subnetId(instance, 'SubnetId', 'contained_in'),
  vpcId(instance, 'VpcId', 'contained_in'),
  securityGroupId(instance, 'SecurityGroups[].GroupId', 'uses'),
  edge(instance, 'IamInstanceProfile.Arn', 'arn', 'uses', profile, {
    example: 'arn:aws:iam::123456789012:instance-profile/web',
  }),
  edge(instance, 'ImageId', 'id', 'uses', image, { example: 'ami-0a1b2c3d4e5f60718' }),
  edge(instance, 'KeyName', 'name', 'uses', keyPair, { example: 'operators' }),
  edge(instance, 'BlockDeviceMappings[].Ebs.VolumeId', 'id', 'attached_to', volume, {
    reversed: true,
    properties: { device: '^.DeviceName' },
  }),
  edge(
    instance,
    'NetworkInterfaces[].NetworkInterfaceId',
    'id',
    'attached_to',
    'AWS::EC2::NetworkInterface',
    { reversed: true, example: 'eni-0a1b2c3d4e5f60718' },
  ),
  edge(instance, 'Placement.GroupName', 'name', 'uses', placementGroup, { example: 'web' }),
  edge(instance, 'Placement.HostId', 'id', 'contained_in', 'AWS::EC2::Host', {
    example: 'h-0a1b2c3d4e5f60718',
  }),
  edge(instance, 'CapacityReservationId', 'id', 'uses', 'AWS::EC2::CapacityReservation', {
    example: 'cr-0a1b2c3d4e5f60718',
  }),

  edge(volume, 'Attachments[].InstanceId', 'id', 'attached_to', instance, {
    properties: { device: 'Device' },
  }),
  edge(volume, 'SnapshotId', 'id', 'created_from', snapshot, { example: 'snap-0a1b2c3d4e5f60718' }),
  ...encryptedBy(volume, 'KmsKeyId'),
  // A copied snapshot has the volume id vol-ffffffff.
  edge(snapshot, 'VolumeId', 'id', 'created_from', volume, {
    text: { excludes: 'vol-ffffffff' },
    example: { 'vol-0a1b2c3d4e5f60718': true, 'vol-ffffffff': false },
  }),
  ...encryptedBy(snapshot, 'KmsKeyId'),
  edge(image, 'BlockDeviceMappings[].Ebs.SnapshotId', 'id', 'uses', snapshot, {
    example: 'snap-0a1b2c3d4e5f60718',
  }),
  ...sharedWith(image, 'LaunchPermissions[].UserId'),
  sharedWithAll(image, 'LaunchPermissions[].Group'),
  edge(
    image,
    'LaunchPermissions[].OrganizationArn',
    'id',
    'allows_from',
    ['AWS::Organizations::Organization', 'organization'],
    {
      read: '{value|after:/}',
      example: { 'arn:aws:organizations::123456789012:organization/o-a1b2c3d4e5': 'o-a1b2c3d4e5' },
    },
  ),
  edge(
    image,
    'LaunchPermissions[].OrganizationalUnitArn',
    'arn',
    'allows_from',
    'AWS::Organizations::OrganizationalUnit',
    { example: 'arn:aws:organizations::123456789012:ou/o-a1b2c3d4e5/ou-a1b2-c3d4e5f6' },
  ),
  ...sharedWith(snapshot, 'CreateVolumePermissions[].UserId'),
  sharedWithAll(snapshot, 'CreateVolumePermissions[].Group'),
  edge(image, 'ImageId', 'id', 'allows_from', 'anyone', {
    when: { on: 'holder', conditions: [{ path: 'Public', equals: true }] },
  }),
  edge(image, 'SourceInstanceId', 'id', 'created_from', instance, { example: 'i-0a1b2c3d4e5f60718' }),

  edge(template, `${latest}.ImageId`, 'id', 'uses', image, {
    text: { startsWith: 'ami-' },
    example: 'ami-0a1b2c3d4e5f60718',
  }),
  edge(template, `${latest}.KeyName`, 'name', 'uses', keyPair, { example: 'operators' }),
  securityGroupId(template, `${latest}.SecurityGroupIds[]`, 'uses'),
  securityGroupId(template, `${latest}.NetworkInterfaces[].Groups[]`, 'uses'),
  subnetId(template, `${latest}.NetworkInterfaces[].SubnetId`, 'uses'),
  edge(template, `${latest}.IamInstanceProfile.Arn`, 'arn', 'uses', profile, {
    example: 'arn:aws:iam::123456789012:instance-profile/web',
  }),
  edge(template, `${latest}.IamInstanceProfile.Name`, 'name', 'uses', profile, { example: 'web' }),
  edge(template, `${latest}.BlockDeviceMappings[].Ebs.SnapshotId`, 'id', 'uses', snapshot, {
    example: 'snap-0a1b2c3d4e5f60718',
  }),
  ...encryptedBy(template, `${latest}.BlockDeviceMappings[].Ebs.KmsKeyId`),
  edge(template, `${latest}.Placement.GroupName`, 'name', 'uses', placementGroup, { example: 'web' }),

  edge(
    'AWS::EC2::EC2Fleet',
    'LaunchTemplateConfigs[].LaunchTemplateSpecification.LaunchTemplateId',
    'id',
    'uses',
    template,
    { example: 'lt-0a1b2c3d4e5f60718' },
  ),
  edge('AWS::EC2::EC2Fleet', 'volatile.Instances[].InstanceIds[]', 'id', 'contains', instance, {
    example: 'i-0a1b2c3d4e5f60718',
  }),
  roleArn(spotFleet, `${spot}.IamFleetRole`, 'runs_as'),
  edge(
    spotFleet,
    `${spot}.LaunchTemplateConfigs[].LaunchTemplateSpecification.LaunchTemplateId`,
    'id',
    'uses',
    template,
    { example: 'lt-0a1b2c3d4e5f60718' },
  ),
  edge(spotFleet, `${spot}.LaunchSpecifications[].ImageId`, 'id', 'uses', image, {
    example: 'ami-0a1b2c3d4e5f60718',
  }),
  // One text can list several subnets.
  edge(spotFleet, `${spot}.LaunchSpecifications[].SubnetId`, 'id', 'contained_in', subnet, { split: ',' }),
  securityGroupId(spotFleet, `${spot}.LaunchSpecifications[].SecurityGroups[].GroupId`, 'uses'),
  edge(spotFleet, `${spot}.LaunchSpecifications[].IamInstanceProfile.Arn`, 'arn', 'uses', profile, {
    example: 'arn:aws:iam::123456789012:instance-profile/web',
  }),
  edge(
    spotFleet,
    `${spot}.LoadBalancersConfig.TargetGroupsConfig.TargetGroups[].Arn`,
    'arn',
    'registers_in',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    { example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/73e2d6bc24d8a067' },
  ),

  edge(spotRequest, 'volatile.InstanceId', 'id', 'manages', instance, { example: 'i-0a1b2c3d4e5f60718' }),
  edge(spotRequest, 'LaunchSpecification.ImageId', 'id', 'uses', image, { example: 'ami-0a1b2c3d4e5f60718' }),
  edge(spotRequest, 'LaunchSpecification.KeyName', 'name', 'uses', keyPair, { example: 'operators' }),
  edge(spotRequest, 'LaunchSpecification.IamInstanceProfile.Arn', 'arn', 'uses', profile, {
    example: 'arn:aws:iam::123456789012:instance-profile/web',
  }),
  subnetId(spotRequest, 'LaunchSpecification.SubnetId', 'contained_in'),
  securityGroupId(spotRequest, 'LaunchSpecification.SecurityGroups[].GroupId', 'uses'),
  ...encryptedBy('AWS::EC2::EBSEncryptionByDefault', 'KmsKeyId'),
  edge('AWS::EC2::CapacityReservation', 'PlacementGroupArn', 'arn', 'uses', placementGroup, {
    example: 'arn:aws:ec2:eu-west-1:123456789012:placement-group/web',
  }),
];
