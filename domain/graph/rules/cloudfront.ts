import type { EdgeRule } from '../edge-rule.ts';
import { certificateArn } from './common-edges.ts';
import { edge } from './edge.ts';

const distribution = 'AWS::CloudFront::Distribution';
const cloudFrontFunction = 'AWS::CloudFront::Function';
const keyGroup = 'AWS::CloudFront::KeyGroup';

export const cloudfrontRules: readonly EdgeRule[] = [
  edge(
    distribution,
    'Origins.Items[].DomainName',
    'dns',
    'serves_from',
    [
      'AWS::S3::Bucket',
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      'AWS::ElasticLoadBalancing::LoadBalancer',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGatewayV2::Api',
      'AWS::EC2::Instance',
      'AWS::Lambda::Url',
      'AWS::AppRunner::Service',
    ],
    {
      confidence: 'medium',
      example: [
        'checkout-1234567890.eu-west-1.elb.amazonaws.com',
        'checkout-0a1b2c3d4e5f6071.elb.eu-west-1.amazonaws.com',
        'example-old.s3.amazonaws.com',
        'example-storefront.s3.eu-west-1.amazonaws.com',
      ],
    },
  ),
  edge(
    distribution,
    'Origins.Items[].OriginAccessControlId',
    'id',
    'uses',
    'AWS::CloudFront::OriginAccessControl',
    { example: 'E3R2ABCDEXAMPL' },
  ),
  edge(
    distribution,
    'Origins.Items[].S3OriginConfig.OriginAccessIdentity',
    'id',
    'uses',
    'AWS::CloudFront::CloudFrontOriginAccessIdentity',
    {
      read: '{value|after:/}',
      example: { 'origin-access-identity/cloudfront/E127EXAMPLE51Z': 'E127EXAMPLE51Z' },
    },
  ),
  edge(
    distribution,
    'Origins.Items[].VpcOriginConfig.VpcOriginId',
    'id',
    'uses',
    'AWS::CloudFront::VpcOrigin',
    { example: 'vo_0a1b2c3d4e5f60718' },
  ),
  edge(
    distribution,
    'DefaultCacheBehavior.TrustedKeyGroups.Items[]',
    'id',
    'uses',
    'AWS::CloudFront::KeyGroup',
    { example: 'b9e4e4f1-2a3b-4c5d-8e6f-708192a3b4c5' },
  ),
  edge(
    distribution,
    'DefaultCacheBehavior.LambdaFunctionAssociations.Items[].LambdaFunctionARN',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    { properties: { event: 'EventType' } },
  ),
  edge(
    distribution,
    'DefaultCacheBehavior.FunctionAssociations.Items[].FunctionARN',
    'arn',
    'invokes',
    'AWS::CloudFront::Function',
    { properties: { event: 'EventType' } },
  ),
  edge(distribution, 'DefaultCacheBehavior.CachePolicyId', 'id', 'uses', 'AWS::CloudFront::CachePolicy', {
    external: false,
    example: '2e54312d-136d-493c-8eb9-b001f22f67d2',
  }),
  edge(
    distribution,
    'DefaultCacheBehavior.OriginRequestPolicyId',
    'id',
    'uses',
    'AWS::CloudFront::OriginRequestPolicy',
    { external: false, example: '216adef6-5c7f-47e4-b989-5492eafa07d3' },
  ),
  edge(
    distribution,
    'DefaultCacheBehavior.ResponseHeadersPolicyId',
    'id',
    'uses',
    'AWS::CloudFront::ResponseHeadersPolicy',
    { external: false, example: '67f7725c-6f97-4210-82d7-5512b31e9d03' },
  ),
  edge(
    distribution,
    'CacheBehaviors.Items[].TrustedKeyGroups.Items[]',
    'id',
    'uses',
    'AWS::CloudFront::KeyGroup',
    { example: 'c0f5f5e2-3b4c-4d6e-9f70-8192a3b4c5d6' },
  ),
  edge(
    distribution,
    'CacheBehaviors.Items[].LambdaFunctionAssociations.Items[].LambdaFunctionARN',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    { properties: { event: 'EventType' } },
  ),
  edge(
    distribution,
    'CacheBehaviors.Items[].FunctionAssociations.Items[].FunctionARN',
    'arn',
    'invokes',
    'AWS::CloudFront::Function',
    { properties: { event: 'EventType' } },
  ),
  edge(distribution, 'CacheBehaviors.Items[].CachePolicyId', 'id', 'uses', 'AWS::CloudFront::CachePolicy', {
    external: false,
    example: '3f65423e-247e-4a4d-9fca-c112f33a78e3',
  }),
  edge(
    distribution,
    'CacheBehaviors.Items[].OriginRequestPolicyId',
    'id',
    'uses',
    'AWS::CloudFront::OriginRequestPolicy',
    { external: false, example: '327befa7-6d8a-48f5-8a9a-6603fbfb18e4' },
  ),
  edge(
    distribution,
    'CacheBehaviors.Items[].ResponseHeadersPolicyId',
    'id',
    'uses',
    'AWS::CloudFront::ResponseHeadersPolicy',
    { external: false, example: '78a8836d-7a08-4321-93e8-6623c42a0e14' },
  ),
  edge(
    distribution,
    'DefaultCacheBehavior.RealtimeLogConfigArn',
    'arn',
    'logs_to',
    'AWS::CloudFront::RealtimeLogConfig',
    { example: 'arn:aws:cloudfront::123456789012:realtime-log-config/storefront' },
  ),
  certificateArn(distribution, 'ViewerCertificate.ACMCertificateArn', 'uses'),
  edge(distribution, 'WebACLId', 'arn', 'protects', 'AWS::WAFv2::WebACL', {
    reversed: true,
    example:
      'arn:aws:wafv2:us-east-1:123456789012:global/webacl/storefront/2b7f0d5e-31d1-4cf4-9a54-9f21c0b4b9d3',
  }),
  edge(
    cloudFrontFunction,
    'FunctionConfig.KeyValueStoreAssociations.Items[].KeyValueStoreARN',
    'arn',
    'reads_from',
    'AWS::CloudFront::KeyValueStore',
    { example: 'arn:aws:cloudfront::123456789012:key-value-store/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11' },
  ),
  edge(keyGroup, 'KeyGroupConfig.Items[]', 'id', 'uses', 'AWS::CloudFront::PublicKey', {
    example: 'K2JCJMDEHXQW5F',
  }),
];
