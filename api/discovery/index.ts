import { cancelScan } from './cancel-scan.ts';
import { createScan } from './create-scan.ts';
import { getScan } from './get-scan.ts';
import { listCoverage } from './list-coverage.ts';
import { listScanTasks } from './list-scan-tasks.ts';
import { listScans } from './list-scans.ts';
import { retryScanTask } from './retry-scan-task.ts';

export const discoveryOperations = [
  listScans,
  createScan,
  getScan,
  listScanTasks,
  retryScanTask,
  cancelScan,
  listCoverage,
];
