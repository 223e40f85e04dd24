import { getImpact } from './get-impact.ts';

export const graphOperations = [getImpact];
