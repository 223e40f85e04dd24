import type { ServiceCollectors, TagSource } from '../collector.ts';

const tagsOf = (arn: string): TagSource => ({
  call: { operation: 'ListTagsForResource', input: { resourceArn: arn }, result: 'tags' },
});

/** A region in which Macie is not enabled refuses every call with "Macie is not enabled": `unsupported`. */
export const macie2: ServiceCollectors = {
  service: 'macie2',
  client: 'macie2',
  scope: 'regional',
  probe: { operation: 'GetMacieSession' },
  types: [
    {
      resourceType: 'AWS::Macie::Session',
      title: 'Macie session',
      list: { operation: 'GetMacieSession', items: '', page: false },
      nativeId: '{account}',
      name: 'Macie in {region}',
      createdAt: 'createdAt',
      volatile: ['updatedAt'],
      notRead: 'Findings, sensitive data, and statistics of buckets.',
      terraform: ['aws_macie2_account'],
    },
    {
      resourceType: 'AWS::Macie::ClassificationJob',
      title: 'Macie classification job',
      list: {
        operation: 'ListClassificationJobs',
        items: 'items[]',
      },
      nativeId: 'jobId',
      arn: 'arn:{partition}:macie2:{region}:{account}:classification-job/{id}',
      name: 'name',
      createdAt: 'createdAt',
      tags: tagsOf('arn:{partition}:macie2:{region}:{account}:classification-job/{jobId}'),
      volatile: ['jobStatus', 'lastRunErrorStatus', 'userPausedDetails'],
      ended: { jobStatus: ['CANCELLED'] },
      notRead: 'Cancelled jobs, and the results of jobs.',
      terraform: [],
    },
    {
      resourceType: 'AWS::Macie::CustomDataIdentifier',
      title: 'Macie custom data identifier',
      list: {
        operation: 'ListCustomDataIdentifiers',
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: tagsOf('{arn}'),
      notRead: 'The regular expression and the keywords.',
      terraform: ['aws_macie2_custom_data_identifier'],
    },
    {
      resourceType: 'AWS::Macie::FindingsFilter',
      title: 'Macie findings filter',
      list: {
        operation: 'ListFindingsFilters',
        input: { maxResults: 25 },
        items: 'findingsFilterListItems[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      tags: { path: 'tags' },
      notRead: 'The criteria of the filter.',
      terraform: ['aws_macie2_findings_filter'],
    },
    {
      resourceType: 'AWS::Macie::AllowList',
      title: 'Macie allow list',
      list: { operation: 'ListAllowLists', input: { maxResults: 25 }, items: 'allowLists[]' },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: tagsOf('{arn}'),
      volatile: ['updatedAt'],
      notRead: 'The regular expression, and the object of the list.',
      terraform: [],
    },
  ],
};
