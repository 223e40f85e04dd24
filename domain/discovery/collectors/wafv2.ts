import type { ServiceCollectors, VariantCondition } from '../declaration/collector.ts';

/**
 * The kinds of resources that a web ACL protects, by `ResourceType` of ListResourcesForWebACL. Only web ACLs of CloudFront protect
 * Amplify apps, the others are regional. Sources: WAF Developer Guide, "Associating or disassociating a web ACL with an AWS
 * resource"; Amplify User Guide, "How Amplify integrates with AWS WAF".
 */
const associatedKinds: Readonly<Record<string, VariantCondition>> = {
  APPLICATION_LOAD_BALANCER: {
    scope: 'regional',
    exists: {
      client: 'elastic-load-balancing-v2',
      operation: 'DescribeLoadBalancers',
      input: { PageSize: 1 },
      items: 'LoadBalancers[]',
    },
  },
  API_GATEWAY: {
    scope: 'regional',
    exists: { client: 'api-gateway', operation: 'GetRestApis', input: { limit: 1 }, items: 'items[]' },
  },
  APPSYNC: {
    scope: 'regional',
    exists: {
      client: 'appsync',
      operation: 'ListGraphqlApis',
      input: { maxResults: 1 },
      items: 'graphqlApis[]',
    },
  },
  COGNITO_USER_POOL: {
    scope: 'regional',
    exists: {
      client: 'cognito-identity-provider',
      operation: 'ListUserPools',
      input: { MaxResults: 1 },
      items: 'UserPools[]',
    },
  },
  APP_RUNNER_SERVICE: {
    scope: 'regional',
    exists: {
      client: 'apprunner',
      operation: 'ListServices',
      input: { MaxResults: 1 },
      items: 'ServiceSummaryList[]',
    },
  },
  VERIFIED_ACCESS_INSTANCE: {
    scope: 'regional',
    exists: {
      client: 'ec2',
      operation: 'DescribeVerifiedAccessInstances',
      input: { MaxResults: 5 },
      items: 'VerifiedAccessInstances[]',
    },
  },
  AMPLIFY: { scope: 'global' },
};

