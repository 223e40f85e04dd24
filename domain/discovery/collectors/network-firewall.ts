import type { ServiceCollectors } from '../collector.ts';

export const networkFirewall: ServiceCollectors = {
  service: 'network-firewall',
  client: 'network-firewall',
  scope: 'regional',
  probe: {
    operation: 'ListFirewalls',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::NetworkFirewall::Firewall',
      title: 'Network firewall',
      list: {
        operation: 'ListFirewalls',
        input: {
          MaxResults: 100,
        },
        items: 'Firewalls[]',
      },
      details: [
        {
          operation: 'DescribeFirewall',
          input: {
            FirewallArn: '{FirewallArn}',
          },
        },
      ],
      nativeId: 'FirewallArn',
      arn: 'FirewallArn',
      name: 'FirewallName',
      tags: {
        path: 'Firewall.Tags',
      },
      volatile: ['FirewallStatus', 'UpdateToken'],
      sets: ['Firewall.SubnetMappings'],
      terraform: ['aws_networkfirewall_firewall'],
    },
    {
      resourceType: 'AWS::NetworkFirewall::FirewallPolicy',
      title: 'Network firewall policy',
      list: {
        operation: 'ListFirewallPolicies',
        input: {
          MaxResults: 100,
        },
        items: 'FirewallPolicies[]',
      },
      details: [
        {
          operation: 'DescribeFirewallPolicy',
          input: {
            FirewallPolicyArn: '{Arn}',
          },
        },
      ],
      nativeId: 'Arn',
      arn: 'Arn',
      name: 'Name',
      tags: {
        path: 'FirewallPolicyResponse.Tags',
      },
      volatile: [
        'UpdateToken',
        'FirewallPolicyResponse.NumberOfAssociations',
        'FirewallPolicyResponse.ConsumedStatelessRuleCapacity',
        'FirewallPolicyResponse.ConsumedStatefulRuleCapacity',
        'FirewallPolicyResponse.LastModifiedTime',
        'FirewallPolicyResponse.FirewallPolicyStatus',
      ],
      terraform: ['aws_networkfirewall_firewall_policy'],
    },
    {
      resourceType: 'AWS::NetworkFirewall::RuleGroup',
      title: 'Network firewall rule group',
      list: {
        operation: 'ListRuleGroups',
        input: {
          MaxResults: 100,
          Scope: 'ACCOUNT',
        },
        items: 'RuleGroups[]',
      },
      details: [
        {
          operation: 'DescribeRuleGroup',
          input: {
            RuleGroupArn: '{Arn}',
          },
        },
      ],
      nativeId: 'Arn',
      arn: 'Arn',
      name: 'Name',
      tags: {
        path: 'RuleGroupResponse.Tags',
      },
      volatile: [
        'UpdateToken',
        'RuleGroupResponse.NumberOfAssociations',
        'RuleGroupResponse.ConsumedCapacity',
        'RuleGroupResponse.LastModifiedTime',
        'RuleGroupResponse.RuleGroupStatus',
      ],
      terraform: ['aws_networkfirewall_rule_group'],
    },
    {
      resourceType: 'AWS::NetworkFirewall::LoggingConfiguration',
      title: 'Logging of a network firewall',
      parent: 'AWS::NetworkFirewall::Firewall',
      list: {
        operation: 'DescribeLoggingConfiguration',
        input: { FirewallArn: '{FirewallArn}' },
        items: '',
        page: false,
        only: [{ path: 'LoggingConfiguration.LogDestinationConfigs[].LogType', present: true }],
      },
      nativeId: 'FirewallArn',
      name: '{FirewallArn|after:/}',
      sets: ['LoggingConfiguration.LogDestinationConfigs'],
      terraform: ['aws_networkfirewall_logging_configuration'],
    },
    {
      resourceType: 'AWS::NetworkFirewall::TLSInspectionConfiguration',
      title: 'TLS inspection configuration',
      list: {
        operation: 'ListTLSInspectionConfigurations',
        input: { MaxResults: 100 },
        items: 'TLSInspectionConfigurations[]',
      },
      nativeId: 'Arn',
      arn: 'Arn',
      name: 'Name',
      notRead: 'Certificates and scopes of the configuration; tags.',
      terraform: ['aws_networkfirewall_tls_inspection_configuration'],
    },
  ],
};
