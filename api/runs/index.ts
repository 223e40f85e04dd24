import { getRun } from './get-run.ts';

export const runOperations = [getRun];
