import type { ServiceCollectors } from '../declaration/collector.ts';

export const accessAnalyzer: ServiceCollectors = {
  service: 'access-analyzer',
  client: 'accessanalyzer',
  scope: 'regional',
  probe: { operation: 'ListAnalyzers', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::AccessAnalyzer::Analyzer',
      title: 'Access analyzer',
      list: { operation: 'ListAnalyzers', input: { maxResults: 100 }, items: 'analyzers[]' },
      nativeId: 'name',
      arn: 'arn',
      name: 'name',
      createdAt: 'createdAt',
      tags: { path: 'tags' },
      volatile: ['lastResourceAnalyzed', 'lastResourceAnalyzedAt', 'status', 'statusReason'],
      terraform: ['aws_accessanalyzer_analyzer'],
    },
  ],
};
