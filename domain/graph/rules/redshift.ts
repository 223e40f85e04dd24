import type { EdgeRule } from '../edge-rule.ts';
import {
  certificateArn,
  encryptedBy,
  keyArn,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::Redshift::Cluster';
const clusterSubnetGroup = 'AWS::Redshift::ClusterSubnetGroup';
const clusterSnapshot = 'AWS::Redshift::ClusterSnapshot';

export const redshiftRules: readonly EdgeRule[] = [
  edge(cluster, 'Endpoint.VpcEndpoints[].VpcEndpointId', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-050f79086ee71ac05',
  }),
  edge(
    cluster,
    'ClusterSecurityGroups[].ClusterSecurityGroupName',
    'name',
    'uses',
    'AWS::Redshift::ClusterSecurityGroup',
    { example: 'classic' },
  ),
  securityGroupId(cluster, 'VpcSecurityGroups[].VpcSecurityGroupId', 'uses'),
  edge(
    cluster,
    'ClusterParameterGroups[].ParameterGroupName',
    'name',
    'uses',
    'AWS::Redshift::ClusterParameterGroup',
    { example: 'warehouse' },
  ),
  edge(cluster, 'ClusterSubnetGroupName', 'name', 'uses', 'AWS::Redshift::ClusterSubnetGroup', {
    example: 'private',
  }),
  vpcId(cluster, 'VpcId', 'contained_in'),
  edge(cluster, 'ElasticIpStatus.ElasticIp', 'id', 'uses', 'AWS::EC2::EIP', { example: '52.214.17.3' }),
  keyArn(cluster, 'KmsKeyId', 'encrypted_by'),
  roleArn(cluster, 'IamRoles[].IamRoleArn', 'runs_as'),
  roleArn(cluster, 'DefaultIamRoleArn', 'runs_as'),
  certificateArn(cluster, 'CustomDomainCertificateArn', 'uses'),
  secretArn(cluster, 'MasterPasswordSecretArn', 'reads_secret'),
  ...encryptedBy(cluster, 'MasterPasswordSecretKmsKeyId'),
  vpcId(clusterSubnetGroup, 'VpcId', 'contained_in'),
  subnetId(clusterSubnetGroup, 'Subnets[].SubnetIdentifier', 'contained_in'),
  edge(clusterSnapshot, 'ClusterIdentifier', 'name', 'created_from', 'AWS::Redshift::Cluster', {
    example: 'warehouse',
  }),
  keyArn(clusterSnapshot, 'KmsKeyId', 'encrypted_by'),
  secretArn(clusterSnapshot, 'MasterPasswordSecretArn', 'reads_secret'),
];
