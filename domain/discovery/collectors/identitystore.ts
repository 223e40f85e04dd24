import type { ListCall, ServiceCollectors } from '../declaration/collector.ts';

/**
 * An additional region of an instance answers the reads of the primary region's identity store. Source: IAM Identity Center
 * user guide, "IAM Identity Center service APIs supported in additional AWS Regions".
 */
const OF_PRIMARY_REGION = {
  fromParent: { PrimaryRegion: 'PrimaryRegion' },
  home: { region: 'PrimaryRegion' },
} as const;

/** The identity stores of the account's own Identity Center instances; a shared instance belongs to another account. */
const ofOwnStores: ListCall['forEach'] = {
  client: 'sso-admin',
  operation: 'ListInstances',
  input: { MaxResults: 100 },
  items: 'Instances[]',
  only: [{ path: 'OwnerAccountId', otherAccount: false }],
};

/** Users and groups of IAM Identity Center. */
export const identityStore: ServiceCollectors = {
  service: 'identitystore',
  client: 'identitystore',
  scope: 'regional',
  actions: { ListInstances: ['sso:ListInstances'] },
  probe: { client: 'sso-admin', operation: 'ListInstances', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::IdentityStore::User',
      title: 'Identity Center user',
      list: {
        operation: 'ListUsers',
        forEach: ofOwnStores,
        input: { IdentityStoreId: '{IdentityStoreId}', MaxResults: 100 },
        items: 'Users[]',
      },
      ...OF_PRIMARY_REGION,
      nativeId: '{UserId}|{IdentityStoreId}',
      arn: 'arn:{partition}:identitystore:::user/{UserId}',
      name: ['UserName', 'DisplayName'],
      createdAt: 'CreatedAt',
      secrets: [
        'Addresses[].*',
        'Birthdate',
        'Emails[].Value',
        'PhoneNumbers[].Value',
        'Photos[].*',
        'Extensions.**',
      ],
      volatile: ['UpdatedAt', 'UpdatedBy'],
      terraform: ['aws_identitystore_user'],
    },
    {
      resourceType: 'AWS::IdentityStore::Group',
      title: 'Identity Center group',
      list: {
        operation: 'ListGroups',
        forEach: ofOwnStores,
        input: { IdentityStoreId: '{IdentityStoreId}', MaxResults: 100 },
        items: 'Groups[]',
      },
      ...OF_PRIMARY_REGION,
      nativeId: '{GroupId}|{IdentityStoreId}',
      arn: 'arn:{partition}:identitystore:::group/{GroupId}',
      name: 'DisplayName',
      createdAt: 'CreatedAt',
      volatile: ['UpdatedAt', 'UpdatedBy'],
      terraform: ['aws_identitystore_group'],
    },
    {
      resourceType: 'AWS::IdentityStore::GroupMembership',
      title: 'Member of an Identity Center group',
      parent: 'AWS::IdentityStore::Group',
      list: {
        operation: 'ListGroupMemberships',
        input: { IdentityStoreId: '{IdentityStoreId}', GroupId: '{GroupId}', MaxResults: 100 },
        items: 'GroupMemberships[]',
      },
      ...OF_PRIMARY_REGION,
      nativeId: '{MembershipId}|{IdentityStoreId}',
      arn: 'arn:{partition}:identitystore:::membership/{MembershipId}',
      name: 'MemberId.UserId',
      createdAt: 'CreatedAt',
      volatile: ['UpdatedAt', 'UpdatedBy'],
      terraform: ['aws_identitystore_group_membership'],
    },
  ],
};
