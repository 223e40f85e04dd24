import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const workspace = 'AWS::WorkSpaces::Workspace';

export const workspacesRules: readonly EdgeRule[] = [
  edge(workspace, 'DirectoryId', 'id', 'contained_in', [
    'AWS::DirectoryService::MicrosoftAD',
    'AWS::DirectoryService::SimpleAD',
  ]),
  edge(workspace, 'SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  keyArn(workspace, 'VolumeEncryptionKey'),
];
