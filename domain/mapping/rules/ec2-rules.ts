import { alias, part, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const generated = { generatedId: true } as const;
const withoutArn = { arn: null, generatedId: true } as const;

/** EC2 and EBS. Sources: the import sections of the provider's documentation, versions 4 to 6. */
export const ec2Rules: readonly MappingRule[] = [
  resource('aws_instance', 'AWS::EC2::Instance', generated),
  // The id is the request's. The instance that it started is the resource of the inventory.
  alias('aws_spot_instance_request', 'AWS::EC2::Instance', {
    arn: null,
    ids: ['${spot_instance_id}'],
    generatedId: true,
  }),
  resource('aws_ebs_volume', 'AWS::EC2::Volume', generated),
  resource('aws_ebs_snapshot', 'AWS::EC2::Snapshot', generated),
  alias('aws_ebs_snapshot_copy', 'AWS::EC2::Snapshot', generated),
  alias('aws_ebs_snapshot_import', 'AWS::EC2::Snapshot', generated),
  resource('aws_ami', 'AWS::EC2::Image', generated),
  alias('aws_ami_copy', 'AWS::EC2::Image', generated),
  alias('aws_ami_from_instance', 'AWS::EC2::Image', generated),
  // The ARN in the state ends with the name, the ARN of EC2 with the id. A name may be the id of another key pair.
  resource('aws_key_pair', 'AWS::EC2::KeyPair', { ids: ['${key_name}'] }),
  resource('aws_launch_template', 'AWS::EC2::LaunchTemplate', generated),
  resource('aws_placement_group', 'AWS::EC2::PlacementGroup', { ids: ['${name}'] }),
  resource('aws_ec2_capacity_reservation', 'AWS::EC2::CapacityReservation', generated),
  resource('aws_ec2_host', 'AWS::EC2::Host', generated),
  resource('aws_ec2_fleet', 'AWS::EC2::EC2Fleet', generated),
  resource('aws_spot_fleet_request', 'AWS::EC2::SpotFleet', withoutArn),
  resource('aws_eip', 'AWS::EC2::EIP', { ids: ['${allocation_id}', '${id}'], generatedId: true }),
  resource('aws_network_interface', 'AWS::EC2::NetworkInterface', generated),
  resource('aws_ec2_instance_connect_endpoint', 'AWS::EC2::InstanceConnectEndpoint', generated),
  resource('aws_ec2_traffic_mirror_filter', 'AWS::EC2::TrafficMirrorFilter', generated),
  resource('aws_ec2_traffic_mirror_target', 'AWS::EC2::TrafficMirrorTarget', generated),
  resource('aws_security_group', 'AWS::EC2::SecurityGroup', generated),
  alias('aws_default_security_group', 'AWS::EC2::SecurityGroup', generated),
  part('aws_vpc_security_group_ingress_rule', 'AWS::EC2::SecurityGroupIngress', {
    ids: ['${security_group_rule_id}', '${id}'],
    generatedId: true,
  }),
  part('aws_vpc_security_group_egress_rule', 'AWS::EC2::SecurityGroupEgress', {
    ids: ['${security_group_rule_id}', '${id}'],
    generatedId: true,
  }),
  // The id of this type is a hash (`sgrule-…`). Rules with several sources have no rule id.
  part('aws_security_group_rule', 'AWS::EC2::SecurityGroupIngress', {
    when: { attribute: 'type', in: ['ingress'] },
    arn: null,
    ids: ['${security_group_rule_id}'],
    generatedId: true,
    importId: null,
  }),
  part('aws_security_group_rule', 'AWS::EC2::SecurityGroupEgress', {
    when: { attribute: 'type', in: ['egress'] },
    arn: null,
    ids: ['${security_group_rule_id}'],
    generatedId: true,
    importId: null,
  }),
];
