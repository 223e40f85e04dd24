import type { DetailCall, ServiceCollectors } from '../declaration/collector.ts';

/** Policy types of ListPolicies. Source: `PolicyType` of the Organizations API model. */
const POLICY_TYPES = [
  'SERVICE_CONTROL_POLICY',
  'RESOURCE_CONTROL_POLICY',
  'DECLARATIVE_POLICY_EC2',
  'TAG_POLICY',
  'BACKUP_POLICY',
  'AISERVICES_OPT_OUT_POLICY',
  'CHATBOT_POLICY',
  'SECURITYHUB_POLICY',
  'SECURITYHUB_CSPM_POLICY',
  'GUARDDUTY_POLICY',
  'INSPECTOR_POLICY',
  'UPGRADE_ROLLOUT_POLICY',
  'BEDROCK_POLICY',
  'S3_POLICY',
  'NETWORK_SECURITY_DIRECTOR_POLICY',
] as const;

/** A target has at most ten, and a page twenty. Source: AWS Organizations user guide, quotas. */
const controlPolicies: DetailCall = {
  operation: 'ListPoliciesForTarget',
  input: { TargetId: '{Id}', Filter: 'SERVICE_CONTROL_POLICY', MaxResults: 20 },
  result: 'Policies',
  into: 'ServiceControlPolicies',
};
const controlPolicySet = {
  ServiceControlPolicies: 'organizations/latest/APIReference/API_ListPoliciesForTarget',
};

/**
 * Only the management account or a delegated administrator can list. In other accounts the types are `unsupported`.
 */
export const organizations: ServiceCollectors = {
  service: 'organizations',
  client: 'organizations',
  scope: 'global',
  probe: { operation: 'DescribeOrganization' },
  precondition: {
    operation: 'DescribeOrganization',
    path: 'Organization.MasterAccountId',
    equals: '{account}',
    otherwise: 'Only the management account of an organization is read.',
  },
  types: [
    {
      resourceType: 'AWS::Organizations::Organization',
      title: 'Organization',
      list: { operation: 'DescribeOrganization', items: 'Organization', page: false },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Id',

      volatile: ['AvailablePolicyTypes[].Status'],
      terraform: ['aws_organizations_organization'],
    },
    {
      resourceType: 'AWS::Organizations::Account',
      title: 'Organization account',
      list: { operation: 'ListAccounts', input: { MaxResults: 20 }, items: 'Accounts[]' },
      details: [
        { operation: 'ListParents', input: { ChildId: '{Id}' }, result: 'Parents', into: 'Parents' },
        controlPolicies,
      ],
      sets: controlPolicySet,
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceId: '{Id}' }, result: 'Tags' } },
      ended: { State: ['CLOSED'] },
      terraform: ['aws_organizations_account'],
    },
    {
      resourceType: 'AWS::Organizations::Root',
      title: 'Organization root',
      list: { operation: 'ListRoots', input: { MaxResults: 20 }, items: 'Roots[]' },
      details: [controlPolicies],
      sets: controlPolicySet,
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',

      volatile: ['PolicyTypes[].Status'],
      terraform: [],
    },
    {
      resourceType: 'AWS::Organizations::OrganizationalUnit',
      title: 'Organizational unit',
      parent: 'AWS::Organizations::Root',
      recursive: true,
      list: {
        operation: 'ListOrganizationalUnitsForParent',
        input: { ParentId: '{Id}', MaxResults: 20 },
        items: 'OrganizationalUnits[]',
      },
      fromParent: { ParentId: 'Id' },
      details: [controlPolicies],
      sets: controlPolicySet,
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceId: '{Id}' }, result: 'Tags' } },
      terraform: ['aws_organizations_organizational_unit'],
    },
    {
      resourceType: 'AWS::Organizations::Policy',
      title: 'Organization policy',
      list: {
        operation: 'ListPolicies',
        input: { MaxResults: 20 },
        variants: POLICY_TYPES.map((Filter) => ({ Filter })),
        // A partition that lacks a policy type rejects its name. Source: Organizations API reference, ListPolicies.
        absent: ['InvalidInputException', 'UnsupportedAPIEndpointException'],
        items: 'Policies[]',
      },
      details: [
        {
          operation: 'DescribePolicy',
          input: { PolicyId: '{Id}' },
          result: 'Policy.Content',
          into: 'Content',
        },
      ],
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceId: '{Id}' }, result: 'Tags' } },
      embedded: ['Content'],
      origin: [{ origin: 'default', when: [{ path: 'AwsManaged', equals: true }] }],
      terraform: ['aws_organizations_policy'],
    },
  ],
};
