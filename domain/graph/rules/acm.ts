import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const certificate = 'AWS::CertificateManager::Certificate';

export const acmRules: readonly EdgeRule[] = [
  edge(certificate, 'CertificateAuthorityArn', 'arn', 'created_from', 'AWS::ACMPCA::CertificateAuthority'),
];
