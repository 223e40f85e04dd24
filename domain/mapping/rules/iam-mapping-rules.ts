import { alias, part, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

/** IAM. Sources: the import sections of the provider's documentation, versions 4 to 6. */
export const iamMappingRules: readonly MappingRule[] = [
  resource('aws_iam_role', 'AWS::IAM::Role', { ids: ['${name}'] }),
  alias('aws_iam_service_linked_role', 'AWS::IAM::Role', { ids: ['${name}'] }),
  resource('aws_iam_user', 'AWS::IAM::User', { ids: ['${name}'] }),
  resource('aws_iam_group', 'AWS::IAM::Group', { ids: ['${name}'] }),
  resource('aws_iam_policy', 'AWS::IAM::ManagedPolicy'),
  resource('aws_iam_instance_profile', 'AWS::IAM::InstanceProfile', { ids: ['${name}'] }),
  resource('aws_iam_openid_connect_provider', 'AWS::IAM::OIDCProvider'),
  resource('aws_iam_saml_provider', 'AWS::IAM::SAMLProvider'),
  resource('aws_iam_server_certificate', 'AWS::IAM::ServerCertificate', { ids: ['${name}'] }),
  resource('aws_iam_virtual_mfa_device', 'AWS::IAM::VirtualMFADevice'),
  part('aws_iam_role_policy', 'AWS::IAM::RolePolicy', { arn: null, ids: ['${role}:${name}'] }),
  part('aws_iam_user_policy', 'AWS::IAM::UserPolicy', { arn: null, ids: ['${user}:${name}'] }),
  part('aws_iam_group_policy', 'AWS::IAM::GroupPolicy', { arn: null, ids: ['${group}:${name}'] }),
];
