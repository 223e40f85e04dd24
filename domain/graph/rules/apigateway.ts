import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri } from './common-edges.ts';
import { allowedBy, edge } from './edge.ts';

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
  edge(restApi, 'endpointConfiguration.vpcEndpointIds[]', 'id', 'uses', 'AWS::EC2::VPCEndpoint'),
  ...allowedBy(restApi, 'policy'),
  edge(stage, 'restApiId', 'id', 'contained_in', 'AWS::ApiGateway::RestApi'),
  edge(stage, 'accessLogSettings.destinationArn', 'arn', 'logs_to', [
    'AWS::Logs::LogGroup',
    'AWS::KinesisFirehose::DeliveryStream',
  ]),
  edge(stage, 'webAclArn', 'arn', 'protects', 'AWS::WAFv2::WebACL', { reversed: true }),
  edge(resource, 'restApiId', 'id', 'contained_in', 'AWS::ApiGateway::RestApi'),
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
    { text: { includes: ':lambda:path/' }, read: '{value|rest:/functions/|before:/invocations}' },
  ),
  edge(resource, 'resourceMethods.*.methodIntegration.uri', 'arn', 'invokes', 'AWS::SQS::Queue', {
    variant: 'queue',
    text: { includes: ':sqs:path/' },
    read: 'arn:{partition}:sqs:{value|rest:apigateway:|before::}:{value|rest:sqs:path/|before:/}:{value|after:/}',
  }),
  edge(
    resource,
    'resourceMethods.*.methodIntegration.uri',
    'dns',
    'invokes',
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
    { variant: 'host', text: { startsWith: 'http' } },
  ),
  edge(resource, 'resourceMethods.*.methodIntegration.credentials', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(resource, 'resourceMethods.*.methodIntegration.connectionId', 'id', 'uses', [
    'AWS::ApiGateway::VpcLink',
    'AWS::ApiGatewayV2::VpcLink',
  ]),
  edge(resource, 'resourceMethods.*.methodIntegration.integrationTarget', 'arn', 'invokes', [
    'AWS::ElasticLoadBalancingV2::Listener',
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
  ]),
  edge(authorizer, 'restApiId', 'id', 'contained_in', 'AWS::ApiGateway::RestApi'),
  edge(authorizer, 'providerARNs[]', 'arn', 'uses', 'AWS::Cognito::UserPool'),
  edge(authorizer, 'authorizerUri', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
    text: { includes: ':lambda:path/' },
    read: '{value|rest:/functions/|before:/invocations}',
  }),
  edge(authorizer, 'authorizerCredentials', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(apiKey, 'stageKeys[]', 'id', 'associated_with', 'AWS::ApiGateway::Stage'),
  edge(usagePlan, 'apiStages[].apiId', 'id', 'associated_with', 'AWS::ApiGateway::RestApi'),
  edge(usagePlan, 'apiStages[].stage', 'id', 'associated_with', 'AWS::ApiGateway::Stage', {
    read: '{item.apiId}/{value}',
  }),
  edge(domainName, 'certificateArn', 'arn', 'uses', 'AWS::CertificateManager::Certificate'),
  edge(domainName, 'regionalCertificateArn', 'arn', 'uses', 'AWS::CertificateManager::Certificate'),
  edge(
    domainName,
    'ownershipVerificationCertificateArn',
    'arn',
    'uses',
    'AWS::CertificateManager::Certificate',
  ),
  bucketUri(domainName, 'mutualTlsAuthentication.truststoreUri', 'reads_from'),
  edge(domainName, 'endpointConfiguration.vpcEndpointIds[]', 'id', 'uses', 'AWS::EC2::VPCEndpoint'),
  edge(vpcLink, 'targetArns[]', 'arn', 'forwards_to', 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
  edge(apiGatewayV2Stage, 'ApiId', 'id', 'contained_in', 'AWS::ApiGatewayV2::Api'),
  edge(apiGatewayV2Stage, 'AccessLogSettings.DestinationArn', 'arn', 'logs_to', [
    'AWS::Logs::LogGroup',
    'AWS::KinesisFirehose::DeliveryStream',
  ]),
  edge(route, 'ApiId', 'id', 'contained_in', 'AWS::ApiGatewayV2::Api'),
  edge(route, 'AuthorizerId', 'id', 'uses', 'AWS::ApiGatewayV2::Authorizer', {
    read: '{holder.ApiId}/{value}',
  }),
  edge(route, 'Target', 'id', 'forwards_to', 'AWS::ApiGatewayV2::Integration', {
    text: { startsWith: 'integrations/' },
    read: '{holder.ApiId}/{value|after:/}',
  }),
  edge(integration, 'ApiId', 'id', 'contained_in', 'AWS::ApiGatewayV2::Api'),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
    text: { startsWith: 'arn:', includes: ':lambda:', excludes: ':apigateway:' },
  }),
  edge(integration, 'CredentialsArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
    variant: 'invocation',
    text: { includes: ':lambda:path/' },
    read: '{value|rest:/functions/|before:/invocations}',
  }),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', 'AWS::ElasticLoadBalancingV2::Listener', {
    variant: 'listener',
    text: { includes: ':elasticloadbalancing:' },
  }),
  edge(integration, 'ConnectionId', 'id', 'uses', ['AWS::ApiGatewayV2::VpcLink', 'AWS::ApiGateway::VpcLink']),
  edge(integration, 'IntegrationUri', 'arn', 'invokes', 'AWS::ServiceDiscovery::Service', {
    variant: 'cloud-map',
    text: { includes: ':servicediscovery:' },
  }),
  edge(
    integration,
    'IntegrationUri',
    'dns',
    'invokes',
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancing::LoadBalancer'],
    { variant: 'host', text: { startsWith: 'http' } },
  ),
  edge(apiGatewayV2Authorizer, 'ApiId', 'id', 'contained_in', 'AWS::ApiGatewayV2::Api'),
  edge(apiGatewayV2Authorizer, 'JwtConfiguration.Issuer', 'id', 'uses', 'AWS::Cognito::UserPool', {
    text: { startsWith: 'https://cognito-idp.' },
    read: '{value|after:/}',
  }),
  edge(
    apiGatewayV2Authorizer,
    'AuthorizerUri',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    { text: { includes: ':lambda:path/' }, read: '{value|rest:/functions/|before:/invocations}' },
  ),
  edge(apiGatewayV2Authorizer, 'AuthorizerCredentialsArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    apiGatewayV2DomainName,
    'DomainNameConfigurations[].CertificateArn',
    'arn',
    'uses',
    'AWS::CertificateManager::Certificate',
  ),
  edge(
    apiGatewayV2DomainName,
    'DomainNameConfigurations[].OwnershipVerificationCertificateArn',
    'arn',
    'uses',
    'AWS::CertificateManager::Certificate',
  ),
  bucketUri(apiGatewayV2DomainName, 'MutualTlsAuthentication.TruststoreUri', 'reads_from'),
  edge(apiGatewayV2VpcLink, 'SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(apiGatewayV2VpcLink, 'SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
];
