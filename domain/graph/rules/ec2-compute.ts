import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const instance = 'AWS::EC2::Instance';
const volume = 'AWS::EC2::Volume';
const snapshot = 'AWS::EC2::Snapshot';
const image = 'AWS::EC2::Image';
const keyPair = 'AWS::EC2::KeyPair';
const template = 'AWS::EC2::LaunchTemplate';
const spotFleet = 'AWS::EC2::SpotFleet';
const subnet = 'AWS::EC2::Subnet';
const securityGroup = 'AWS::EC2::SecurityGroup';
const profile = 'AWS::IAM::InstanceProfile';
const placementGroup = 'AWS::EC2::PlacementGroup';
const latest = 'LatestVersionData';
const spot = 'SpotFleetRequestConfig';

export const ec2ComputeRules: readonly EdgeRule[] = [
  edge(instance, 'SubnetId', 'id', 'contained_in', subnet),
  edge(instance, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(instance, 'SecurityGroups[].GroupId', 'id', 'uses', securityGroup),
  edge(instance, 'IamInstanceProfile.Arn', 'arn', 'uses', profile),
  edge(instance, 'ImageId', 'id', 'uses', image),
  edge(instance, 'KeyName', 'name', 'uses', keyPair),
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
    { reversed: true },
  ),
  edge(instance, 'Placement.GroupName', 'name', 'uses', placementGroup),
  edge(instance, 'Placement.HostId', 'id', 'contained_in', 'AWS::EC2::Host'),
  edge(instance, 'CapacityReservationId', 'id', 'uses', 'AWS::EC2::CapacityReservation'),

  edge(volume, 'Attachments[].InstanceId', 'id', 'attached_to', instance, {
    properties: { device: 'Device' },
  }),
  edge(volume, 'SnapshotId', 'id', 'created_from', snapshot),
  ...encryptedBy(volume, 'KmsKeyId'),
  // A copied snapshot has the volume id vol-ffffffff.
  edge(snapshot, 'VolumeId', 'id', 'created_from', volume, { text: { excludes: 'vol-ffffffff' } }),
  ...encryptedBy(snapshot, 'KmsKeyId'),
  edge(image, 'BlockDeviceMappings[].Ebs.SnapshotId', 'id', 'uses', snapshot),
  edge(image, 'SourceInstanceId', 'id', 'created_from', instance),

  edge(template, `${latest}.ImageId`, 'id', 'uses', image, { text: { startsWith: 'ami-' } }),
  edge(template, `${latest}.KeyName`, 'name', 'uses', keyPair),
  edge(template, `${latest}.SecurityGroupIds[]`, 'id', 'uses', securityGroup),
  edge(template, `${latest}.NetworkInterfaces[].Groups[]`, 'id', 'uses', securityGroup),
  edge(template, `${latest}.NetworkInterfaces[].SubnetId`, 'id', 'uses', subnet),
  edge(template, `${latest}.IamInstanceProfile.Arn`, 'arn', 'uses', profile),
  edge(template, `${latest}.IamInstanceProfile.Name`, 'name', 'uses', profile),
  edge(template, `${latest}.BlockDeviceMappings[].Ebs.SnapshotId`, 'id', 'uses', snapshot),
  ...encryptedBy(template, `${latest}.BlockDeviceMappings[].Ebs.KmsKeyId`),
  edge(template, `${latest}.Placement.GroupName`, 'name', 'uses', placementGroup),

  edge(
    'AWS::EC2::EC2Fleet',
    'LaunchTemplateConfigs[].LaunchTemplateSpecification.LaunchTemplateId',
    'id',
    'uses',
    template,
  ),
  edge('AWS::EC2::EC2Fleet', 'volatile.Instances[].InstanceIds[]', 'id', 'contains', instance),
  edge(spotFleet, `${spot}.IamFleetRole`, 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    spotFleet,
    `${spot}.LaunchTemplateConfigs[].LaunchTemplateSpecification.LaunchTemplateId`,
    'id',
    'uses',
    template,
  ),
  edge(spotFleet, `${spot}.LaunchSpecifications[].ImageId`, 'id', 'uses', image),
  // One text can list several subnets.
  edge(spotFleet, `${spot}.LaunchSpecifications[].SubnetId`, 'id', 'contained_in', subnet, { split: ',' }),
  edge(spotFleet, `${spot}.LaunchSpecifications[].SecurityGroups[].GroupId`, 'id', 'uses', securityGroup),
  edge(spotFleet, `${spot}.LaunchSpecifications[].IamInstanceProfile.Arn`, 'arn', 'uses', profile),
  edge(
    spotFleet,
    `${spot}.LoadBalancersConfig.TargetGroupsConfig.TargetGroups[].Arn`,
    'arn',
    'registers_in',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
  ),
];
