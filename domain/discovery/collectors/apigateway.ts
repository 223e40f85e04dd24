import type { ServiceCollectors } from '../collector.ts';

/** REST APIs (API Gateway v1) and HTTP and WebSocket APIs (v2). One IAM action allows all reads. */
export const apigateway: ServiceCollectors = {
  service: 'apigateway',
  client: 'api-gateway',
  scope: 'regional',
  probe: {
    operation: 'GetRestApis',
    input: {
      limit: 1,
    },
  },
  actions: {
    GetRestApis: ['apigateway:GET'],
    GetStages: ['apigateway:GET'],
    GetResources: ['apigateway:GET'],
    GetAuthorizers: ['apigateway:GET'],
    GetApiKeys: ['apigateway:GET'],
    GetUsagePlans: ['apigateway:GET'],
    GetDomainNames: ['apigateway:GET'],
    GetVpcLinks: ['apigateway:GET'],
    GetApis: ['apigateway:GET'],
    GetRoutes: ['apigateway:GET'],
    GetIntegrations: ['apigateway:GET'],
  },
  types: [
    {
      resourceType: 'AWS::ApiGateway::RestApi',
      title: 'REST API',
      list: {
        operation: 'GetRestApis',
        input: {
          limit: 500,
        },
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn:{partition}:apigateway:{region}::/restapis/{id}',
      name: 'name',
      createdAt: 'createdDate',
      tags: {
        path: 'tags',
      },
      embedded: ['policy'],
      volatile: ['apiStatus', 'apiStatusMessage'],
      sets: ['endpointConfiguration.vpcEndpointIds', 'binaryMediaTypes'],
      terraform: ['aws_api_gateway_rest_api'],
    },
    {
      resourceType: 'AWS::ApiGateway::Stage',
      title: 'REST API stage',
      parent: 'AWS::ApiGateway::RestApi',
      list: {
        operation: 'GetStages',
        input: {
          restApiId: '{id}',
        },
        items: 'item[]',
        page: false,
      },
      fromParent: {
        restApiId: 'id',
      },
      nativeId: '{restApiId}/{stageName}',
      arn: 'arn:{partition}:apigateway:{region}::/restapis/{restApiId}/stages/{stageName}',
      name: 'stageName',
      createdAt: 'createdDate',
      tags: {
        path: 'tags',
      },
      secrets: ['variables.*'],
      volatile: ['lastUpdatedDate', 'cacheClusterStatus'],
      terraform: ['aws_api_gateway_stage'],
    },
    {
      resourceType: 'AWS::ApiGateway::Resource',
      title: 'REST API resource',
      parent: 'AWS::ApiGateway::RestApi',
      list: {
        operation: 'GetResources',
        input: {
          restApiId: '{id}',
          limit: 500,
          embed: ['methods'],
        },
        items: 'items[]',
      },
      fromParent: {
        restApiId: 'id',
      },
      nativeId: '{restApiId}/{id}',
      name: 'path',
      secrets: ['resourceMethods.*.methodIntegration.requestParameters.*'],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'path',
              equals: '/',
            },
          ],
        },
      ],
      terraform: ['aws_api_gateway_resource'],
    },
    {
      resourceType: 'AWS::ApiGateway::Authorizer',
      title: 'REST API authorizer',
      parent: 'AWS::ApiGateway::RestApi',
      list: {
        operation: 'GetAuthorizers',
        input: {
          restApiId: '{id}',
          limit: 500,
        },
        items: 'items[]',
      },
      fromParent: {
        restApiId: 'id',
      },
      nativeId: '{restApiId}/{id}',
      name: 'name',
      sets: ['providerARNs'],
      terraform: ['aws_api_gateway_authorizer'],
    },
    {
      resourceType: 'AWS::ApiGateway::ApiKey',
      title: 'API key',
      list: {
        operation: 'GetApiKeys',
        input: {
          limit: 500,
          includeValues: false,
        },
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn:{partition}:apigateway:{region}::/apikeys/{id}',
      name: 'name',
      createdAt: 'createdDate',
      tags: {
        path: 'tags',
      },
      secrets: ['value'],
      volatile: ['lastUpdatedDate'],
      sets: ['stageKeys'],
      terraform: ['aws_api_gateway_api_key'],
    },
    {
      resourceType: 'AWS::ApiGateway::UsagePlan',
      title: 'Usage plan',
      list: {
        operation: 'GetUsagePlans',
        input: {
          limit: 500,
        },
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn:{partition}:apigateway:{region}::/usageplans/{id}',
      name: 'name',
      tags: {
        path: 'tags',
      },
      sets: ['apiStages'],
      terraform: ['aws_api_gateway_usage_plan'],
    },
    {
      resourceType: 'AWS::ApiGateway::DomainName',
      title: 'API custom domain',
      list: {
        operation: 'GetDomainNames',
        input: {
          limit: 500,
        },
        items: 'items[]',
      },
      nativeId: 'domainName',
      arn: ['domainNameArn', 'arn:{partition}:apigateway:{region}::/domainnames/{domainName}'],
      name: 'domainName',
      tags: {
        path: 'tags',
      },
      volatile: ['domainNameStatus', 'domainNameStatusMessage'],
      terraform: ['aws_api_gateway_domain_name'],
    },
    {
      resourceType: 'AWS::ApiGateway::VpcLink',
      title: 'REST API VPC link',
      list: {
        operation: 'GetVpcLinks',
        input: {
          limit: 500,
        },
        items: 'items[]',
      },
      nativeId: 'id',
      arn: 'arn:{partition}:apigateway:{region}::/vpclinks/{id}',
      name: 'name',
      tags: {
        path: 'tags',
      },
      volatile: ['status', 'statusMessage'],
      sets: ['targetArns'],
      terraform: ['aws_api_gateway_vpc_link'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::Api',
      title: 'HTTP or WebSocket API',
      list: {
        client: 'apigatewayv2',
        operation: 'GetApis',
        input: {
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      nativeId: 'ApiId',
      arn: 'arn:{partition}:apigateway:{region}::/apis/{id}',
      name: 'Name',
      createdAt: 'CreatedDate',
      tags: {
        path: 'Tags',
      },
      terraform: ['aws_apigatewayv2_api'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::Stage',
      title: 'HTTP API stage',
      parent: 'AWS::ApiGatewayV2::Api',
      list: {
        client: 'apigatewayv2',
        operation: 'GetStages',
        input: {
          ApiId: '{ApiId}',
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      fromParent: {
        ApiId: 'ApiId',
      },
      nativeId: '{ApiId}/{StageName}',
      arn: 'arn:{partition}:apigateway:{region}::/apis/{ApiId}/stages/{StageName}',
      name: 'StageName',
      createdAt: 'CreatedDate',
      tags: {
        path: 'Tags',
      },
      secrets: ['StageVariables.*'],
      volatile: ['LastUpdatedDate', 'LastDeploymentStatusMessage'],
      terraform: ['aws_apigatewayv2_stage'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::Route',
      title: 'HTTP API route',
      parent: 'AWS::ApiGatewayV2::Api',
      list: {
        client: 'apigatewayv2',
        operation: 'GetRoutes',
        input: {
          ApiId: '{ApiId}',
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      fromParent: {
        ApiId: 'ApiId',
      },
      nativeId: '{ApiId}/{RouteId}',
      name: 'RouteKey',
      terraform: ['aws_apigatewayv2_route'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::Integration',
      title: 'HTTP API integration',
      parent: 'AWS::ApiGatewayV2::Api',
      list: {
        client: 'apigatewayv2',
        operation: 'GetIntegrations',
        input: {
          ApiId: '{ApiId}',
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      fromParent: {
        ApiId: 'ApiId',
      },
      nativeId: '{ApiId}/{IntegrationId}',
      label: ['{IntegrationUri|after:function:|trim:/invocations|before:?}', 'IntegrationType'],
      secrets: ['RequestParameters.*'],
      terraform: ['aws_apigatewayv2_integration'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::Authorizer',
      title: 'HTTP API authorizer',
      parent: 'AWS::ApiGatewayV2::Api',
      list: {
        client: 'apigatewayv2',
        operation: 'GetAuthorizers',
        input: {
          ApiId: '{ApiId}',
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      fromParent: {
        ApiId: 'ApiId',
      },
      nativeId: '{ApiId}/{AuthorizerId}',
      name: 'Name',
      terraform: ['aws_apigatewayv2_authorizer'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::DomainName',
      title: 'HTTP API custom domain',
      list: {
        client: 'apigatewayv2',
        operation: 'GetDomainNames',
        input: {
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      nativeId: 'DomainName',
      arn: ['DomainNameArn', 'arn:{partition}:apigateway:{region}::/domainnames/{DomainName}'],
      name: 'DomainName',
      tags: {
        path: 'Tags',
      },
      volatile: ['DomainNameConfigurations[].DomainNameStatus'],
      terraform: ['aws_apigatewayv2_domain_name'],
    },
    {
      resourceType: 'AWS::ApiGatewayV2::VpcLink',
      title: 'HTTP API VPC link',
      list: {
        client: 'apigatewayv2',
        operation: 'GetVpcLinks',
        input: {
          MaxResults: '500',
        },
        items: 'Items[]',
      },
      nativeId: 'VpcLinkId',
      arn: 'arn:{partition}:apigateway:{region}::/vpclinks/{id}',
      name: 'Name',
      createdAt: 'CreatedDate',
      tags: {
        path: 'Tags',
      },
      volatile: ['VpcLinkStatus', 'VpcLinkStatusMessage'],
      terraform: ['aws_apigatewayv2_vpc_link'],
    },
  ],
};
