import type { ServiceCollectors } from '../declaration/collector.ts';

export const guardduty: ServiceCollectors = {
  service: 'guardduty',
  client: 'guardduty',
  scope: 'regional',
  probe: { operation: 'ListDetectors', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::GuardDuty::Detector',
      title: 'GuardDuty detector',
      notRead: 'Findings.',
      list: {
        operation: 'ListDetectors',
        input: { MaxResults: 50 },
        items: 'DetectorIds[]',
        as: 'DetectorId',
      },
      details: [{ operation: 'GetDetector', input: { DetectorId: '{DetectorId}' } }],
      nativeId: 'DetectorId',
      arn: 'arn:{partition}:guardduty:{region}:{account}:detector/{DetectorId}',
      createdAt: 'CreatedAt',
      tags: { path: 'Tags' },
      volatile: ['UpdatedAt', 'Features[].UpdatedAt'],
      sets: { Features: 'guardduty/latest/APIReference/API_GetDetector' },
      terraform: ['aws_guardduty_detector'],
    },
    {
      resourceType: 'AWS::GuardDuty::Filter',
      title: 'GuardDuty filter',
      parent: 'AWS::GuardDuty::Detector',
      list: {
        operation: 'ListFilters',
        input: { DetectorId: '{DetectorId}', MaxResults: 50 },
        items: 'FilterNames[]',
        as: 'Name',
      },
      fromParent: { DetectorId: 'DetectorId' },
      details: [{ operation: 'GetFilter', input: { DetectorId: '{DetectorId}', FilterName: '{Name}' } }],
      nativeId: '{DetectorId}/{Name}',
      arn: 'arn:{partition}:guardduty:{region}:{account}:detector/{DetectorId}/filter/{Name}',
      name: 'Name',
      createdAt: 'CreatedAt',
      tags: { path: 'Tags' },
      terraform: ['aws_guardduty_filter'],
    },
  ],
};
