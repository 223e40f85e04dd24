import type { EdgeRule } from '../edge-rule.ts';
import { grantedTo } from './common-edges.ts';
import { edge } from './edge.ts';

const share = 'AWS::RAM::ResourceShare';
const principal = 'principals[].associatedEntity';

/** Source: AWS RAM API reference, ResourceShareAssociation. The principals of a share may use all of its resources. */
export const ramRules: readonly EdgeRule[] = [
  ...grantedTo(share, principal),
  edge(share, principal, 'id', 'allows_from', ['AWS::Organizations::Organization', 'organization'], {
    variant: 'organization',
    text: { includes: ':organization/' },
    read: '{value|after:/}',
    example: {
      'arn:aws:organizations::123456789012:organization/o-exampleorgid': 'o-exampleorgid',
      'arn:aws:organizations::123456789012:organization/*': false,
    },
  }),
  edge(share, principal, 'arn', 'allows_from', 'AWS::Organizations::OrganizationalUnit', {
    variant: 'organizational-unit',
    text: { includes: ':ou/' },
    example: 'arn:aws:organizations::123456789012:ou/o-exampleorgid/ou-a1b2-c3d4e5f6',
  }),
  edge(share, 'resources[].associatedEntity', 'arn', 'references', [], {
    example: [
      'arn:aws:ec2:eu-west-1:123456789012:subnet/subnet-0a1b2c3d4e5f60718',
      'arn:aws:ec2:eu-west-1:123456789012:transit-gateway/tgw-0a1b2c3d4e5f60718',
    ],
  }),
];
