import type { Operation } from './http/operation.ts';
import { applicationOperations } from './applications/index.ts';
import { authOperations } from './auth/index.ts';
import { awsOperations } from './aws/index.ts';
import { changeIngestionOperations } from './change-ingestion/index.ts';
import { changeOperations } from './changes/index.ts';
import { environmentOperations } from './environments/index.ts';
import { metaOperations } from './meta/index.ts';
import { organizationOperations } from './organization/index.ts';
import { overviewOperations } from './overview/index.ts';
import { resourceTypeOperations } from './resource-types/index.ts';
import { resourceOperations } from './resources/index.ts';
import { runOperations } from './runs/index.ts';
import { scanOperations } from './scans/index.ts';

/** The registry: every operation of the product, by feature. */
export const operations: readonly Operation[] = [
  ...metaOperations,
  ...runOperations,
  ...authOperations,
  ...organizationOperations,
  ...awsOperations,
  ...environmentOperations,
  ...applicationOperations,
  ...scanOperations,
  ...resourceTypeOperations,
  ...resourceOperations,
  ...overviewOperations,
  ...changeIngestionOperations,
  ...changeOperations,
];
