import { getOverview } from './get-overview.ts';

export const overviewOperations = [getOverview];
