import { listApplicationExecutions } from './list-application-executions.ts';

export const planOperations = [listApplicationExecutions];
