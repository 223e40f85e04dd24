import type { ServiceCollectors } from '../declaration/collector.ts';

export const lakeFormation: ServiceCollectors = {
  service: 'lakeformation',
  client: 'lakeformation',
  scope: 'regional',
  probe: { operation: 'ListResources', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::LakeFormation::Resource',
      title: 'Lake Formation location',
      list: { operation: 'ListResources', input: { MaxResults: 1000 }, items: 'ResourceInfoList[]' },
      nativeId: 'ResourceArn',
      name: '{ResourceArn|after::::}',
      volatile: ['LastModified', 'VerificationStatus'],
      terraform: ['aws_lakeformation_resource'],
    },
    {
      resourceType: 'AWS::LakeFormation::Tag',
      title: 'Lake Formation tag',
      list: { operation: 'ListLFTags', input: { MaxResults: 1000 }, items: 'LFTags[]' },
      nativeId: 'TagKey',
      name: 'TagKey',
      sets: { TagValues: 'lake-formation/latest/APIReference/API_LFTagPair' },
      terraform: ['aws_lakeformation_lf_tag'],
    },
  ],
};
