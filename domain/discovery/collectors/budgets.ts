import type { ServiceCollectors } from '../declaration/collector.ts';

export const budgets: ServiceCollectors = {
  service: 'budgets',
  client: 'budgets',
  scope: 'global',
  // Source: AWS General Reference, endpoints of AWS Budgets.
  callRegions: { aws: 'us-east-1', 'aws-cn': 'cn-northwest-1' },
  // An account may refuse billing calls of every role, which is no missing permission of this one.
  // Source: AWS Billing User Guide, "Activate IAM access".
  actions: { DescribeBudgets: ['budgets:ViewBudget'], GetCallerIdentity: [] },
  probe: { client: 'sts', operation: 'GetCallerIdentity' },
  types: [
    {
      resourceType: 'AWS::Budgets::Budget',
      title: 'Budget',
      list: {
        operation: 'DescribeBudgets',
        input: { AccountId: '{account}', MaxResults: 1000 },
        items: 'Budgets[]',
      },
      nativeId: 'BudgetName',
      arn: 'arn:{partition}:budgets::{account}:budget/{BudgetName}',
      name: 'BudgetName',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceARN: 'arn:{partition}:budgets::{account}:budget/{BudgetName}' },
          result: 'ResourceTags',
        },
      },
      volatile: ['CalculatedSpend', 'LastUpdatedTime', 'HealthStatus'],
      notRead: 'Notifications and their subscribers.',
      terraform: ['aws_budgets_budget'],
    },
    {
      resourceType: 'AWS::Budgets::BudgetsAction',
      title: 'Budget action',
      list: {
        operation: 'DescribeBudgetActionsForAccount',
        input: { AccountId: '{account}', MaxResults: 100 },
        items: 'Actions[]',
      },
      nativeId: '{ActionId}|{BudgetName}',
      arn: 'arn:{partition}:budgets::{account}:budget/{BudgetName}/action/{ActionId}',
      name: '{BudgetName}: {ActionType}',
      volatile: ['Status'],
      sets: { Subscribers: 'aws-cost-management/latest/APIReference/API_budgets_Action' },
      terraform: [],
    },
  ],
};
