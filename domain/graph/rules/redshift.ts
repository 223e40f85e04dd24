import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge, encryptedBy } from './edge.ts';

const cluster = 'AWS::Redshift::Cluster';
const clusterSubnetGroup = 'AWS::Redshift::ClusterSubnetGroup';
const clusterSnapshot = 'AWS::Redshift::ClusterSnapshot';

export const redshiftRules: readonly EdgeRule[] = [
  edge(cluster, 'Endpoint.VpcEndpoints[].VpcEndpointId', 'id', 'uses', 'AWS::EC2::VPCEndpoint'),
  edge(
    cluster,
    'ClusterSecurityGroups[].ClusterSecurityGroupName',
    'name',
    'uses',
    'AWS::Redshift::ClusterSecurityGroup',
  ),
  edge(cluster, 'VpcSecurityGroups[].VpcSecurityGroupId', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(
    cluster,
    'ClusterParameterGroups[].ParameterGroupName',
    'name',
    'uses',
    'AWS::Redshift::ClusterParameterGroup',
  ),
  edge(cluster, 'ClusterSubnetGroupName', 'name', 'uses', 'AWS::Redshift::ClusterSubnetGroup'),
  edge(cluster, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(cluster, 'ElasticIpStatus.ElasticIp', 'id', 'uses', 'AWS::EC2::EIP'),
  keyArn(cluster, 'KmsKeyId'),
  edge(cluster, 'IamRoles[].IamRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(cluster, 'DefaultIamRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(cluster, 'CustomDomainCertificateArn', 'arn', 'uses', 'AWS::CertificateManager::Certificate'),
  edge(cluster, 'MasterPasswordSecretArn', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret'),
  ...encryptedBy(cluster, 'MasterPasswordSecretKmsKeyId'),
  edge(clusterSubnetGroup, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(clusterSubnetGroup, 'Subnets[].SubnetIdentifier', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(clusterSnapshot, 'ClusterIdentifier', 'name', 'created_from', 'AWS::Redshift::Cluster'),
  keyArn(clusterSnapshot, 'KmsKeyId'),
  edge(clusterSnapshot, 'MasterPasswordSecretArn', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret'),
];
