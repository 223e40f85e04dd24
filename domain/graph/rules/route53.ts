import type { EdgeRule } from '../edge-rule.ts';
import { logGroupArn } from './common-edges.ts';
import { edge } from './edge.ts';

const recordSet = 'AWS::Route53::RecordSet';
const healthCheck = 'AWS::Route53::HealthCheck';
const queryLoggingConfig = 'AWS::Route53::QueryLoggingConfig';

/** An elastic IP address and the instance that has it are two targets of one address, so each has its own rule. */
export const route53Rules: readonly EdgeRule[] = [
  edge(
    recordSet,
    'AliasTarget.DNSName',
    'dns',
    'points_to',
    [
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      'AWS::ElasticLoadBalancing::LoadBalancer',
      'AWS::CloudFront::Distribution',
      'AWS::S3::Bucket',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGateway::DomainName',
      'AWS::ApiGatewayV2::DomainName',
      'AWS::EC2::VPCEndpoint',
      'AWS::GlobalAccelerator::Accelerator',
      'AWS::AppRunner::Service',
    ],
    {
      confidence: 'medium',
      example: {
        'dualstack.checkout-1234567890.eu-west-1.elb.amazonaws.com.':
          'checkout-1234567890.eu-west-1.elb.amazonaws.com',
      },
    },
  ),
  edge(recordSet, 'HealthCheckId', 'id', 'uses', 'AWS::Route53::HealthCheck', {
    example: '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  edge(recordSet, 'AliasTarget.DNSName', 'arn', 'points_to', 'AWS::S3::Bucket', {
    variant: 'website',
    text: { startsWith: 's3-website' },
    read: 'arn:{partition}:s3:::{holder.Name|trim:.}',
    confidence: 'medium',
    external: false,
  }),
  edge(
    recordSet,
    'ResourceRecords[].Value',
    'dns',
    'points_to',
    [
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      'AWS::ElasticLoadBalancing::LoadBalancer',
      'AWS::CloudFront::Distribution',
      'AWS::S3::Bucket',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGateway::DomainName',
      'AWS::ApiGatewayV2::DomainName',
      'AWS::EC2::VPCEndpoint',
      'AWS::EC2::Instance',
      'AWS::RDS::DBInstance',
      'AWS::RDS::DBCluster',
      'AWS::RDS::DBProxy',
      'AWS::DocDB::DBInstance',
      'AWS::DocDB::DBCluster',
      'AWS::Neptune::DBInstance',
      'AWS::Neptune::DBCluster',
      'AWS::ElastiCache::CacheCluster',
      'AWS::ElastiCache::ReplicationGroup',
      'AWS::Redshift::Cluster',
      'AWS::OpenSearchService::Domain',
      'AWS::EFS::FileSystem',
      'AWS::Lambda::Url',
      'AWS::GlobalAccelerator::Accelerator',
      'AWS::AppRunner::Service',
      'AWS::FSx::FileSystem',
    ],
    { when: { on: 'holder', conditions: [{ path: 'Type', equals: 'CNAME' }] } },
  ),
  edge(recordSet, 'ResourceRecords[].Value', 'dns', 'points_to', 'AWS::EC2::EIP', {
    variant: 'address',
    when: { on: 'holder', conditions: [{ path: 'Type', equals: 'A' }] },
  }),
  edge(recordSet, 'ResourceRecords[].Value', 'dns', 'points_to', 'AWS::EC2::Instance', {
    variant: 'instance',
    when: { on: 'holder', conditions: [{ path: 'Type', equals: 'A' }] },
  }),
  // A private address is unique only in its VPC: two interfaces with it make no edge.
  edge(recordSet, 'ResourceRecords[].Value', 'dns', 'points_to', 'AWS::EC2::NetworkInterface', {
    variant: 'private-address',
    when: { on: 'holder', conditions: [{ path: 'Type', equals: 'A' }] },
  }),
  // The record delegates a subdomain to the hosted zone with its name.
  edge(recordSet, 'Name', 'name', 'points_to', 'AWS::Route53::HostedZone', {
    variant: 'delegation',
    read: '{value|trim:.}',
    when: {
      on: 'holder',
      conditions: [
        { path: 'Type', equals: 'NS' },
        { path: 'Name', differsFromPath: 'HostedZoneName' },
      ],
    },
  }),
  edge(
    healthCheck,
    'HealthCheckConfig.FullyQualifiedDomainName',
    'dns',
    'monitors',
    [
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      'AWS::ElasticLoadBalancing::LoadBalancer',
      'AWS::CloudFront::Distribution',
      'AWS::S3::Bucket',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGateway::DomainName',
      'AWS::ApiGatewayV2::DomainName',
      'AWS::EC2::VPCEndpoint',
    ],
    { example: 'checkout-1234567890.eu-west-1.elb.amazonaws.com' },
  ),
  edge(healthCheck, 'HealthCheckConfig.AlarmIdentifier.Name', 'arn', 'uses', 'AWS::CloudWatch::Alarm', {
    read: 'arn:{partition}:cloudwatch:{item.Region}:{account}:alarm:{value}',
  }),
  edge(healthCheck, 'HealthCheckConfig.ChildHealthChecks[]', 'id', 'uses', 'AWS::Route53::HealthCheck', {
    example: ['7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11', '8c2a3b71-4d66-4c9b-af32-6e1a7d0b5f22'],
  }),
  edge(healthCheck, 'HealthCheckConfig.IPAddress', 'dns', 'monitors', 'AWS::EC2::EIP', {
    variant: 'address',
    example: '52.214.17.3',
  }),
  edge(healthCheck, 'HealthCheckConfig.IPAddress', 'dns', 'monitors', 'AWS::EC2::Instance', {
    variant: 'instance',
    example: '52.214.17.3',
  }),
  edge(queryLoggingConfig, 'HostedZoneId', 'id', 'monitors', 'AWS::Route53::HostedZone', {
    example: 'Z0123456789ABCDEFGHIJ',
  }),
  logGroupArn(queryLoggingConfig, 'CloudWatchLogsLogGroupArn', 'logs_to'),
];
