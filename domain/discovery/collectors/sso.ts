import type { ServiceCollectors } from '../declaration/collector.ts';

/**
 * Member accounts list the instance of their organization, too, but are denied its permission sets and applications. In
 * additional regions of the instance, permission sets and assignments cannot be read.
 * Sources: IAM Identity Center API reference, ListInstances; user guide, "IAM Identity Center service APIs supported in
 * additional AWS Regions"; cloud-copilot/iam-collect #54.
 */
export const sso: ServiceCollectors = {
  service: 'sso',
  client: 'sso-admin',
  scope: 'regional',
  probe: { operation: 'ListInstances', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::SSO::Instance',
      title: 'Identity Center instance',
      list: { operation: 'ListInstances', input: { MaxResults: 100 }, items: 'Instances[]' },
      nativeId: 'InstanceArn',
      arn: 'InstanceArn',
      // The additional regions of an instance and the members of its organization list it, too.
      home: { account: 'OwnerAccountId', region: 'PrimaryRegion' },
      name: 'Name',
      createdAt: 'CreatedDate',
      volatile: ['Status', 'StatusReason', 'Regions[].Status'],
      terraform: [],
    },
    {
      resourceType: 'AWS::SSO::PermissionSet',
      title: 'Permission set',
      parent: 'AWS::SSO::Instance',
      list: {
        operation: 'ListPermissionSets',
        parents: 'home',
        input: { InstanceArn: '{InstanceArn}', MaxResults: 100 },
        items: 'PermissionSets[]',
        as: 'PermissionSetArn',
      },
      fromParent: { InstanceArn: 'InstanceArn' },
      details: [
        {
          operation: 'DescribePermissionSet',
          input: { InstanceArn: '{InstanceArn}', PermissionSetArn: '{PermissionSetArn}' },
          result: 'PermissionSet',
        },
        {
          operation: 'GetInlinePolicyForPermissionSet',
          input: { InstanceArn: '{InstanceArn}', PermissionSetArn: '{PermissionSetArn}' },
          result: 'InlinePolicy',
          into: 'InlinePolicy',
        },
        {
          operation: 'ListManagedPoliciesInPermissionSet',
          input: { InstanceArn: '{InstanceArn}', PermissionSetArn: '{PermissionSetArn}', MaxResults: 100 },
          result: 'AttachedManagedPolicies',
          into: 'AttachedManagedPolicies',
        },
      ],
      nativeId: 'PermissionSetArn',
      arn: 'PermissionSetArn',
      name: 'Name',
      createdAt: 'CreatedDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { InstanceArn: '{InstanceArn}', ResourceArn: '{PermissionSetArn}' },
          result: 'Tags',
        },
      },
      embedded: ['InlinePolicy'],
      terraform: ['aws_ssoadmin_permission_set'],
    },
    {
      resourceType: 'AWS::SSO::Assignment',
      title: 'Account assignment of a permission set',
      parent: 'AWS::SSO::PermissionSet',
      list: {
        operation: 'ListAccountAssignments',
        forEach: {
          operation: 'ListAccountsForProvisionedPermissionSet',
          input: { InstanceArn: '{InstanceArn}', PermissionSetArn: '{PermissionSetArn}', MaxResults: 100 },
          items: 'AccountIds[]',
          as: 'AccountId',
        },
        input: {
          InstanceArn: '{InstanceArn}',
          AccountId: '{AccountId}',
          PermissionSetArn: '{PermissionSetArn}',
          MaxResults: 100,
        },
        items: 'AccountAssignments[]',
      },
      fromParent: { InstanceArn: 'InstanceArn' },
      // The identifier of CloudFormation; its target type is always an account.
      nativeId: '{InstanceArn}|{AccountId}|AWS_ACCOUNT|{PermissionSetArn}|{PrincipalType}|{PrincipalId}',
      name: '{PrincipalType} {PrincipalId} in {AccountId}',
      terraform: ['aws_ssoadmin_account_assignment'],
    },
    {
      resourceType: 'AWS::SSO::Application',
      title: 'Identity Center application',
      parent: 'AWS::SSO::Instance',
      list: {
        operation: 'ListApplications',
        parents: [{ path: 'OwnerAccountId', otherAccount: false }],
        input: { InstanceArn: '{InstanceArn}', MaxResults: 100 },
        items: 'Applications[]',
      },
      nativeId: 'ApplicationArn',
      arn: 'ApplicationArn',
      // The region in which the application was created.
      home: { region: 'CreatedFrom' },
      name: 'Name',
      createdAt: 'CreatedDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { InstanceArn: '{InstanceArn}', ResourceArn: '{ApplicationArn}' },
          result: 'Tags',
        },
      },
      notRead: 'Assignments, grants and authentication methods.',
      terraform: [],
    },
  ],
};
