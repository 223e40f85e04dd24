import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy, logGroupName, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';

const broker = 'AWS::AmazonMQ::Broker';

export const mqRules: readonly EdgeRule[] = [
  edge(broker, 'Configurations.Current.Id', 'id', 'uses', 'AWS::AmazonMQ::Configuration', {
    example: 'c-1234a5b6-78cd-901e-2fgh-3i45j6k178190',
  }),
  ...encryptedBy(broker, 'EncryptionOptions.KmsKeyId'),
  logGroupName(broker, 'Logs.AuditLogGroup', 'logs_to'),
  logGroupName(broker, 'Logs.GeneralLogGroup', 'logs_to'),
  securityGroupId(broker, 'SecurityGroups[]', 'uses'),
  subnetId(broker, 'SubnetIds[]', 'contained_in'),
];
