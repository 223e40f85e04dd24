import type { EdgeRule } from '../edge-rule.ts';
import { securityGroupId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::CloudHSM::Cluster';
const backup = 'AWS::CloudHSM::Backup';

/** Source: AWS CloudHSM API reference, Cluster and Backup. */
export const cloudhsmRules: readonly EdgeRule[] = [
  vpcId(cluster, 'VpcId', 'contained_in'),
  securityGroupId(cluster, 'SecurityGroup', 'uses'),
  edge(cluster, 'SourceBackupId', 'id', 'created_from', backup, { example: 'backup-ro5c4er4aac' }),
  edge(backup, 'ClusterId', 'id', 'created_from', cluster, { example: 'cluster-dygnwhmscg5' }),
];
