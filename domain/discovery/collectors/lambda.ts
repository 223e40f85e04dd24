import type { ServiceCollectors } from '../collector.ts';

/**
 * `ListFunctions` returns the complete configuration with the environment; only the policy needs a call per function.
 */
export const lambda: ServiceCollectors = {
  service: 'lambda',
  client: 'lambda',
  scope: 'regional',
  probe: { operation: 'ListFunctions', input: { MaxItems: 1 } },
  types: [
    {
      resourceType: 'AWS::Lambda::Function',
      title: 'Lambda function',
      list: { operation: 'ListFunctions', input: { MaxItems: 50 }, items: 'Functions[]' },
      details: [
        {
          operation: 'GetPolicy',
          input: { FunctionName: '{FunctionName}' },
          result: 'Policy',
          into: 'Policy',
          absent: ['ResourceNotFoundException'],
        },
      ],
      nativeId: 'FunctionName',
      arn: 'FunctionArn',
      name: 'FunctionName',
      tags: { taggingApi: 'lambda:function' },
      secrets: ['Environment.Variables.*'],
      embedded: ['Policy'],
      volatile: [
        'LastModified',
        'LastUpdateStatus',
        'LastUpdateStatusReason',
        'LastUpdateStatusReasonCode',
        'RevisionId',
        'State',
        'StateReason',
        'StateReasonCode',
        'Environment.Error',
      ],
      sets: ['Policy.Statement', 'Architectures'],
      terraform: ['aws_lambda_function'],
    },
    {
      resourceType: 'AWS::Lambda::Alias',
      title: 'Lambda alias',
      parent: 'AWS::Lambda::Function',
      list: { operation: 'ListAliases', input: { FunctionName: '{FunctionName}' }, items: 'Aliases[]' },
      nativeId: 'AliasArn',
      arn: 'AliasArn',
      name: 'Name',
      volatile: ['RevisionId'],
      terraform: ['aws_lambda_alias'],
    },
    {
      resourceType: 'AWS::Lambda::EventSourceMapping',
      title: 'Lambda event source mapping',
      list: {
        operation: 'ListEventSourceMappings',
        input: { MaxItems: 1000 },
        items: 'EventSourceMappings[]',
      },
      nativeId: 'UUID',
      arn: ['EventSourceMappingArn', 'arn:{partition}:lambda:{region}:{account}:event-source-mapping:{id}'],
      name: [
        '{EventSourceArn|rest::|rest::|rest::|rest::|rest::|before:/stream/} to {FunctionArn|after:function:}',
        '{FunctionArn|after:function:}',
      ],
      volatile: ['LastModified', 'LastProcessingResult', 'State', 'StateTransitionReason'],
      terraform: ['aws_lambda_event_source_mapping'],
    },
    {
      resourceType: 'AWS::Lambda::LayerVersion',
      title: 'Lambda layer (latest version)',
      list: { operation: 'ListLayers', input: { MaxItems: 50 }, items: 'Layers[]' },
      nativeId: 'LatestMatchingVersion.LayerVersionArn',
      arn: 'LatestMatchingVersion.LayerVersionArn',
      name: 'LayerName',
      terraform: ['aws_lambda_layer_version'],
    },
  ],
};
