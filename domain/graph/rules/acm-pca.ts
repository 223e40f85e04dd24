import type { EdgeRule } from '../edge-rule.ts';
import { bucketName } from './edge.ts';

const certificateAuthority = 'AWS::ACMPCA::CertificateAuthority';

export const acmPcaRules: readonly EdgeRule[] = [
  bucketName(certificateAuthority, 'RevocationConfiguration.CrlConfiguration.S3BucketName', 'uses'),
];
