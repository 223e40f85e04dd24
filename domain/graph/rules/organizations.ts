import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const organization = 'AWS::Organizations::Organization';

export const organizationsRules: readonly EdgeRule[] = [
  edge(organization, 'MasterAccountArn', 'arn', 'contains', 'AWS::Organizations::Account', {
    example: 'arn:aws:organizations::123456789012:account/o-exampleorgid/123456789012',
  }),
  edge(
    'AWS::Organizations::Account',
    'Parents[].Id',
    'id',
    'contained_in',
    ['AWS::Organizations::Root', 'AWS::Organizations::OrganizationalUnit'],
    { example: ['r-examplerootid111', 'ou-a1b2-c3d4e5f6'] },
  ),
  ...['Account', 'OrganizationalUnit', 'Root'].map((target) =>
    edge(
      `AWS::Organizations::${target}`,
      'ServiceControlPolicies[].Id',
      'id',
      'has_policy',
      'AWS::Organizations::Policy',
      { example: ['p-FullAWSAccess', 'p-a1b2c3d4e5'] },
    ),
  ),
];
