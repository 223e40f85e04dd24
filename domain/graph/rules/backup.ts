import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge } from './edge.ts';

const backupVault = 'AWS::Backup::BackupVault';
const backupPlan = 'AWS::Backup::BackupPlan';
const backupSelection = 'AWS::Backup::BackupSelection';
const reportPlan = 'AWS::Backup::ReportPlan';

export const backupRules: readonly EdgeRule[] = [
  keyArn(backupVault, 'EncryptionKeyArn'),
  edge(backupPlan, 'BackupPlan.Rules[].TargetBackupVaultName', 'name', 'targets', 'AWS::Backup::BackupVault'),
  edge(
    backupPlan,
    'BackupPlan.Rules[].TargetLogicallyAirGappedBackupVaultArn',
    'arn',
    'targets',
    'AWS::Backup::BackupVault',
  ),
  edge(
    backupPlan,
    'BackupPlan.Rules[].CopyActions[].DestinationBackupVaultArn',
    'arn',
    'replicates_to',
    'AWS::Backup::BackupVault',
  ),
  edge(backupSelection, 'BackupPlanId', 'id', 'contained_in', 'AWS::Backup::BackupPlan'),
  edge(backupSelection, 'IamRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(reportPlan, 'ReportDeliveryChannel.S3BucketName', 'uses'),
];
