import type { ServiceCollectors } from '../declaration/collector.ts';

export const savingsPlans: ServiceCollectors = {
  service: 'savingsplans',
  client: 'savingsplans',
  scope: 'global',
  // Source: AWS General Reference, endpoints of Savings Plans.
  callRegions: { aws: 'us-east-1', 'aws-cn': 'cn-northwest-1' },
  // An account may refuse billing calls of every role, which is no missing permission of this one.
  // Source: AWS Billing User Guide, "Activate IAM access".
  actions: { GetCallerIdentity: [] },
  probe: { client: 'sts', operation: 'GetCallerIdentity' },
  types: [
    {
      resourceType: 'AWS::SavingsPlans::SavingsPlan',
      title: 'Savings plan',
      list: {
        operation: 'DescribeSavingsPlans',
        input: { states: ['payment-pending', 'active', 'queued', 'pending-return'], maxResults: 1000 },
        items: 'savingsPlans[]',
      },
      nativeId: 'savingsPlanId',
      arn: 'savingsPlanArn',
      name: ['description', '{savingsPlanType} {commitment} {currency}'],
      tags: { path: 'tags' },
      volatile: ['state'],
      sets: { productTypes: 'savingsplans/latest/APIReference/API_SavingsPlan' },
      notRead: 'Plans that have ended (retired, returned, payment failed, queue deleted) and their rates.',
      terraform: [],
    },
  ],
};
