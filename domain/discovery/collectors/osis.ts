import type { ServiceCollectors } from '../declaration/collector.ts';

export const osis: ServiceCollectors = {
  service: 'osis',
  client: 'osis',
  scope: 'regional',
  probe: { operation: 'ListPipelines', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::OSIS::Pipeline',
      title: 'OpenSearch ingestion pipeline',
      list: { operation: 'ListPipelines', input: { MaxResults: 100 }, items: 'Pipelines[]' },
      details: [{ operation: 'GetPipeline', input: { PipelineName: '{PipelineName}' }, result: 'Pipeline' }],
      nativeId: 'PipelineName',
      arn: 'PipelineArn',
      name: 'PipelineName',
      createdAt: 'CreatedAt',
      // The client drops the tags of `GetPipeline`: its version does not have that member.
      tags: { call: { operation: 'ListTagsForResource', input: { Arn: '{PipelineArn}' }, result: 'Tags' } },
      secrets: ['PipelineConfigurationBody'],
      volatile: ['Status', 'StatusReason', 'LastUpdatedAt'],
      terraform: ['aws_osis_pipeline'],
    },
  ],
};
