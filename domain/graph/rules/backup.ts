import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, keyArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const backupVault = 'AWS::Backup::BackupVault';
const recoveryPoint = 'AWS::Backup::RecoveryPoint';
const backupPlan = 'AWS::Backup::BackupPlan';
const backupSelection = 'AWS::Backup::BackupSelection';
const reportPlan = 'AWS::Backup::ReportPlan';

export const backupRules: readonly EdgeRule[] = [
  keyArn(backupVault, 'EncryptionKeyArn', 'encrypted_by'),
  edge(
    backupPlan,
    'BackupPlan.Rules[].TargetBackupVaultName',
    'name',
    'targets',
    'AWS::Backup::BackupVault',
    { example: 'production' },
  ),
  edge(
    backupPlan,
    'BackupPlan.Rules[].TargetLogicallyAirGappedBackupVaultArn',
    'arn',
    'targets',
    'AWS::Backup::BackupVault',
    { example: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:air-gapped' },
  ),
  edge(
    backupPlan,
    'BackupPlan.Rules[].CopyActions[].DestinationBackupVaultArn',
    'arn',
    'replicates_to',
    'AWS::Backup::BackupVault',
    { example: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:disaster-recovery' },
  ),
  roleArn(backupSelection, 'IamRoleArn', 'runs_as'),
  bucketName(reportPlan, 'ReportDeliveryChannel.S3BucketName', 'uses'),
  edge(recoveryPoint, 'ResourceArn', 'arn', 'created_from', [], {
    external: false,
    example: {
      'arn:aws:dynamodb:eu-west-1:123456789012:table/orders': true,
      'arn:aws:ec2:eu-west-1:123456789012:volume/vol-0a1b2c3d4e5f60718': true,
    },
  }),
  keyArn(recoveryPoint, 'EncryptionKeyArn', 'encrypted_by'),
  roleArn(recoveryPoint, 'IamRoleArn', 'created_from'),
  edge(recoveryPoint, 'CreatedBy.BackupPlanId', 'id', 'created_from', 'AWS::Backup::BackupPlan', {
    external: false,
    example: '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
];
