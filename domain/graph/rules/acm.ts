import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const certificate = 'AWS::CertificateManager::Certificate';

export const acmRules: readonly EdgeRule[] = [
  edge(certificate, 'CertificateAuthorityArn', 'arn', 'created_from', 'AWS::ACMPCA::CertificateAuthority', {
    example:
      'arn:aws:acm-pca:eu-west-1:123456789012:certificate-authority/0c8f1d52-9b0e-4f0e-a1d3-6a6c1d9f3b27',
  }),
];
