import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const recordSet = 'AWS::Route53::RecordSet';
const healthCheck = 'AWS::Route53::HealthCheck';
const queryLoggingConfig = 'AWS::Route53::QueryLoggingConfig';

/** An elastic IP address and the instance that has it are two targets of one address, so each has its own rule. */
export const route53Rules: readonly EdgeRule[] = [
  edge(recordSet, 'HostedZoneId', 'id', 'contained_in', 'AWS::Route53::HostedZone', {
    read: '{value|after:/}',
  }),
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
    ],
    { confidence: 'medium' },
  ),
  edge(recordSet, 'HealthCheckId', 'id', 'uses', 'AWS::Route53::HealthCheck'),
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
  edge(healthCheck, 'HealthCheckConfig.FullyQualifiedDomainName', 'dns', 'monitors', [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'AWS::ElasticLoadBalancing::LoadBalancer',
    'AWS::CloudFront::Distribution',
    'AWS::S3::Bucket',
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGatewayV2::Api',
    'AWS::ApiGateway::DomainName',
    'AWS::ApiGatewayV2::DomainName',
    'AWS::EC2::VPCEndpoint',
  ]),
  edge(healthCheck, 'HealthCheckConfig.AlarmIdentifier.Name', 'arn', 'uses', 'AWS::CloudWatch::Alarm', {
    read: 'arn:{partition}:cloudwatch:{item.Region}:{account}:alarm:{value}',
  }),
  edge(healthCheck, 'HealthCheckConfig.ChildHealthChecks[]', 'id', 'uses', 'AWS::Route53::HealthCheck'),
  edge(healthCheck, 'HealthCheckConfig.IPAddress', 'dns', 'monitors', 'AWS::EC2::EIP', {
    variant: 'address',
  }),
  edge(healthCheck, 'HealthCheckConfig.IPAddress', 'dns', 'monitors', 'AWS::EC2::Instance', {
    variant: 'instance',
  }),
  edge(queryLoggingConfig, 'HostedZoneId', 'id', 'monitors', 'AWS::Route53::HostedZone'),
  edge(queryLoggingConfig, 'CloudWatchLogsLogGroupArn', 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
];
