import { listIngestionHealth } from './list-ingestion-health.ts';
import { retryIngestion } from './retry-ingestion.ts';
import { getChange } from './get-change.ts';
import { listApplicationChanges } from './list-application-changes.ts';
import { listChanges } from './list-changes.ts';
import { listResourceChanges } from './list-resource-changes.ts';

export const changeOperations = [
  listChanges,
  getChange,
  listResourceChanges,
  listApplicationChanges,
  listIngestionHealth,
  retryIngestion,
];
