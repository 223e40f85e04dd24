import { getRun } from './get-run.ts';
import { getVersion } from './get-version.ts';
import { getHealth } from './get-health.ts';
import { getReadiness } from './get-readiness.ts';

export const metaOperations = [getVersion, getHealth, getReadiness, getRun];
