import type { ServiceCollectors } from '../declaration/collector.ts';

export const serviceCatalog: ServiceCollectors = {
  service: 'servicecatalog',
  client: 'service-catalog',
  scope: 'regional',
  probe: { operation: 'ListPortfolios', input: { PageSize: 1 } },
  types: [
    {
      resourceType: 'AWS::ServiceCatalog::Portfolio',
      title: 'Service Catalog portfolio',
      list: {
        operation: 'ListPortfolios',
        input: { PageSize: 100 },
        items: 'PortfolioDetails[]',
        page: { tokens: { PageToken: 'NextPageToken' } },
      },
      nativeId: 'Id',
      arn: 'ARN',
      name: 'DisplayName',
      createdAt: 'CreatedTime',
      tags: { taggingApi: 'servicecatalog' },
      terraform: ['aws_servicecatalog_portfolio'],
    },
    {
      resourceType: 'AWS::ServiceCatalogAppRegistry::Application',
      title: 'AppRegistry application',
      list: {
        client: 'service-catalog-appregistry',
        operation: 'ListApplications',
        input: { maxResults: 100 },
        items: 'applications[]',
      },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      createdAt: 'creationTime',
      tags: {
        call: {
          client: 'service-catalog-appregistry',
          operation: 'ListTagsForResource',
          input: { resourceArn: '{arn}' },
          result: 'tags',
        },
      },
      volatile: ['lastUpdateTime'],
      terraform: ['aws_servicecatalogappregistry_application'],
    },
  ],
};
