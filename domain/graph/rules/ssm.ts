import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy } from './common-edges.ts';
import { edge } from './edge.ts';

const association = 'AWS::SSM::Association';

export const ssmRules: readonly EdgeRule[] = [
  ...encryptedBy('AWS::SSM::Parameter', 'KeyId'),
  edge(association, 'Name', 'name', 'uses', 'AWS::SSM::Document', { example: 'install-agents' }),
  edge(association, 'Targets[].Values[]', 'id', 'targets', 'AWS::EC2::Instance', {
    when: { on: 'item', conditions: [{ path: 'Key', equals: 'InstanceIds' }] },
  }),
  edge('AWS::SSM::ManagedInstance', 'InstanceId', 'id', 'uses', 'AWS::EC2::Instance', {
    external: false,
    text: { startsWith: 'i-' },
    example: 'i-0a1b2c3d4e5f60718',
  }),
  edge('AWS::SSM::ManagedInstance', 'IamRole', 'name', 'runs_as', 'AWS::IAM::Role', { example: 'hybrid' }),
];
