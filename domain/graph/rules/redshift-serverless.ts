import type { EdgeRule } from '../edge-rule.ts';
import {
  certificateArn,
  encryptedBy,
  roleArn,
  secretArn,
  securityGroupId,
  sharedWith,
  subnetId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const namespace = 'AWS::RedshiftServerless::Namespace';
const workgroup = 'AWS::RedshiftServerless::Workgroup';
const snapshot = 'AWS::RedshiftServerless::Snapshot';

/** Source: Redshift Serverless API reference, Namespace, Workgroup and Snapshot. */
export const redshiftServerlessRules: readonly EdgeRule[] = [
  ...encryptedBy(namespace, 'kmsKeyId'),
  roleArn(namespace, 'defaultIamRoleArn', 'runs_as'),
  edge(namespace, 'iamRoles[]', 'arn', 'runs_as', 'AWS::IAM::Role', {
    read: '{value|rest:iamRoleArn=|before:)}',
    example: {
      'arn:aws:iam::123456789012:role/warehouse': true,
      'IamRole(applyStatus=in-sync, iamRoleArn=arn:aws:iam::123456789012:role/reports)':
        'arn:aws:iam::123456789012:role/reports',
    },
  }),
  secretArn(namespace, 'adminPasswordSecretArn', 'reads_secret'),
  ...encryptedBy(namespace, 'adminPasswordSecretKmsKeyId'),
  edge(workgroup, 'namespaceName', 'name', 'contained_in', namespace, { example: 'warehouse' }),
  subnetId(workgroup, 'subnetIds[]', 'contained_in'),
  securityGroupId(workgroup, 'securityGroupIds[]', 'uses'),
  certificateArn(workgroup, 'customDomainCertificateArn', 'uses'),
  edge(snapshot, 'namespaceName', 'name', 'created_from', namespace, { example: 'warehouse' }),
  ...encryptedBy(snapshot, 'kmsKeyId'),
  ...sharedWith(snapshot, 'accountsWithRestoreAccess[]'),
];
