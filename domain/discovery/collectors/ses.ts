import type { ServiceCollectors } from '../collector.ts';

export const ses: ServiceCollectors = {
  service: 'ses',
  client: 'sesv2',
  scope: 'regional',
  probe: { operation: 'ListEmailIdentities' },
  types: [
    {
      resourceType: 'AWS::SES::EmailIdentity',
      title: 'Email identity',
      list: {
        operation: 'ListEmailIdentities',
        input: {
          PageSize: 1000,
        },
        items: 'EmailIdentities[]',
      },
      details: [
        {
          operation: 'GetEmailIdentity',
          input: {
            EmailIdentity: '{IdentityName}',
          },
        },
      ],
      nativeId: 'IdentityName',
      arn: 'arn:{partition}:ses:{region}:{account}:identity/{IdentityName}',
      name: 'IdentityName',
      tags: {
        path: 'Tags',
      },
      embedded: ['Policies.*'],
      volatile: [
        'VerificationInfo',
        'VerificationStatus',
        'DkimAttributes.Status',
        'DkimAttributes.LastKeyGenerationTimestamp',
      ],
      terraform: ['aws_sesv2_email_identity', 'aws_ses_domain_identity', 'aws_ses_email_identity'],
    },
    {
      resourceType: 'AWS::SES::ConfigurationSet',
      title: 'Email configuration set',
      list: {
        operation: 'ListConfigurationSets',
        input: {
          PageSize: 1000,
        },
        items: 'ConfigurationSets[]',
        as: 'ConfigurationSetName',
      },
      details: [
        {
          operation: 'GetConfigurationSet',
          input: {
            ConfigurationSetName: '{ConfigurationSetName}',
          },
        },
      ],
      nativeId: 'ConfigurationSetName',
      arn: 'arn:{partition}:ses:{region}:{account}:configuration-set/{ConfigurationSetName}',
      name: 'ConfigurationSetName',
      tags: {
        path: 'Tags',
      },
      volatile: ['ReputationOptions.LastFreshStart'],
      terraform: ['aws_sesv2_configuration_set', 'aws_ses_configuration_set'],
    },
    {
      resourceType: 'AWS::SES::ContactList',
      title: 'Email contact list',
      list: {
        operation: 'ListContactLists',
        input: {
          PageSize: 100,
        },
        items: 'ContactLists[]',
      },
      details: [
        {
          operation: 'GetContactList',
          input: {
            ContactListName: '{ContactListName}',
          },
        },
      ],
      nativeId: 'ContactListName',
      arn: 'arn:{partition}:ses:{region}:{account}:contact-list/{ContactListName}',
      name: 'ContactListName',
      createdAt: 'CreatedTimestamp',
      tags: {
        path: 'Tags',
      },
      volatile: ['LastUpdatedTimestamp'],
      terraform: ['aws_sesv2_contact_list'],
    },
    {
      resourceType: 'AWS::SES::DedicatedIpPool',
      title: 'Dedicated IP pool',
      list: {
        operation: 'ListDedicatedIpPools',
        items: 'DedicatedIpPools[]',
        as: 'PoolName',
      },
      details: [
        {
          operation: 'GetDedicatedIpPool',
          input: {
            PoolName: '{PoolName}',
          },
          result: 'DedicatedIpPool',
        },
      ],
      nativeId: 'PoolName',
      arn: 'arn:{partition}:ses:{region}:{account}:dedicated-ip-pool/{PoolName}',
      name: 'PoolName',
      tags: {
        taggingApi: 'ses:dedicated-ip-pool',
      },
      terraform: ['aws_sesv2_dedicated_ip_pool'],
    },
    {
      resourceType: 'AWS::SES::ReceiptRuleSet',
      title: 'SES receipt rule set',
      list: { client: 'ses', operation: 'ListReceiptRuleSets', items: 'RuleSets[]' },
      nativeId: 'Name',
      name: 'Name',
      createdAt: 'CreatedTimestamp',
      notRead: 'Which of the rule sets is active.',
      terraform: ['aws_ses_receipt_rule_set'],
    },
    {
      resourceType: 'AWS::SES::ReceiptRule',
      title: 'SES receipt rule',
      parent: 'AWS::SES::ReceiptRuleSet',
      list: {
        client: 'ses',
        operation: 'DescribeReceiptRuleSet',
        input: { RuleSetName: '{Name}' },
        items: 'Rules[]',
        page: false,
      },
      fromParent: { RuleSetName: 'Name' },
      nativeId: '{RuleSetName}/{Name}',
      name: 'Name',
      sets: ['Recipients'],
      terraform: ['aws_ses_receipt_rule'],
    },
    {
      resourceType: 'AWS::SES::ReceiptFilter',
      title: 'SES receipt filter',
      list: { client: 'ses', operation: 'ListReceiptFilters', items: 'Filters[]', page: false },
      nativeId: 'Name',
      name: 'Name',
      terraform: ['aws_ses_receipt_filter'],
    },
  ],
};
