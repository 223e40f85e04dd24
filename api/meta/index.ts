import { getRun } from './get-run.ts';
import { getVersion } from './get-version.ts';
import { healthz } from './healthz.ts';
import { readyz } from './readyz.ts';

export const metaOperations = [getVersion, healthz, readyz, getRun];
