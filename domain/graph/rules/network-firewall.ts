import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, keyArn, logGroupName, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const firewall = 'AWS::NetworkFirewall::Firewall';
const firewallPolicy = 'AWS::NetworkFirewall::FirewallPolicy';
const logging = 'AWS::NetworkFirewall::LoggingConfiguration';
const logDestination = 'LoggingConfiguration.LogDestinationConfigs[].LogDestination';
const ruleGroup = 'AWS::NetworkFirewall::RuleGroup';

export const networkFirewallRules: readonly EdgeRule[] = [
  edge(firewall, 'Firewall.FirewallPolicyArn', 'arn', 'has_policy', 'AWS::NetworkFirewall::FirewallPolicy', {
    example: 'arn:aws:network-firewall:eu-west-1:123456789012:firewall-policy/egress',
  }),
  vpcId(firewall, 'Firewall.VpcId', 'contained_in'),
  subnetId(firewall, 'Firewall.SubnetMappings[].SubnetId', 'contained_in'),
  keyArn(firewall, 'Firewall.EncryptionConfiguration.KeyId', 'encrypted_by'),
  edge(firewall, 'Firewall.TransitGatewayId', 'id', 'attached_to', 'AWS::EC2::TransitGateway', {
    example: 'tgw-0262a0e521EXAMPLE',
  }),
  edge(
    firewallPolicy,
    'FirewallPolicy.StatelessRuleGroupReferences[].ResourceArn',
    'arn',
    'uses',
    'AWS::NetworkFirewall::RuleGroup',
    { example: 'arn:aws:network-firewall:eu-west-1:123456789012:stateless-rulegroup/drop-fragments' },
  ),
  edge(
    firewallPolicy,
    'FirewallPolicy.StatefulRuleGroupReferences[].ResourceArn',
    'arn',
    'uses',
    'AWS::NetworkFirewall::RuleGroup',
    { example: 'arn:aws:network-firewall:eu-west-1:123456789012:stateful-rulegroup/allowed-domains' },
  ),
  edge(
    firewallPolicy,
    'FirewallPolicy.TLSInspectionConfigurationArn',
    'arn',
    'uses',
    'AWS::NetworkFirewall::TLSInspectionConfiguration',
    { example: 'arn:aws:network-firewall:eu-west-1:123456789012:tls-configuration/egress' },
  ),
  keyArn(firewallPolicy, 'FirewallPolicyResponse.EncryptionConfiguration.KeyId', 'encrypted_by'),
  edge(
    ruleGroup,
    'RuleGroup.ReferenceSets.IPSetReferences.*.ReferenceArn',
    'arn',
    'uses',
    'AWS::EC2::PrefixList',
    { example: 'arn:aws:ec2:eu-west-1:123456789012:prefix-list/pl-0123456789abcdef0' },
  ),
  keyArn(ruleGroup, 'RuleGroupResponse.EncryptionConfiguration.KeyId', 'encrypted_by'),
  bucketName(logging, `${logDestination}.bucketName`, 'logs_to'),
  logGroupName(logging, `${logDestination}.logGroup`, 'logs_to'),
  edge(
    logging,
    `${logDestination}.deliveryStream`,
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'firewall-alerts' },
  ),
];
