import type { ServiceCollectors, TagSource } from '../declaration/collector.ts';

const tagsOf = (arn: string): TagSource => ({
  call: { operation: 'ListTagsForResource', input: { ResourceArn: arn }, result: 'TagList' },
});

/** Only an administrator account of Firewall Manager can list these; elsewhere the types are `unsupported`. */
export const fms: ServiceCollectors = {
  service: 'fms',
  client: 'fms',
  scope: 'regional',
  // Every account but an administrator of Firewall Manager is denied, whatever its role may do.
  actions: { GetCallerIdentity: [] },
  probe: { client: 'sts', operation: 'GetCallerIdentity' },
  types: [
    {
      resourceType: 'AWS::FMS::Policy',
      title: 'Firewall Manager policy',
      list: { operation: 'ListPolicies', input: { MaxResults: 100 }, items: 'PolicyList[]' },
      details: [{ operation: 'GetPolicy', input: { PolicyId: '{PolicyId}' }, result: 'Policy' }],
      nativeId: 'PolicyId',
      arn: ['PolicyArn', 'arn:{partition}:fms:{region}:{account}:policy/{id}'],
      name: 'PolicyName',
      tags: tagsOf('{PolicyArn}'),
      embedded: ['SecurityServicePolicyData.ManagedServiceData'],
      volatile: ['PolicyUpdateToken', 'PolicyStatus'],
      sets: {
        ResourceTypeList: 'fms/2018-01-01/APIReference/API_Policy',
        ResourceTags: 'fms/2018-01-01/APIReference/API_Policy',
        ResourceSetIds: 'fms/2018-01-01/APIReference/API_Policy',
        'IncludeMap.*': 'fms/2018-01-01/APIReference/API_Policy',
        'ExcludeMap.*': 'fms/2018-01-01/APIReference/API_Policy',
      },
      notRead: 'Compliance of the accounts and violations.',
      terraform: ['aws_fms_policy'],
    },
    {
      resourceType: 'AWS::FMS::ApplicationsList',
      title: 'Firewall Manager applications list',
      list: {
        operation: 'ListAppsLists',
        input: { DefaultLists: false, MaxResults: 100 },
        items: 'AppsLists[]',
      },
      nativeId: 'ListId',
      arn: 'ListArn',
      name: 'ListName',
      tags: tagsOf('{ListArn}'),
      sets: { AppsList: 'fms/2018-01-01/APIReference/API_AppsListDataSummary' },
      terraform: [],
    },
    {
      resourceType: 'AWS::FMS::ProtocolsList',
      title: 'Firewall Manager protocols list',
      list: {
        operation: 'ListProtocolsLists',
        input: { DefaultLists: false, MaxResults: 100 },
        items: 'ProtocolsLists[]',
      },
      nativeId: 'ListId',
      arn: 'ListArn',
      name: 'ListName',
      tags: tagsOf('{ListArn}'),
      sets: { ProtocolsList: 'fms/2018-01-01/APIReference/API_ProtocolsListDataSummary' },
      terraform: [],
    },
    {
      resourceType: 'AWS::FMS::ResourceSet',
      title: 'Firewall Manager resource set',
      list: { operation: 'ListResourceSets', input: { MaxResults: 100 }, items: 'ResourceSets[]' },
      nativeId: 'Id',
      arn: 'arn:{partition}:fms:{region}:{account}:resource-set/{id}',
      name: 'Name',
      tags: tagsOf('arn:{partition}:fms:{region}:{account}:resource-set/{Id}'),
      volatile: ['LastUpdateTime', 'ResourceSetStatus'],
      notRead: 'The resources of the set.',
      terraform: [],
    },
  ],
};
