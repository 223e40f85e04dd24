import type { ServiceCollectors } from '../collector.ts';

export const backup: ServiceCollectors = {
  service: 'backup',
  client: 'backup',
  scope: 'regional',
  probe: {
    operation: 'ListBackupVaults',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::Backup::BackupVault',
      title: 'Backup vault',
      notRead: 'Jobs. The recovery points are AWS::Backup::RecoveryPoint.',
      list: {
        operation: 'ListBackupVaults',
        input: {
          MaxResults: 1000,
        },
        items: 'BackupVaultList[]',
      },
      nativeId: 'BackupVaultName',
      arn: 'BackupVaultArn',
      name: 'BackupVaultName',
      createdAt: 'CreationDate',
      tags: {
        taggingApi: 'backup',
      },
      volatile: ['NumberOfRecoveryPoints', 'VaultState'],
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'BackupVaultName',
              equals: 'Default',
            },
          ],
        },
        {
          origin: 'default',
          when: [
            {
              path: 'BackupVaultName',
              startsWith: 'aws/',
            },
          ],
        },
      ],
      terraform: ['aws_backup_vault', 'aws_backup_logically_air_gapped_vault'],
    },
    {
      resourceType: 'AWS::Backup::BackupPlan',
      title: 'Backup plan',
      list: {
        operation: 'ListBackupPlans',
        input: {
          MaxResults: 1000,
        },
        items: 'BackupPlansList[]',
      },
      details: [
        {
          operation: 'GetBackupPlan',
          input: {
            BackupPlanId: '{BackupPlanId}',
          },
          result: 'BackupPlan',
          into: 'BackupPlan',
        },
      ],
      nativeId: 'BackupPlanId',
      arn: 'BackupPlanArn',
      name: 'BackupPlanName',
      createdAt: 'CreationDate',
      tags: {
        taggingApi: 'backup',
      },
      volatile: ['LastExecutionDate'],
      terraform: ['aws_backup_plan'],
    },
    {
      resourceType: 'AWS::Backup::BackupSelection',
      title: 'Backup selection',
      parent: 'AWS::Backup::BackupPlan',
      list: {
        operation: 'ListBackupSelections',
        input: {
          BackupPlanId: '{BackupPlanId}',
          MaxResults: 1000,
        },
        items: 'BackupSelectionsList[]',
      },
      nativeId: '{BackupPlanId}/{SelectionId}',
      name: 'SelectionName',
      createdAt: 'CreationDate',
      terraform: ['aws_backup_selection'],
    },
    {
      resourceType: 'AWS::Backup::ReportPlan',
      title: 'Backup report plan',
      list: {
        operation: 'ListReportPlans',
        input: {
          MaxResults: 1000,
        },
        items: 'ReportPlans[]',
      },
      nativeId: 'ReportPlanName',
      arn: 'ReportPlanArn',
      name: 'ReportPlanName',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'backup',
      },
      volatile: ['LastAttemptedExecutionTime', 'LastSuccessfulExecutionTime', 'DeploymentStatus'],
      terraform: ['aws_backup_report_plan'],
    },
    {
      resourceType: 'AWS::Backup::RecoveryPoint',
      title: 'Recovery point',
      parent: 'AWS::Backup::BackupVault',
      list: {
        operation: 'ListRecoveryPointsByBackupVault',
        input: { BackupVaultName: '{BackupVaultName}', MaxResults: 1000 },
        items: 'RecoveryPoints[]',
      },
      nativeId: 'RecoveryPointArn',
      createdAt: 'CreationDate',
      // The ARN of a snapshot or image that AWS Backup made belongs to that resource, for example AWS::EC2::Snapshot.
      arn: '{RecoveryPointArn|having::backup:}',
      name: ['ResourceName', '{RecoveryPointArn|after::}'],
      volatile: [
        'Status',
        'StatusMessage',
        'CalculatedLifecycle',
        'BackupSizeInBytes',
        'LastRestoreTime',
        'IndexStatus',
        'IndexStatusMessage',
        'AggregatedScanResult',
      ],
      ended: { Status: ['DELETING', 'EXPIRED'] },
      origin: [{ origin: 'child', when: [{ path: 'CreatedBy.BackupPlanArn', present: true }] }],
      notRead: 'Tags, and the metadata with which the resource is restored.',
      terraform: [],
    },
  ],
};
