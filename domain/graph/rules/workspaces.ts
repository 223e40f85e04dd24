import type { EdgeRule } from '../edge-rule.ts';
import { keyArn, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';

const workspace = 'AWS::WorkSpaces::Workspace';

export const workspacesRules: readonly EdgeRule[] = [
  edge(
    workspace,
    'DirectoryId',
    'id',
    'contained_in',
    ['AWS::DirectoryService::MicrosoftAD', 'AWS::DirectoryService::SimpleAD'],
    { example: 'd-926722cea1' },
  ),
  subnetId(workspace, 'SubnetId', 'contained_in'),
  keyArn(workspace, 'VolumeEncryptionKey', 'encrypted_by'),
];
