import { alias, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const generated = { generatedId: true } as const;
const fileSystem = (kind: string) => ({
  generatedId: true,
  importWhen: [{ path: 'FileSystemType', equals: kind }],
});

/** S3, EFS, FSx, Backup and ECR. Sources: the import sections of the provider's documentation, versions 4 to 6. */
export const storageRules: readonly MappingRule[] = [
  resource('aws_s3_bucket', 'AWS::S3::Bucket', { ids: ['${bucket}', '${id}'] }),
  resource('aws_efs_file_system', 'AWS::EFS::FileSystem', generated),
  resource('aws_efs_access_point', 'AWS::EFS::AccessPoint', generated),
  resource('aws_efs_mount_target', 'AWS::EFS::MountTarget', { arn: null, generatedId: true }),
  resource('aws_fsx_lustre_file_system', 'AWS::FSx::FileSystem', fileSystem('LUSTRE')),
  resource('aws_fsx_windows_file_system', 'AWS::FSx::FileSystem', fileSystem('WINDOWS')),
  resource('aws_fsx_ontap_file_system', 'AWS::FSx::FileSystem', fileSystem('ONTAP')),
  resource('aws_fsx_openzfs_file_system', 'AWS::FSx::FileSystem', fileSystem('OPENZFS')),
  resource('aws_fsx_backup', 'AWS::FSx::Backup', generated),
  resource('aws_backup_vault', 'AWS::Backup::BackupVault', { ids: ['${name}'] }),
  alias('aws_backup_logically_air_gapped_vault', 'AWS::Backup::BackupVault', { ids: ['${name}'] }),
  resource('aws_backup_plan', 'AWS::Backup::BackupPlan', generated),
  resource('aws_backup_selection', 'AWS::Backup::BackupSelection', {
    arn: null,
    ids: ['${plan_id}/${id}'],
    generatedId: true,
    importId: '${native_id|before:/}|${native_id|rest:/}',
  }),
  resource('aws_backup_report_plan', 'AWS::Backup::ReportPlan', { ids: ['${name}'] }),
  resource('aws_datasync_task', 'AWS::DataSync::Task'),
  resource('aws_transfer_server', 'AWS::Transfer::Server', generated),
  resource('aws_transfer_user', 'AWS::Transfer::User', { ids: ['${server_id}/${user_name}'] }),
  resource('aws_transfer_connector', 'AWS::Transfer::Connector', {
    ids: ['${connector_id}', '${id}'],
    generatedId: true,
  }),
];
