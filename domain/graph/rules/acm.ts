import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const certificate = 'AWS::CertificateManager::Certificate';

export const acmRules: readonly EdgeRule[] = [
  edge(certificate, 'CertificateAuthorityArn', 'arn', 'created_from', 'AWS::ACMPCA::CertificateAuthority', {
    example:
      'arn:aws:acm-pca:eu-west-1:123456789012:certificate-authority/0c8f1d52-9b0e-4f0e-a1d3-6a6c1d9f3b27',
  }),
  // ACM lists the resources that use a certificate, also those that no other list has.
  edge(certificate, 'volatile.InUseBy[]', 'arn', 'uses', [], {
    reversed: true,
    external: false,
    example: {
      'arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188': true,
      'arn:aws:cloudfront::123456789012:distribution/EDFDVBD6EXAMPLE': true,
    },
  }),
];
