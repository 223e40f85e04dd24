import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const broker = 'AWS::AmazonMQ::Broker';

export const mqRules: readonly EdgeRule[] = [
  edge(broker, 'Configurations.Current.Id', 'id', 'uses', 'AWS::AmazonMQ::Configuration'),
  ...encryptedBy(broker, 'EncryptionOptions.KmsKeyId'),
  edge(broker, 'Logs.AuditLogGroup', 'name', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(broker, 'Logs.GeneralLogGroup', 'name', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(broker, 'SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(broker, 'SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
];
