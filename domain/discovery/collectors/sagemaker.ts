import type { ServiceCollectors } from '../collector.ts';

export const sagemaker: ServiceCollectors = {
  service: 'sagemaker',
  client: 'sagemaker',
  scope: 'regional',
  probe: {
    operation: 'ListNotebookInstances',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::SageMaker::NotebookInstance',
      title: 'SageMaker notebook instance',
      list: {
        operation: 'ListNotebookInstances',
        input: {
          MaxResults: 100,
        },
        items: 'NotebookInstances[]',
      },
      details: [
        {
          operation: 'DescribeNotebookInstance',
          input: {
            NotebookInstanceName: '{NotebookInstanceName}',
          },
        },
      ],
      nativeId: 'NotebookInstanceName',
      arn: 'NotebookInstanceArn',
      name: 'NotebookInstanceName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:notebook-instance',
      },
      volatile: ['NotebookInstanceStatus', 'LastModifiedTime', 'FailureReason'],
      terraform: ['aws_sagemaker_notebook_instance'],
    },
    {
      resourceType: 'AWS::SageMaker::Model',
      title: 'SageMaker model',
      notRead: 'Model artifacts and recommended instances.',
      list: {
        operation: 'ListModels',
        input: {
          MaxResults: 100,
        },
        items: 'Models[]',
      },
      details: [
        {
          operation: 'DescribeModel',
          input: {
            ModelName: '{ModelName}',
          },
          // DeploymentRecommendation is IN_PROGRESS at first. Source: SageMaker API Reference, DeploymentRecommendation.
          pick: [
            'PrimaryContainer',
            'Containers',
            'InferenceExecutionConfig',
            'ExecutionRoleArn',
            'VpcConfig',
            'EnableNetworkIsolation',
          ],
          // The API has no update. One that is created again with the name has another time.
          immutableFor: ['CreationTime'],
        },
      ],
      nativeId: 'ModelName',
      arn: 'ModelArn',
      name: 'ModelName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:model',
      },
      secrets: ['PrimaryContainer.Environment.*', 'Containers[].Environment.*'],
      terraform: ['aws_sagemaker_model'],
    },
    {
      resourceType: 'AWS::SageMaker::EndpointConfig',
      title: 'SageMaker endpoint configuration',
      list: {
        operation: 'ListEndpointConfigs',
        input: {
          MaxResults: 100,
        },
        items: 'EndpointConfigs[]',
      },
      details: [
        {
          operation: 'DescribeEndpointConfig',
          input: {
            EndpointConfigName: '{EndpointConfigName}',
          },
          // The API has no update. One that is created again with the name has another time.
          immutableFor: ['CreationTime'],
        },
      ],
      nativeId: 'EndpointConfigName',
      arn: 'EndpointConfigArn',
      name: 'EndpointConfigName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:endpoint-config',
      },
      terraform: ['aws_sagemaker_endpoint_configuration'],
    },
    {
      resourceType: 'AWS::SageMaker::Endpoint',
      title: 'SageMaker endpoint',
      list: {
        operation: 'ListEndpoints',
        input: {
          MaxResults: 100,
        },
        items: 'Endpoints[]',
      },
      details: [
        {
          operation: 'DescribeEndpoint',
          input: {
            EndpointName: '{EndpointName}',
          },
        },
      ],
      nativeId: 'EndpointName',
      arn: 'EndpointArn',
      name: 'EndpointName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:endpoint',
      },
      volatile: [
        'EndpointStatus',
        'LastModifiedTime',
        'FailureReason',
        'ProductionVariants[].CurrentInstanceCount',
        'ProductionVariants[].CurrentWeight',
        'ProductionVariants[].VariantStatus',
      ],
      terraform: ['aws_sagemaker_endpoint'],
    },
    {
      resourceType: 'AWS::SageMaker::Domain',
      title: 'SageMaker domain',
      list: {
        operation: 'ListDomains',
        input: {
          MaxResults: 100,
        },
        items: 'Domains[]',
      },
      details: [
        {
          operation: 'DescribeDomain',
          input: {
            DomainId: '{DomainId}',
          },
        },
      ],
      nativeId: 'DomainId',
      arn: 'DomainArn',
      name: 'DomainName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:domain',
      },
      volatile: ['Status', 'LastModifiedTime', 'FailureReason'],
      terraform: ['aws_sagemaker_domain'],
    },
    {
      resourceType: 'AWS::SageMaker::Pipeline',
      title: 'SageMaker pipeline',
      list: {
        operation: 'ListPipelines',
        input: {
          MaxResults: 100,
        },
        items: 'PipelineSummaries[]',
      },
      nativeId: 'PipelineName',
      arn: 'PipelineArn',
      name: 'PipelineDisplayName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:pipeline',
      },
      volatile: ['LastExecutionTime', 'LastModifiedTime'],
      terraform: ['aws_sagemaker_pipeline'],
    },
    {
      resourceType: 'AWS::SageMaker::ModelPackageGroup',
      title: 'SageMaker model package group',
      list: {
        operation: 'ListModelPackageGroups',
        input: {
          MaxResults: 100,
        },
        items: 'ModelPackageGroupSummaryList[]',
      },
      nativeId: 'ModelPackageGroupName',
      arn: 'ModelPackageGroupArn',
      name: 'ModelPackageGroupName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'sagemaker:model-package-group',
      },
      volatile: ['ModelPackageGroupStatus'],
      terraform: ['aws_sagemaker_model_package_group'],
    },
  ],
};
