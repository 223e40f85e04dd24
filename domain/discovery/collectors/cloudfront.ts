import type { PageRule, ServiceCollectors } from '../declaration/collector.ts';

const pages = (list: string): PageRule => ({
  tokens: { Marker: `${list}.NextMarker` },
  more: `${list}.IsTruncated`,
});
/** Pagination of lists that return the next marker without an IsTruncated flag. */
const marked = (list: string): PageRule => ({ tokens: { Marker: `${list}.NextMarker` } });

export const cloudfront: ServiceCollectors = {
  service: 'cloudfront',
  client: 'cloudfront',
  scope: 'global',
  // AWS GovCloud has no CloudFront. Source: AWS General Reference, endpoints of CloudFront.
  callRegions: { aws: 'us-east-1', 'aws-cn': 'cn-northwest-1' },
  probe: { operation: 'ListDistributions', input: { MaxItems: 1 } },
  types: [
    {
      resourceType: 'AWS::CloudFront::Distribution',
      title: 'CloudFront distribution',
      list: {
        operation: 'ListDistributions',
        input: { MaxItems: 100 },
        items: 'DistributionList.Items[]',
        page: pages('DistributionList'),
      },
      // DistributionSummary has neither.
      details: [
        {
          operation: 'GetDistributionConfig',
          input: { Id: '{Id}' },
          result: 'DistributionConfig',
          pick: ['Logging', 'DefaultRootObject'],
        },
      ],
      nativeId: 'Id',
      arn: 'ARN',
      name: ['Comment', 'DomainName'],
      tags: { taggingApi: 'cloudfront' },
      secrets: ['Origins.Items[].CustomHeaders.Items[].HeaderValue'],
      volatile: ['LastModifiedTime', 'Status', 'ETag', 'AliasICPRecordals[].ICPRecordalStatus'],
      sets: {
        'Aliases.Items': 'cloudfront/latest/APIReference/API_Aliases',
        'Origins.Items': 'cloudfront/latest/APIReference/API_Origins',
        'Origins.Items[].CustomHeaders.Items': 'cloudfront/latest/APIReference/API_CustomHeaders',
      },
      terraform: ['aws_cloudfront_distribution'],
    },
    {
      resourceType: 'AWS::CloudFront::OriginAccessControl',
      title: 'Origin access control',
      list: {
        operation: 'ListOriginAccessControls',
        input: { MaxItems: 100 },
        items: 'OriginAccessControlList.Items[]',
        page: pages('OriginAccessControlList'),
      },
      nativeId: 'Id',
      arn: 'arn:{partition}:cloudfront::{account}:origin-access-control/{id}',
      name: 'Name',
      terraform: ['aws_cloudfront_origin_access_control'],
    },
    {
      resourceType: 'AWS::CloudFront::CloudFrontOriginAccessIdentity',
      title: 'Origin access identity',
      list: {
        operation: 'ListCloudFrontOriginAccessIdentities',
        input: { MaxItems: 100 },
        items: 'CloudFrontOriginAccessIdentityList.Items[]',
        page: pages('CloudFrontOriginAccessIdentityList'),
      },
      nativeId: 'Id',
      arn: 'arn:{partition}:iam::cloudfront:user/CloudFront Origin Access Identity {id}',
      name: 'Comment',
      terraform: ['aws_cloudfront_origin_access_identity'],
    },
    {
      resourceType: 'AWS::CloudFront::CachePolicy',
      title: 'CloudFront cache policy',
      list: {
        operation: 'ListCachePolicies',
        input: { Type: 'custom', MaxItems: 100 },
        items: 'CachePolicyList.Items[].CachePolicy',
        page: marked('CachePolicyList'),
      },
      nativeId: 'Id',
      arn: 'arn:{partition}:cloudfront::{account}:cache-policy/{id}',
      name: 'CachePolicyConfig.Name',
      volatile: ['LastModifiedTime'],
      terraform: ['aws_cloudfront_cache_policy'],
    },
    {
      resourceType: 'AWS::CloudFront::OriginRequestPolicy',
      title: 'CloudFront origin request policy',
      list: {
        operation: 'ListOriginRequestPolicies',
        input: { Type: 'custom', MaxItems: 100 },
        items: 'OriginRequestPolicyList.Items[].OriginRequestPolicy',
        page: marked('OriginRequestPolicyList'),
      },
      nativeId: 'Id',
      arn: 'arn:{partition}:cloudfront::{account}:origin-request-policy/{id}',
      name: 'OriginRequestPolicyConfig.Name',
      volatile: ['LastModifiedTime'],
      terraform: ['aws_cloudfront_origin_request_policy'],
    },
    {
      resourceType: 'AWS::CloudFront::ResponseHeadersPolicy',
      title: 'CloudFront response headers policy',
      list: {
        operation: 'ListResponseHeadersPolicies',
        input: { Type: 'custom', MaxItems: 100 },
        items: 'ResponseHeadersPolicyList.Items[].ResponseHeadersPolicy',
        page: marked('ResponseHeadersPolicyList'),
      },
      nativeId: 'Id',
      arn: 'arn:{partition}:cloudfront::{account}:response-headers-policy/{id}',
      name: 'ResponseHeadersPolicyConfig.Name',
      volatile: ['LastModifiedTime'],
      terraform: ['aws_cloudfront_response_headers_policy'],
    },
    {
      resourceType: 'AWS::CloudFront::Function',
      title: 'CloudFront function',
      list: {
        operation: 'ListFunctions',
        input: { MaxItems: 100 },
        items: 'FunctionList.Items[]',
        page: marked('FunctionList'),
        only: [{ path: 'FunctionMetadata.Stage', equals: 'DEVELOPMENT' }],
      },
      nativeId: 'Name',
      arn: 'FunctionMetadata.FunctionARN',
      name: 'Name',
      createdAt: 'FunctionMetadata.CreatedTime',
      volatile: ['Status'],
      terraform: ['aws_cloudfront_function'],
    },
    {
      resourceType: 'AWS::CloudFront::PublicKey',
      title: 'CloudFront public key',
      list: {
        operation: 'ListPublicKeys',
        input: { MaxItems: 100 },
        items: 'PublicKeyList.Items[]',
        page: marked('PublicKeyList'),
      },
      nativeId: 'Id',
      name: 'Name',
      createdAt: 'CreatedTime',
      terraform: ['aws_cloudfront_public_key'],
    },
    {
      resourceType: 'AWS::CloudFront::KeyGroup',
      title: 'CloudFront key group',
      list: {
        operation: 'ListKeyGroups',
        input: { MaxItems: 100 },
        items: 'KeyGroupList.Items[].KeyGroup',
        page: marked('KeyGroupList'),
      },
      nativeId: 'Id',
      name: 'KeyGroupConfig.Name',
      volatile: ['LastModifiedTime'],
      sets: { 'KeyGroupConfig.Items': 'cloudfront/latest/APIReference/API_KeyGroupConfig' },
      terraform: ['aws_cloudfront_key_group'],
    },
  ],
};
