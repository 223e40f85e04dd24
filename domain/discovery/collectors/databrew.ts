import type { ServiceCollectors } from '../collector.ts';

export const databrew: ServiceCollectors = {
  service: 'databrew',
  client: 'databrew',
  scope: 'regional',
  probe: {
    operation: 'ListDatasets',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::DataBrew::Dataset',
      title: 'DataBrew dataset',
      list: {
        operation: 'ListDatasets',
        input: {
          MaxResults: 100,
        },
        items: 'Datasets[]',
      },
      nativeId: 'Name',
      arn: ['ResourceArn', 'arn:{partition}:databrew:{region}:{account}:dataset/{Name}'],
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        path: 'Tags',
      },
      volatile: ['LastModifiedDate'],
      terraform: [],
    },
    {
      resourceType: 'AWS::DataBrew::Job',
      title: 'DataBrew job',
      list: {
        operation: 'ListJobs',
        input: {
          MaxResults: 100,
        },
        items: 'Jobs[]',
      },
      nativeId: 'Name',
      arn: ['ResourceArn', 'arn:{partition}:databrew:{region}:{account}:job/{Name}'],
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        path: 'Tags',
      },
      volatile: ['LastModifiedDate'],
      terraform: [],
    },
    {
      resourceType: 'AWS::DataBrew::Recipe',
      title: 'DataBrew recipe',
      list: {
        operation: 'ListRecipes',
        input: {
          MaxResults: 100,
          RecipeVersion: 'LATEST_WORKING',
        },
        items: 'Recipes[]',
      },
      nativeId: 'Name',
      arn: ['ResourceArn', 'arn:{partition}:databrew:{region}:{account}:recipe/{Name}'],
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        path: 'Tags',
      },
      volatile: ['LastModifiedDate'],
      terraform: [],
    },
    {
      resourceType: 'AWS::DataBrew::Ruleset',
      title: 'DataBrew ruleset',
      list: {
        operation: 'ListRulesets',
        input: {
          MaxResults: 100,
        },
        items: 'Rulesets[]',
      },
      nativeId: 'Name',
      arn: ['ResourceArn', 'arn:{partition}:databrew:{region}:{account}:ruleset/{Name}'],
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        path: 'Tags',
      },
      volatile: ['LastModifiedDate'],
      terraform: [],
    },
  ],
};
