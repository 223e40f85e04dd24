import type { EdgeFixture, EdgeFixtureHolder } from './edge-fixture.ts';

const caller = 'arn:aws:iam::210987654321:role/caller';
const source = 'arn:aws:sns:eu-west-1:123456789012:events';

const excluded = 'arn:aws:iam::210987654321:role/excluded';

/** A resource policy with the forms of principals and conditions that AWS accepts. */
export const resourcePolicy = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { AWS: ['arn:aws:iam::123456789012:root', caller, '210987654321', '*'] },
      Action: '*',
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Principal: { Service: 'sns.amazonaws.com' },
      Action: '*',
      Resource: '*',
      Condition: {
        ArnLike: {
          'aws:SourceArn': [source, 'arn:aws:s3:::*'],
          'aws:ResourceArn': 'arn:aws:sns:eu-west-1:123456789012:condition-on-the-resource',
        },
        ArnNotLike: { 'aws:SourceArn': 'arn:aws:sns:eu-west-1:123456789012:excluded' },
        'ForAnyValue:StringNotEqualsIfExists': { 'aws:PrincipalArn': [excluded] },
      },
    },
    { Effect: 'Allow', NotPrincipal: { AWS: excluded }, Action: '*', Resource: '*' },
    {
      Effect: 'Deny',
      Principal: { AWS: 'arn:aws:iam::123456789012:user/guest' },
      Action: '*',
      Resource: '*',
      Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:eu-west-1:123456789012:denied' } },
    },
  ],
};

/** Returns fixtures of the rules of `allowedBy` for a holder with {@link resourcePolicy} at the path. */
export function policyFixtures(holder: EdgeFixtureHolder, path: string): readonly EdgeFixture[] {
  const type = holder.resourceType.replace('AWS::', '');
  const statement = `${path}.Statement[]`;
  return [
    {
      rule: `${type}.${statement}.Principal.AWS[]:allows_from`,
      holder,
      expected: [{ path: `${statement}.Principal.AWS[]`, value: caller }],
    },
    {
      rule: `${type}.${statement}.Condition.*.*[]:allows_from`,
      holder,
      expected: [{ path: `${statement}.Condition.ArnLike["aws:SourceArn"][]`, value: source }],
    },
  ];
}
