import { applicationOwnerOperations } from './application-owners.ts';
import { getResourceOwnershipOperation } from './get-resource-ownership.ts';
import { inferenceRuleOperations } from './inference-rules.ts';
import { listOwnershipEventsOperation } from './list-ownership-events.ts';
import { listOwnershipIssuesOperation } from './list-ownership-issues.ts';
import { teamOperations } from './teams.ts';

export const ownershipOperations = [
  ...teamOperations,
  ...applicationOwnerOperations,
  getResourceOwnershipOperation,
  ...inferenceRuleOperations,
  listOwnershipEventsOperation,
  listOwnershipIssuesOperation,
];
