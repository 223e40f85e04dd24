import { getExecution } from './get-execution.ts';
import { getPlan } from './get-plan.ts';
import { listApplicationExecutions } from './list-application-executions.ts';
import { listExecutions } from './list-executions.ts';
import { listPlanResourceChanges } from './list-plan-resource-changes.ts';
import { listPlans } from './list-plans.ts';
import { listResourceExecutions } from './list-resource-executions.ts';
import { reportExecution } from './report-execution.ts';
import { submitPlan } from './submit-plan.ts';

export const planOperations = [
  reportExecution,
  listExecutions,
  getExecution,
  listResourceExecutions,
  listApplicationExecutions,
  submitPlan,
  listPlans,
  getPlan,
  listPlanResourceChanges,
];
