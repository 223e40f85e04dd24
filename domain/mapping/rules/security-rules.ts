import { alias, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
const generated = { generatedId: true } as const;
const ofPool = (name: string, separator: string, generatedId = false) => ({
  arn: null,
  ids: [`\${user_pool_id}/\${${name}}`],
  generatedId,
  importId: `\${native_id|before:/}${separator}\${native_id|rest:/}`,
});

/** Keys, secrets, certificates, identity, detection and organizations. Sources: the provider's documentation. */
export const securityRules: readonly MappingRule[] = [
  // Keys of several regions have one id, so the id of a key is not unique without its region.
  resource('aws_kms_replica_key', 'AWS::KMS::Key', {
    ids: ['${key_id}', '${id}'],
    importWhen: [{ path: 'MultiRegionConfiguration.MultiRegionKeyType', equals: 'REPLICA' }],
  }),
  resource('aws_kms_external_key', 'AWS::KMS::Key', {
    ids: ['${id}'],
    importWhen: [{ path: 'Origin', equals: 'EXTERNAL' }],
  }),
  resource('aws_kms_key', 'AWS::KMS::Key', { ids: ['${key_id}', '${id}'] }),
  alias('aws_kms_replica_external_key', 'AWS::KMS::Key', { ids: ['${key_id}', '${id}'] }),
  resource('aws_kms_alias', 'AWS::KMS::Alias', byName),
  resource('aws_secretsmanager_secret', 'AWS::SecretsManager::Secret', { ids: ['${arn}'] }),
  resource('aws_acm_certificate', 'AWS::CertificateManager::Certificate', { ids: ['${arn}'] }),
  resource('aws_acmpca_certificate_authority', 'AWS::ACMPCA::CertificateAuthority', { ids: ['${arn}'] }),
  resource('aws_accessanalyzer_analyzer', 'AWS::AccessAnalyzer::Analyzer', { ids: ['${analyzer_name}'] }),
  resource('aws_cognito_identity_pool', 'AWS::Cognito::IdentityPool', generated),
  resource('aws_cognito_user_pool', 'AWS::Cognito::UserPool', generated),
  resource('aws_cognito_user_pool_client', 'AWS::Cognito::UserPoolClient', ofPool('id', '/', true)),
  alias('aws_cognito_managed_user_pool_client', 'AWS::Cognito::UserPoolClient', {
    ...ofPool('id', '/', true),
    importId: null,
  }),
  resource('aws_cognito_user_group', 'AWS::Cognito::UserPoolGroup', ofPool('name', '/', true)),
  resource(
    'aws_cognito_identity_provider',
    'AWS::Cognito::UserPoolIdentityProvider',
    ofPool('provider_name', ':', true),
  ),
  resource(
    'aws_cognito_resource_server',
    'AWS::Cognito::UserPoolResourceServer',
    ofPool('identifier', '|', true),
  ),
  resource('aws_guardduty_detector', 'AWS::GuardDuty::Detector', generated),
  resource('aws_guardduty_filter', 'AWS::GuardDuty::Filter', {
    ids: ['${detector_id}/${name}'],
    generatedId: true,
    importId: '${native_id|before:/}:${native_id|rest:/}',
  }),
  resource('aws_inspector2_filter', 'AWS::InspectorV2::Filter', { ids: ['${arn}'] }),
  // The id is the account number. Before version 5.8 the state has no ARN.
  resource('aws_securityhub_account', 'AWS::SecurityHub::Hub', {
    ids: ['arn:${partition}:securityhub:${region}:${account}:hub/default'],
    importId: '${account}',
  }),
  // The ARN of a permission set contains the id of its instance.
  resource('aws_ssoadmin_permission_set', 'AWS::SSO::PermissionSet', {
    ids: ['${arn}'],
    importId: '${native_id},${InstanceArn}',
  }),
  resource('aws_organizations_organization', 'AWS::Organizations::Organization', generated),
  resource('aws_organizations_account', 'AWS::Organizations::Account', generated),
  resource('aws_organizations_organizational_unit', 'AWS::Organizations::OrganizationalUnit', generated),
  resource('aws_organizations_policy', 'AWS::Organizations::Policy', generated),
  // The attribute `arn` is the registered resource, for example a bucket.
  resource('aws_lakeformation_resource', 'AWS::LakeFormation::Resource', {
    arn: null,
    ids: ['${arn}'],
    importId: null,
  }),
  resource('aws_lakeformation_lf_tag', 'AWS::LakeFormation::Tag', {
    arn: null,
    account: '${catalog_id}',
    ids: ['${key}'],
    importId: '${account}:${native_id}',
  }),
];
