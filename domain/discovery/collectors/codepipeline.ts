import type { ServiceCollectors } from '../declaration/collector.ts';

export const codepipeline: ServiceCollectors = {
  service: 'codepipeline',
  client: 'codepipeline',
  scope: 'regional',
  probe: { operation: 'ListPipelines', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::CodePipeline::Pipeline',
      title: 'CodePipeline pipeline',
      notRead: 'Executions.',
      list: { operation: 'ListPipelines', input: { maxResults: 1000 }, items: 'pipelines[]' },
      details: [{ operation: 'GetPipeline', input: { name: '{name}' } }],
      nativeId: 'name',
      arn: ['metadata.pipelineArn', 'arn:{partition}:codepipeline:{region}:{account}:{name}'],
      name: 'name',
      createdAt: 'created',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { resourceArn: '{metadata.pipelineArn}' },
          result: 'tags',
        },
      },
      secrets: [
        'pipeline.stages[].actions[].configuration.OAuthToken',
        'pipeline.stages[].actions[].configuration.EnvironmentVariables',
        'pipeline.stages[].actions[].environmentVariables[].value',
      ],
      volatile: ['updated', 'metadata.updated', 'metadata.pollingDisabledAt', 'version'],
      terraform: ['aws_codepipeline'],
    },
  ],
};
