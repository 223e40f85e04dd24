import type { EdgeRule } from '../edge-rule.ts';
import { bucketName } from './common-edges.ts';

const certificateAuthority = 'AWS::ACMPCA::CertificateAuthority';

export const acmPcaRules: readonly EdgeRule[] = [
  bucketName(certificateAuthority, 'RevocationConfiguration.CrlConfiguration.S3BucketName', 'uses'),
];
