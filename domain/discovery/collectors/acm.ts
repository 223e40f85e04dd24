import type { ServiceCollectors } from '../declaration/collector.ts';

/** Without the filter on key types, ListCertificates returns only RSA certificates of 1024 and 2048 bits. */
export const acm: ServiceCollectors = {
  service: 'acm',
  client: 'acm',
  scope: 'regional',
  probe: { operation: 'ListCertificates', input: { MaxItems: 1 } },
  types: [
    {
      resourceType: 'AWS::CertificateManager::Certificate',
      title: 'TLS certificate',
      notRead: 'The private key, which no call returns unless it is exportable.',
      list: {
        operation: 'ListCertificates',
        input: {
          MaxItems: 1000,
          Includes: {
            keyTypes: [
              'RSA_1024',
              'RSA_2048',
              'RSA_3072',
              'RSA_4096',
              'EC_prime256v1',
              'EC_secp384r1',
              'EC_secp521r1',
            ],
          },
        },
        items: 'CertificateSummaryList[]',
      },
      details: [
        {
          operation: 'DescribeCertificate',
          input: { CertificateArn: '{CertificateArn}' },
          result: 'Certificate',
        },
      ],
      nativeId: 'CertificateArn',
      arn: 'CertificateArn',
      name: 'DomainName',
      createdAt: 'CreatedAt',
      tags: { taggingApi: 'acm' },
      volatile: ['RenewalSummary.UpdatedAt', 'InUseBy', 'InUse', 'UpdateSummary.Status'],
      sets: {
        SubjectAlternativeNames: 'acm/latest/APIReference/API_CertificateDetail',
        SubjectAlternativeNameSummaries: 'acm/latest/APIReference/API_CertificateDetail',
        DomainValidationOptions: 'acm/latest/APIReference/API_CertificateDetail',
        KeyUsages: 'acm/latest/APIReference/API_CertificateDetail',
        ExtendedKeyUsages: 'acm/latest/APIReference/API_CertificateDetail',
      },
      terraform: ['aws_acm_certificate'],
    },
  ],
};