/** Regional resources are listed in each region, CloudFront resources in region `global`. */
export const wafv2: ServiceCollectors = {
  service: 'wafv2',
  client: 'wafv2',
  scope: 'regional',
  probe: { operation: 'ListWebACLs', input: { Scope: 'REGIONAL', Limit: 1 } },
  // WAF asks the service of the protected resource with the caller's permissions. Source: policy AWSWAFConsoleReadOnlyAccess.
  actions: {
    ListResourcesForWebACL: [
      'wafv2:ListResourcesForWebACL',
      'amplify:ListResourcesForWebACL',
      'apprunner:ListAssociatedServicesForWebAcl',
      'cognito-idp:ListResourcesForWebACL',
      'ec2:DescribeVerifiedAccessInstanceWebAclAssociations',
    ],
  },
  types: [
    {
      resourceType: 'AWS::WAFv2::WebACL',
      title: 'Web ACL',
      list: {
        operation: 'ListWebACLs',
        input: { Scope: 'REGIONAL', Limit: 100 },
        items: 'WebACLs[]',
        page: { tokens: { NextMarker: 'NextMarker' } },
        globalInput: { Scope: 'CLOUDFRONT', Limit: 100 },
        fromInput: { Scope: 'Scope' },
      },
      details: [
        { operation: 'GetWebACL', input: { Name: '{Name}', Id: '{Id}', Scope: '{Scope}' }, result: 'WebACL' },
      ],
      nativeId: 'ARN',
      arn: 'ARN',
      name: 'Name',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceARN: '{ARN}' },
          result: 'TagInfoForResource.TagList',
        },
      },
      volatile: ['LockToken'],
      terraform: ['aws_wafv2_web_acl'],
    },
    {
      resourceType: 'AWS::WAFv2::IPSet',
      title: 'WAF IP set',
      list: {
        operation: 'ListIPSets',
        input: { Scope: 'REGIONAL', Limit: 100 },
        items: 'IPSets[]',
        page: { tokens: { NextMarker: 'NextMarker' } },
        globalInput: { Scope: 'CLOUDFRONT', Limit: 100 },
        fromInput: { Scope: 'Scope' },
      },
      details: [
        { operation: 'GetIPSet', input: { Name: '{Name}', Id: '{Id}', Scope: '{Scope}' }, result: 'IPSet' },
      ],
      nativeId: 'ARN',
      arn: 'ARN',
      name: 'Name',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceARN: '{ARN}' },
          result: 'TagInfoForResource.TagList',
        },
      },
      volatile: ['LockToken'],
      sets: { Addresses: 'waf/latest/APIReference/API_IPSet' },
      terraform: ['aws_wafv2_ip_set'],
    },
    {
      resourceType: 'AWS::WAFv2::RuleGroup',
      title: 'WAF rule group',
      list: {
        operation: 'ListRuleGroups',
        input: { Scope: 'REGIONAL', Limit: 100 },
        items: 'RuleGroups[]',
        page: { tokens: { NextMarker: 'NextMarker' } },
        globalInput: { Scope: 'CLOUDFRONT', Limit: 100 },
        fromInput: { Scope: 'Scope' },
      },
      details: [
        {
          operation: 'GetRuleGroup',
          input: { Name: '{Name}', Id: '{Id}', Scope: '{Scope}' },
          result: 'RuleGroup',
        },
      ],
      nativeId: 'ARN',
      arn: 'ARN',
      name: 'Name',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceARN: '{ARN}' },
          result: 'TagInfoForResource.TagList',
        },
      },
      volatile: ['LockToken'],
      terraform: ['aws_wafv2_rule_group'],
    },
    {
      resourceType: 'AWS::WAFv2::RegexPatternSet',
      title: 'WAF regex pattern set',
      list: {
        operation: 'ListRegexPatternSets',
        input: { Scope: 'REGIONAL', Limit: 100 },
        items: 'RegexPatternSets[]',
        page: { tokens: { NextMarker: 'NextMarker' } },
        globalInput: { Scope: 'CLOUDFRONT', Limit: 100 },
        fromInput: { Scope: 'Scope' },
      },
      details: [
        {
          operation: 'GetRegexPatternSet',
          input: { Name: '{Name}', Id: '{Id}', Scope: '{Scope}' },
          result: 'RegexPatternSet',
        },
      ],
      nativeId: 'ARN',
      arn: 'ARN',
      name: 'Name',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceARN: '{ARN}' },
          result: 'TagInfoForResource.TagList',
        },
      },
      volatile: ['LockToken'],
      sets: { RegularExpressionList: 'waf/latest/APIReference/API_RegexPatternSet' },
      terraform: ['aws_wafv2_regex_pattern_set'],
    },
    {
      resourceType: 'AWS::WAFv2::WebACLAssociation',
      title: 'Association of a web ACL',
      parent: 'AWS::WAFv2::WebACL',
      list: {
        operation: 'ListResourcesForWebACL',
        input: { WebACLArn: '{ARN}' },
        globalInput: { WebACLArn: '{ARN}' },
        // A call without the resource type returns only load balancers.
        variants: [
          { ResourceType: 'APPLICATION_LOAD_BALANCER' },
          { ResourceType: 'API_GATEWAY' },
          { ResourceType: 'APPSYNC' },
          { ResourceType: 'COGNITO_USER_POOL' },
          { ResourceType: 'APP_RUNNER_SERVICE' },
          { ResourceType: 'VERIFIED_ACCESS_INSTANCE' },
          { ResourceType: 'AMPLIFY' },
        ],
        variantsOnly: { by: 'ResourceType', cases: associatedKinds },
        items: 'ResourceArns[]',
        as: 'ResourceArn',
        fromInput: { ResourceType: 'ResourceType', WebACLArn: 'WebACLArn' },
        // A region without one of these services rejects its type of resource.
        absent: ['WAFInvalidParameterException'],
        page: false,
      },
      nativeId: '{ResourceArn}|{WebACLArn}',
      name: '{ResourceArn|after::}',
      notRead: 'CloudFront distributions: the distribution names its web ACL.',
      terraform: ['aws_wafv2_web_acl_association'],
    },
    {
      resourceType: 'AWS::WAFv2::LoggingConfiguration',
      title: 'Logging of a web ACL',
      list: {
        operation: 'ListLoggingConfigurations',
        input: { Scope: 'REGIONAL', Limit: 100 },
        items: 'LoggingConfigurations[]',
        page: { tokens: { NextMarker: 'NextMarker' } },
        globalInput: { Scope: 'CLOUDFRONT', Limit: 100 },
      },
      nativeId: 'ResourceArn',
      name: '{ResourceArn|after:webacl/}',
      sets: {
        LogDestinationConfigs: 'waf/latest/APIReference/API_LoggingConfiguration',
        RedactedFields: 'waf/latest/APIReference/API_LoggingConfiguration',
      },
      terraform: ['aws_wafv2_web_acl_logging_configuration'],
    },
  ],
};
