import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, bucketUri, certificateArn, roleArn, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';

const restApi = 'AWS::ApiGateway::RestApi';
const stage = 'AWS::ApiGateway::Stage';
const resource = 'AWS::ApiGateway::Resource';
const authorizer = 'AWS::ApiGateway::Authorizer';
const apiKey = 'AWS::ApiGateway::ApiKey';
const usagePlan = 'AWS::ApiGateway::UsagePlan';
const domainName = 'AWS::ApiGateway::DomainName';
const vpcLink = 'AWS::ApiGateway::VpcLink';
const apiGatewayV2Stage = 'AWS::ApiGatewayV2::Stage';
const route = 'AWS::ApiGatewayV2::Route';
const integration = 'AWS::ApiGatewayV2::Integration';
const apiGatewayV2Authorizer = 'AWS::ApiGatewayV2::Authorizer';
const apiGatewayV2DomainName = 'AWS::ApiGatewayV2::DomainName';
const apiGatewayV2VpcLink = 'AWS::ApiGatewayV2::VpcLink';

export const apigatewayRules: readonly EdgeRule[] = [
  edge(restApi, 'endpointConfiguration.vpcEndpointIds[]', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-050f79086ee71ac05',
  }),
  ...allowedBy(restApi, 'policy'),
  edge(
    stage,
    'accessLogSettings.destinationArn',
    'arn',
    'logs_to',
    ['AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
    { example: 'arn:aws:logs:eu-west-1:123456789012:log-group:/apigateway/internal' },
  ),
  edge(stage, 'webAclArn', 'arn', 'protects', 'AWS::WAFv2::WebACL', {
    reversed: true,
    example: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/apis/2b7f0d5e-31d1-4cf4-9a54-9f21c0b4b9d3',
  }),
  edge(resource, 'parentId', 'id', 'contained_in', 'AWS::ApiGateway::Resource', {
    read: '{holder.restApiId}/{value}',
  }),
  edge(resource, 'resourceMethods.*.authorizerId', 'id', 'uses', 'AWS::ApiGateway::Authorizer', {
    read: '{holder.restApiId}/{value}',
  }),
  edge(
    resource,
    'resourceMethods.*.methodIntegration.uri',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    {
      text: { includes: ':lambda:path/' },
      read: '{value|rest:/functions/|before:/invocations}',
      example: {
        'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:orders/invocations':
          'arn:aws:lambda:eu-west-1:123456789012:function:orders',
      },
    },
  ),
  edge(resource, 'resourceMethods.*.methodIntegration.uri', 'arn', 'invokes', 'AWS::SQS::Queue', {
    variant: 'queue',
    text: { includes: ':sqs:path/' },
    read: 'arn:{partition}:sqs:{value|rest:apigateway:|before::}:{value|rest:sqs:path/|before:/}:{value|after:/}',
    example: {
      'arn:aws:apigateway:eu-west-1:sqs:path/123456789012/order-requests':
        'arn:aws:sqs:eu-west-1:123456789012:order-requests',
    },
  }),
  edge(
    resource,
    'resourceMethods.*.methodIntegration.uri',
    'dns',
    'invokes',
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
    {
      variant: 'host',
      text: { startsWith: 'http' },
      example: {
        'http://checkout-0a1b2c3d4e5f6071.elb.eu-west-1.amazonaws.com/orders':
          'checkout-0a1b2c3d4e5f6071.elb.eu-west-1.amazonaws.com',
      },
    },
  ),
  roleArn(resource, 'resourceMethods.*.methodIntegration.credentials', 'runs_as'),
  edge(
    resource,
    'resourceMethods.*.methodIntegration.connectionId',
    'id',
    'uses',
    ['AWS::ApiGateway::VpcLink', 'AWS::ApiGatewayV2::VpcLink'],
    { example: 'vl12ab' },
  ),
  edge(
    resource,
    'resourceMethods.*.methodIntegration.integrationTarget',
    'arn',
    'invokes',
    ['AWS::ElasticLoadBalancingV2::Listener', 'AWS::ElasticLoadBalancingV2::LoadBalancer'],
    {
      example:
        'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/checkout/50dc6c495c0c9188/f2f7dc8efc522ab2',
    },
  ),
  edge(authorizer, 'providerARNs[]', 'arn', 'uses', 'AWS::Cognito::UserPool', {
    example: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_Ab12Cd34E',
  }),
  edge(authorizer, 'authorizerUri', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
    text: { includes: ':lambda:path/' },
    read: '{value|rest:/functions/|before:/invocations}',
    example: {
      'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:authorize-partners/invocations':
        'arn:aws:lambda:eu-west-1:123456789012:function:authorize-partners',
    },
  }),
  roleArn(authorizer, 'authorizerCredentials', 'runs_as'),
  edge(apiKey, 'stageKeys[]', 'id', 'associated_with', 'AWS::ApiGateway::Stage', {
    example: 'a1b2c3d4e5/prod',
  }),
  edge(usagePlan, 'apiStages[].apiId', 'id', 'associated_with', 'AWS::ApiGateway::RestApi', {
    example: 'a1b2c3d4e5',
  }),
  edge(usagePlan, 'apiStages[].stage', 'id', 'associated_with', 'AWS::ApiGateway::Stage', {
    read: '{item.apiId}/{value}',
  }),
  certificateArn(domainName, 'certificateArn', 'uses'),
  certificateArn(domainName, 'regionalCertificateArn', 'uses'),
  certificateArn(domainName, 'ownershipVerificationCertificateArn', 'uses'),
  bucketUri(domainName, 'mutualTlsAuthentication.truststoreUri', 'reads_from'),
  edge(domainName, 'endpointConfiguration.vpcEndpointIds[]', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-050f79086ee71ac05',
  }),
  edge(vpcLink, 'targetArns[]', 'arn', 'forwards_to', 'AWS::ElasticLoadBalancingV2::LoadBalancer', {
    example: 'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/net/orders/0a1b2c3d4e5f6071',
  }),
  edge(
    apiGatewayV2Stage,
    'AccessLogSettings.DestinationArn',
    'arn',
    'logs_to',
    ['AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
    { example: 'arn:aws:logs:eu-west-1:123456789012:log-group:/apigateway/public' },
  ),
  edge(route, 'AuthorizerId', 'id', 'uses', 'AWS::ApiGatewayV2::Authorizer', {
    read: '{holder.ApiId}/{value}',
  }),
  edge(route, 'Target', 'id', 'forwards_to', 'AWS::ApiGatewayV2::Integration', {
    text: { startsWith: 'integrations/' },
    read: '{holder.ApiId}/{value|after:/}',
  }),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
    text: { startsWith: 'arn:', includes: ':lambda:', excludes: ':apigateway:' },
    example: {
      'arn:aws:lambda:eu-west-1:123456789012:function:orders:live': {
        baseKey: 'arn:aws:lambda:eu-west-1:123456789012:function:orders',
      },
    },
  }),
  roleArn(integration, 'CredentialsArn', 'runs_as'),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
    variant: 'invocation',
    text: { includes: ':lambda:path/' },
    read: '{value|rest:/functions/|before:/invocations}',
    example: {
      'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:chat/invocations':
        'arn:aws:lambda:eu-west-1:123456789012:function:chat',
    },
  }),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', 'AWS::ElasticLoadBalancingV2::Listener', {
    variant: 'listener',
    text: { includes: ':elasticloadbalancing:' },
    example:
      'arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/checkout/50dc6c495c0c9188/f2f7dc8efc522ab2',
  }),
  edge(
    integration,
    'ConnectionId',
    'id',
    'uses',
    ['AWS::ApiGatewayV2::VpcLink', 'AWS::ApiGateway::VpcLink'],
    { example: 'vl67cd' },
  ),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', 'AWS::ServiceDiscovery::Service', {
    variant: 'cloud-map',
    text: { includes: ':servicediscovery:' },
    example: 'arn:aws:servicediscovery:eu-west-1:123456789012:service/srv-p5zdwlg5uvvzjita',
  }),
  edge(
    integration,
    'IntegrationUri',
    'dns',
    'invokes',
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
    {
      variant: 'host',
      text: { startsWith: 'http' },
      example: {
        'https://checkout-1234567890.eu-west-1.elb.amazonaws.com/orders':
          'checkout-1234567890.eu-west-1.elb.amazonaws.com',
      },
    },
  ),
  edge(apiGatewayV2Authorizer, 'JwtConfiguration.Issuer', 'id', 'uses', 'AWS::Cognito::UserPool', {
    text: { startsWith: 'https://cognito-idp.' },
    read: '{value|after:/}',
    example: { 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab12Cd34E': 'eu-west-1_Ab12Cd34E' },
  }),
  edge(
    apiGatewayV2Authorizer,
    'AuthorizerUri',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    {
      text: { includes: ':lambda:path/' },
      read: '{value|rest:/functions/|before:/invocations}',
      example: {
        'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:authorize-partners/invocations':
          'arn:aws:lambda:eu-west-1:123456789012:function:authorize-partners',
      },
    },
  ),
  roleArn(apiGatewayV2Authorizer, 'AuthorizerCredentialsArn', 'runs_as'),
  certificateArn(apiGatewayV2DomainName, 'DomainNameConfigurations[].CertificateArn', 'uses'),
  certificateArn(
    apiGatewayV2DomainName,
    'DomainNameConfigurations[].OwnershipVerificationCertificateArn',
    'uses',
  ),
  bucketUri(apiGatewayV2DomainName, 'MutualTlsAuthentication.TruststoreUri', 'reads_from'),
  securityGroupId(apiGatewayV2VpcLink, 'SecurityGroupIds[]', 'uses'),
  subnetId(apiGatewayV2VpcLink, 'SubnetIds[]', 'contained_in'),
];
