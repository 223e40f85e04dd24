import { defined } from '../defined.ts';
import type { IdentifierKind, IdentifierRule } from './edge-rule.ts';

const rule = (type: string, kind: IdentifierKind, path: string, read?: string): IdentifierRule =>
  defined({ resourceType: `AWS::${type}`, kind, path, read });

/**
 * Identifiers of resources besides ARN, native id and name. An address of a network interface is qualified with its VPC,
 * because private addresses are unique only there. Sources of the host names: the API references of the services.
 */
export const identifierRules: readonly IdentifierRule[] = [
  rule('EC2::KeyPair', 'id', 'KeyPairId'),
  rule('EC2::EIP', 'id', 'PublicIp'),
  rule('EC2::EIP', 'dns', 'PublicIp'),
  rule('EC2::Instance', 'dns', 'PublicIpAddress'),
  rule('EC2::Instance', 'dns', 'PublicDnsName'),
  rule('EC2::Instance', 'dns', 'PrivateDnsName'),
  rule('EC2::NetworkInterface', 'name', 'PrivateIpAddresses[].PrivateIpAddress', '{holder.VpcId}/{value}'),
  rule('EC2::NetworkInterface', 'dns', 'PrivateIpAddresses[].PrivateIpAddress'),
  rule('EC2::VPCEndpoint', 'dns', 'DnsEntries[].DnsName'),
  rule('EC2::VPCEndpointService', 'name', 'ServiceName'),

  rule('ElasticLoadBalancingV2::LoadBalancer', 'dns', 'DNSName'),
  rule('ElasticLoadBalancing::LoadBalancer', 'dns', 'DNSName'),
  rule('CloudFront::Distribution', 'dns', 'DomainName'),
  rule('CloudFront::Distribution', 'dns', 'Aliases.Items[]'),

  // The ARN without the UUID at its end, for references that give only the name.
  rule(
    'CloudFormation::Stack',
    'arn',
    'StackName',
    'arn:{partition}:cloudformation:{region}:{account}:stack/{value}',
  ),
  rule('SQS::Queue', 'url', 'QueueUrl'),
  rule('S3::Bucket', 'dns', 'Name', '{value}.s3.{dnsSuffix}'),
  rule('S3::Bucket', 'dns', 'Name', '{value}.s3.{region}.{dnsSuffix}'),
  rule('S3::Bucket', 'dns', 'Name', '{value}.s3-website-{region}.{dnsSuffix}'),
  rule('S3::Bucket', 'dns', 'Name', '{value}.s3-website.{region}.{dnsSuffix}'),
  rule('Lambda::Url', 'url', 'FunctionUrl'),
  rule('Lambda::Url', 'dns', 'FunctionUrl'),
  rule('AppRunner::Service', 'dns', 'ServiceUrl'),
  rule('GlobalAccelerator::Accelerator', 'dns', 'DnsName'),
  rule('GlobalAccelerator::Accelerator', 'dns', 'DualStackDnsName'),
  rule('FSx::FileSystem', 'dns', 'DNSName'),
  // References to the newest revision of a family name no revision.
  rule('ECS::TaskDefinition', 'arn', 'taskDefinition.taskDefinitionArn', '{value|start::}'),
  rule('Lambda::LayerVersion', 'arn', 'LayerArn'),
  rule('ECR::Image', 'id', 'imageDigest'),
  rule('SecretsManager::Secret', 'arn', 'ARN', '{value|start:-}'),
  rule('DynamoDB::Table', 'arn', 'LatestStreamArn'),

  rule('ApiGateway::RestApi', 'dns', 'id', '{value}.execute-api.{region}.{dnsSuffix}'),
  rule('ApiGateway::RestApi', 'url', 'id', 'https://{value}.execute-api.{region}.{dnsSuffix}'),
  rule('ApiGatewayV2::Api', 'dns', 'ApiEndpoint'),
  rule('ApiGatewayV2::Api', 'url', 'ApiEndpoint'),
  rule('ApiGateway::DomainName', 'dns', 'regionalDomainName'),
  rule('ApiGateway::DomainName', 'dns', 'distributionDomainName'),
  rule('ApiGatewayV2::DomainName', 'dns', 'DomainNameConfigurations[].ApiGatewayDomainName'),

  rule('RDS::DBInstance', 'dns', 'Endpoint.Address'),
  rule('RDS::DBCluster', 'dns', 'Endpoint'),
  rule('RDS::DBCluster', 'dns', 'ReaderEndpoint'),
  rule('RDS::DBCluster', 'dns', 'CustomEndpoints[]'),
  rule('RDS::DBProxy', 'dns', 'Endpoint'),
  rule('Neptune::DBInstance', 'dns', 'Endpoint.Address'),
  rule('Neptune::DBCluster', 'dns', 'Endpoint'),
  rule('Neptune::DBCluster', 'dns', 'ReaderEndpoint'),
  rule('DocDB::DBInstance', 'dns', 'Endpoint.Address'),
  rule('DocDB::DBCluster', 'dns', 'Endpoint'),
  rule('DocDB::DBCluster', 'dns', 'ReaderEndpoint'),
  rule('ElastiCache::CacheCluster', 'dns', 'ConfigurationEndpoint.Address'),
  rule('ElastiCache::CacheCluster', 'dns', 'CacheNodes[].Endpoint.Address'),
  rule('ElastiCache::ReplicationGroup', 'dns', 'ConfigurationEndpoint.Address'),
  rule('ElastiCache::ReplicationGroup', 'dns', 'NodeGroups[].PrimaryEndpoint.Address'),
  rule('ElastiCache::ReplicationGroup', 'dns', 'NodeGroups[].ReaderEndpoint.Address'),
  rule('Redshift::Cluster', 'dns', 'Endpoint.Address'),
  rule('OpenSearchService::Domain', 'dns', 'Endpoint'),
  rule('OpenSearchService::Domain', 'dns', 'Endpoints.*'),
  rule('EFS::FileSystem', 'dns', 'FileSystemId', '{value}.efs.{region}.{dnsSuffix}'),
  rule('EKS::Cluster', 'dns', 'endpoint'),
  rule('EKS::Cluster', 'url', 'endpoint'),
];
