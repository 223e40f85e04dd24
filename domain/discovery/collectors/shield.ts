import type { ServiceCollectors, TagSource } from '../declaration/collector.ts';

const tagsOf = (arn: string): TagSource => ({
  call: { operation: 'ListTagsForResource', input: { ResourceARN: `{${arn}}` }, result: 'Tags' },
});
/** Without a subscription to Shield Advanced, every operation fails with this code. */
const absent = ['ResourceNotFoundException'];

export const shield: ServiceCollectors = {
  service: 'shield',
  client: 'shield',
  scope: 'global',
  // Source: AWS General Reference, endpoints of Shield Advanced.
  callRegions: { aws: 'us-east-1' },
  probe: { operation: 'GetSubscriptionState' },
  types: [
    {
      resourceType: 'AWS::Shield::Subscription',
      title: 'Shield Advanced subscription',
      list: { operation: 'DescribeSubscription', items: 'Subscription', page: false, absent },
      nativeId: 'SubscriptionArn',
      name: 'Shield Advanced of {account}',
      notRead: 'Attacks, emergency contacts and the access of the response team.',
      terraform: [],
    },
    {
      resourceType: 'AWS::Shield::Protection',
      title: 'Shield Advanced protection',
      list: { operation: 'ListProtections', input: { MaxResults: 10000 }, items: 'Protections[]', absent },
      nativeId: 'ProtectionArn',
      arn: 'ProtectionArn',
      name: 'Name',
      tags: tagsOf('ProtectionArn'),
      sets: { HealthCheckIds: 'waf/latest/DDOSAPIReference/API_Protection' },
      terraform: ['aws_shield_protection'],
    },
    {
      resourceType: 'AWS::Shield::ProtectionGroup',
      title: 'Shield Advanced protection group',
      list: {
        operation: 'ListProtectionGroups',
        input: { MaxResults: 10000 },
        items: 'ProtectionGroups[]',
        absent,
      },
      nativeId: 'ProtectionGroupArn',
      arn: 'ProtectionGroupArn',
      name: 'ProtectionGroupId',
      tags: tagsOf('ProtectionGroupArn'),
      sets: { Members: 'waf/latest/DDOSAPIReference/API_ProtectionGroup' },
      terraform: [],
    },
  ],
};
