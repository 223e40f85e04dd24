import type { ServiceCollectors } from '../declaration/collector.ts';

export const acmPca: ServiceCollectors = {
  service: 'acm-pca',
  client: 'acm-pca',
  scope: 'regional',
  probe: { operation: 'ListCertificateAuthorities', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::ACMPCA::CertificateAuthority',
      title: 'Private certificate authority',
      list: {
        operation: 'ListCertificateAuthorities',
        input: { MaxResults: 1000 },
        items: 'CertificateAuthorities[]',
      },
      nativeId: 'Arn',
      arn: 'Arn',
      name: 'CertificateAuthorityConfiguration.Subject.CommonName',
      createdAt: 'CreatedAt',
      tags: { call: { operation: 'ListTags', input: { CertificateAuthorityArn: '{Arn}' }, result: 'Tags' } },
      volatile: ['Status', 'LastStateChangeAt'],
      ended: { Status: ['DELETED'] },
      terraform: ['aws_acmpca_certificate_authority'],
    },
  ],
};
