import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const firewall = 'AWS::NetworkFirewall::Firewall';
const firewallPolicy = 'AWS::NetworkFirewall::FirewallPolicy';
const ruleGroup = 'AWS::NetworkFirewall::RuleGroup';

export const networkFirewallRules: readonly EdgeRule[] = [
  edge(firewall, 'Firewall.FirewallPolicyArn', 'arn', 'has_policy', 'AWS::NetworkFirewall::FirewallPolicy'),
  edge(firewall, 'Firewall.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(firewall, 'Firewall.SubnetMappings[].SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  keyArn(firewall, 'Firewall.EncryptionConfiguration.KeyId'),
  edge(firewall, 'Firewall.TransitGatewayId', 'id', 'attached_to', 'AWS::EC2::TransitGateway'),
  edge(
    firewallPolicy,
    'FirewallPolicy.StatelessRuleGroupReferences[].ResourceArn',
    'arn',
    'uses',
    'AWS::NetworkFirewall::RuleGroup',
  ),
  edge(
    firewallPolicy,
    'FirewallPolicy.StatefulRuleGroupReferences[].ResourceArn',
    'arn',
    'uses',
    'AWS::NetworkFirewall::RuleGroup',
  ),
  edge(
    firewallPolicy,
    'FirewallPolicy.TLSInspectionConfigurationArn',
    'arn',
    'uses',
    'AWS::NetworkFirewall::TLSInspectionConfiguration',
  ),
  keyArn(firewallPolicy, 'FirewallPolicyResponse.EncryptionConfiguration.KeyId'),
  edge(
    ruleGroup,
    'RuleGroup.ReferenceSets.IPSetReferences.*.ReferenceArn',
    'arn',
    'uses',
    'AWS::EC2::PrefixList',
  ),
  keyArn(ruleGroup, 'RuleGroupResponse.EncryptionConfiguration.KeyId'),
];
