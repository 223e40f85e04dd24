import { resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const generated = { generatedId: true } as const;
const byName = { ids: ['${name}'] } as const;
const byArn = { ids: ['${arn}'] } as const;
/** The state has no ARN. */
const withoutArn = { arn: null, generatedId: true } as const;
/** A setting of which an account has one, or one per region. */
const ofAccount = { arn: null, ids: ['${account}'] } as const;
/** The native id is the ARN of Direct Connect, the import id its last part. */
const directConnect = { ids: ['${arn}'], importId: '${native_id|after:/}' } as const;
/** The id is an ARN. */
const idIsArn = { arn: '${id}', ids: ['${id}'] } as const;

/** `<identity store>/<id>`, of a native id `<id>|<identity store>`. */
const ofStore = '${native_id|item:1}/${native_id|item:0}';

/**
 * Settings of accounts, credentials, and the services that AWS adds to networks, protection and analytics. Sources: the
 * attributes and import sections of the provider's documentation, version 5.
 */
export const settingsRules: readonly MappingRule[] = [
  resource('aws_iam_access_key', 'AWS::IAM::AccessKey', withoutArn),
  resource('aws_iam_user_login_profile', 'AWS::IAM::LoginProfile', { arn: null, ids: ['${user}'] }),
  resource('aws_iam_account_alias', 'AWS::IAM::AccountAlias', { arn: null, ids: ['${account_alias}'] }),
  resource('aws_iam_account_password_policy', 'AWS::IAM::AccountPasswordPolicy', {
    ...ofAccount,
    importId: 'iam-account-password-policy',
  }),
  resource('aws_s3_account_public_access_block', 'AWS::S3::AccountPublicAccessBlock', ofAccount),
  resource('aws_s3_access_point', 'AWS::S3::AccessPoint', { ...byName, importId: '${account}:${native_id}' }),
  resource('aws_ebs_encryption_by_default', 'AWS::EC2::EBSEncryptionByDefault', {
    ...ofAccount,
    importId: 'default',
  }),
  resource('aws_ec2_image_block_public_access', 'AWS::EC2::ImageBlockPublicAccess', {
    ...ofAccount,
    importId: null,
  }),
  resource('aws_ec2_instance_metadata_defaults', 'AWS::EC2::InstanceMetadataDefaults', {
    ...ofAccount,
    importId: null,
  }),
  resource('aws_ebs_snapshot_block_public_access', 'AWS::EC2::SnapshotBlockPublicAccess', {
    ...ofAccount,
    importId: 'default',
  }),
  resource('aws_ec2_transit_gateway_connect', 'AWS::EC2::TransitGatewayConnect', withoutArn),
  resource('aws_ec2_traffic_mirror_session', 'AWS::EC2::TrafficMirrorSession', generated),
  resource('aws_ec2_network_insights_path', 'AWS::EC2::NetworkInsightsPath', generated),
  resource('aws_verifiedaccess_instance', 'AWS::EC2::VerifiedAccessInstance', withoutArn),
  resource('aws_verifiedaccess_endpoint', 'AWS::EC2::VerifiedAccessEndpoint', withoutArn),
  resource('aws_verifiedaccess_trust_provider', 'AWS::EC2::VerifiedAccessTrustProvider', withoutArn),
  resource('aws_rds_reserved_instance', 'AWS::RDS::ReservedDBInstance', {
    ids: ['${reservation_id}', '${id}'],
  }),
  resource('aws_dlm_lifecycle_policy', 'AWS::DLM::LifecyclePolicy', generated),
  resource('aws_fsx_ontap_volume', 'AWS::FSx::Volume', {
    ...generated,
    importWhen: [{ path: 'VolumeType', equals: 'ONTAP' }],
  }),
  resource('aws_fsx_openzfs_volume', 'AWS::FSx::Volume', {
    ...generated,
    importWhen: [{ path: 'VolumeType', equals: 'OPENZFS' }],
  }),
  resource('aws_fsx_ontap_storage_virtual_machine', 'AWS::FSx::StorageVirtualMachine', generated),
  resource('aws_fsx_openzfs_snapshot', 'AWS::FSx::Snapshot', generated),
  resource('aws_fsx_file_cache', 'AWS::FSx::FileCache', generated),
  resource('aws_fsx_data_repository_association', 'AWS::FSx::DataRepositoryAssociation', generated),
  resource('aws_storagegateway_gateway', 'AWS::StorageGateway::Gateway', byArn),
  resource('aws_storagegateway_nfs_file_share', 'AWS::StorageGateway::FileShare', {
    ...byArn,
    importWhen: [{ path: 'FileShareType', equals: 'NFS' }],
  }),
  resource('aws_storagegateway_smb_file_share', 'AWS::StorageGateway::FileShare', {
    ...byArn,
    importWhen: [{ path: 'FileShareType', equals: 'SMB' }],
  }),
  resource('aws_storagegateway_tape_pool', 'AWS::StorageGateway::TapePool', byArn),
  resource('aws_appstream_fleet', 'AWS::AppStream::Fleet', byName),
  resource('aws_appstream_stack', 'AWS::AppStream::Stack', byName),
  resource('aws_appstream_image_builder', 'AWS::AppStream::ImageBuilder', byName),
  resource('aws_appstream_directory_config', 'AWS::AppStream::DirectoryConfig', {
    arn: null,
    ids: ['${directory_name}'],
  }),
  resource('aws_dx_connection', 'AWS::DirectConnect::Connection', directConnect),
  resource('aws_dx_lag', 'AWS::DirectConnect::Lag', directConnect),
  resource('aws_dx_private_virtual_interface', 'AWS::DirectConnect::PrivateVirtualInterface', directConnect),
  resource('aws_dx_public_virtual_interface', 'AWS::DirectConnect::PublicVirtualInterface', directConnect),
  resource('aws_dx_transit_virtual_interface', 'AWS::DirectConnect::TransitVirtualInterface', directConnect),
  resource('aws_dx_gateway', 'AWS::DirectConnect::DirectConnectGateway', {
    arn: null,
    ids: ['arn:${partition}:directconnect::${account}:dx-gateway/${id}'],
    importId: '${native_id|after:/}',
  }),
  resource('aws_globalaccelerator_accelerator', 'AWS::GlobalAccelerator::Accelerator', idIsArn),
  resource('aws_globalaccelerator_listener', 'AWS::GlobalAccelerator::Listener', idIsArn),
  resource('aws_globalaccelerator_endpoint_group', 'AWS::GlobalAccelerator::EndpointGroup', idIsArn),
  resource('aws_apprunner_service', 'AWS::AppRunner::Service', byArn),
  resource('aws_apprunner_vpc_connector', 'AWS::AppRunner::VpcConnector', byArn),
  resource(
    'aws_apprunner_auto_scaling_configuration_version',
    'AWS::AppRunner::AutoScalingConfiguration',
    byArn,
  ),
  resource('aws_apprunner_connection', 'AWS::AppRunner::Connection', { ...byArn, importId: '${name}' }),
  resource('aws_mwaa_environment', 'AWS::MWAA::Environment', byName),
  resource('aws_redshiftserverless_namespace', 'AWS::RedshiftServerless::Namespace', {
    ids: ['${namespace_name}'],
  }),
  resource('aws_redshiftserverless_workgroup', 'AWS::RedshiftServerless::Workgroup', {
    ids: ['${workgroup_name}'],
  }),
  resource('aws_bedrockagent_agent', 'AWS::Bedrock::Agent', {
    ...generated,
    arn: '${agent_arn}',
    ids: ['${agent_id}'],
  }),
  resource('aws_bedrockagent_knowledge_base', 'AWS::Bedrock::KnowledgeBase', generated),
  resource('aws_bedrock_guardrail', 'AWS::Bedrock::Guardrail', {
    arn: '${guardrail_arn}',
    ids: ['${guardrail_arn}'],
    importId: null,
  }),
  resource('aws_shield_protection', 'AWS::Shield::Protection', {
    ...byArn,
    importId: '${native_id|after:/}',
  }),
  resource('aws_fms_policy', 'AWS::FMS::Policy', generated),
  resource('aws_macie2_account', 'AWS::Macie::Session', ofAccount),
  resource('aws_macie2_custom_data_identifier', 'AWS::Macie::CustomDataIdentifier', generated),
  resource('aws_macie2_findings_filter', 'AWS::Macie::FindingsFilter', generated),
  resource('aws_budgets_budget', 'AWS::Budgets::Budget', { ...byName, importId: '${account}:${native_id}' }),
  resource('aws_cloudhsm_v2_cluster', 'AWS::CloudHSM::Cluster', { ...withoutArn, ids: ['${cluster_id}'] }),
  resource('aws_route53domains_registered_domain', 'AWS::Route53Domains::Domain', {
    arn: null,
    ids: ['${domain_name}'],
  }),
  resource('aws_lambda_function_url', 'AWS::Lambda::Url', {
    arn: null,
    ids: ['${function_arn}'],
    // The ARN of the function, or of its alias: `<function>/<alias>`.
    importId: '${native_id|field:5|rest::|replace::=/}',
  }),
  resource('aws_lambda_code_signing_config', 'AWS::Lambda::CodeSigningConfig', byArn),
  // The ARNs of the state are not in AWS's list of formats, and the resources have none.
  resource('aws_ses_receipt_rule_set', 'AWS::SES::ReceiptRuleSet', { arn: null, ids: ['${rule_set_name}'] }),
  resource('aws_ses_receipt_rule', 'AWS::SES::ReceiptRule', {
    arn: null,
    ids: ['${rule_set_name}/${name}'],
    importId: '${native_id|before:/}:${native_id|rest:/}',
  }),
  resource('aws_ses_receipt_filter', 'AWS::SES::ReceiptFilter', { arn: null, ...byName }),
  resource('aws_networkfirewall_logging_configuration', 'AWS::NetworkFirewall::LoggingConfiguration', {
    arn: null,
    ids: ['${firewall_arn}'],
  }),
  resource(
    'aws_networkfirewall_tls_inspection_configuration',
    'AWS::NetworkFirewall::TLSInspectionConfiguration',
    byArn,
  ),
  resource('aws_wafv2_web_acl_logging_configuration', 'AWS::WAFv2::LoggingConfiguration', {
    arn: null,
    ids: ['${resource_arn}'],
  }),
  resource('aws_wafv2_web_acl_association', 'AWS::WAFv2::WebACLAssociation', {
    arn: null,
    ids: ['${resource_arn}|${web_acl_arn}'],
    importId: '${native_id|item:1},${native_id|item:0}',
  }),
  resource('aws_ssoadmin_account_assignment', 'AWS::SSO::Assignment', {
    arn: null,
    ids: [
      '${instance_arn}|${target_id}|${target_type}|${permission_set_arn}|${principal_type}|${principal_id}',
    ],
    importId:
      '${native_id|item:5},${native_id|item:4},${native_id|item:1},${native_id|item:2},${native_id|item:3},${native_id|item:0}',
  }),
  resource('aws_identitystore_user', 'AWS::IdentityStore::User', {
    arn: null,
    ids: ['${user_id}|${identity_store_id}'],
    importId: ofStore,
  }),
  resource('aws_identitystore_group', 'AWS::IdentityStore::Group', {
    arn: null,
    ids: ['${group_id}|${identity_store_id}'],
    importId: ofStore,
  }),
  resource('aws_identitystore_group_membership', 'AWS::IdentityStore::GroupMembership', {
    arn: null,
    ids: ['${membership_id}|${identity_store_id}'],
    importId: ofStore,
  }),
];
